/** In a file of its own: the certificate itself is read only by a process that listens with TLS. */
import path from 'node:path';

/** The path of the certificate that `local` uses: clients have to trust it. @param folder private folder of the workspace */
export const localCertificateFile = (folder: string): string => path.join(folder, 'tls', 'listener-cert.pem');
