/** Makes a self-signed certificate with the system's openssl. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { execaSync } from 'execa';

export interface TestCertificate {
  /** The paths of its files. */
  files: { key: string; cert: string };
  key: Buffer;
  cert: Buffer;
}

/** @param names the names and addresses that it is for, such as `IP:127.0.0.1` */
export function makeCertificate(folder: string, names = 'DNS:localhost'): TestCertificate {
  const files = { key: path.join(folder, 'key.pem'), cert: path.join(folder, 'cert.pem') };
  const subject = ['-subj', '/CN=localhost', '-addext', `subjectAltName=${names}`];
  // A key for RSA takes a quarter of a second to find.
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  const creation = [...key, '-days', '2', '-keyout', files.key, '-out', files.cert];
  execaSync('openssl', ['req', '-x509', ...creation, ...subject]);
  return { files, key: readFileSync(files.key), cert: readFileSync(files.cert) };
}
