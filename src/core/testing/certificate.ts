/** A self-signed certificate for localhost, by the system's openssl. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

export interface TestCertificate {
  /** Where it lies. */
  files: { key: string; cert: string };
  key: Buffer;
  cert: Buffer;
}

export function makeCertificate(folder: string): TestCertificate {
  const files = { key: path.join(folder, 'key.pem'), cert: path.join(folder, 'cert.pem') };
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const made = ['-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', files.key, '-out', files.cert];
  execFileSync('openssl', ['req', '-x509', ...made, ...subject], { stdio: 'ignore' });
  return { files, key: readFileSync(files.key), cert: readFileSync(files.cert) };
}
