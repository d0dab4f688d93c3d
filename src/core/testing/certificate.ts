/** Makes a self-signed certificate for localhost with the system's openssl. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { execaSync } from 'execa';

export interface TestCertificate {
  /** The paths of its files. */
  files: { key: string; cert: string };
  key: Buffer;
  cert: Buffer;
}

export function makeCertificate(folder: string): TestCertificate {
  const files = { key: path.join(folder, 'key.pem'), cert: path.join(folder, 'cert.pem') };
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const made = ['-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', files.key, '-out', files.cert];
  execaSync('openssl', ['req', '-x509', ...made, ...subject]);
  return { files, key: readFileSync(files.key), cert: readFileSync(files.cert) };
}
