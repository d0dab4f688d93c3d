/** Finds what is wrong in connection settings while they are typed: addresses, files that cannot be read or used. */
import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';
import path from 'node:path';
import tls from 'node:tls';
import type { ConnectionProblem, ConnectionSettings } from '../../../contract/collection/connection.ts';
import { readRegularFile } from '../../platform/files/read-regular-file.ts';
import type { ClientCertificate } from './client-certificates.ts';
import { MAX_CERTIFICATE_BYTES } from './make-agent.ts';
import { proxyFor } from './proxies.ts';

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;

/** @param folder relative paths are relative to it */
export async function checkConnection(connection: ConnectionSettings, folder: string): Promise<ConnectionProblem[]> {
  const read = (file: string) => readRegularFile(path.resolve(folder, file), MAX_CERTIFICATE_BYTES);
  const authorities = connection.ca.map((file, index) =>
    file.trim() === ''
      ? []
      : problemOf(`ca.${index}`, async () => void certificatesIn(await readable(read, file.trim()), file)),
  );
  const certificates = connection.clientCertificates.map(async (certificate, index) => {
    const problems = await checkCertificate(certificate, read);
    return problems.map(({ field, message }) => ({ field: `clientCertificates.${index}.${field}`, message }));
  });
  return [...proxyProblems(connection), ...(await Promise.all([...authorities, ...certificates])).flat()];
}

function proxyProblems(connection: ConnectionSettings): ConnectionProblem[] {
  if (connection.proxy !== 'custom') return [];
  try {
    proxyFor(connection, new URL('http://localhost'), { http: undefined, https: undefined });
    return [];
  } catch (error) {
    return [{ field: 'proxyUrl', message: `${(error as Error).message} Write it as http://host:port.` }];
  }
}

type Read = (file: string) => Promise<Buffer>;

async function checkCertificate(certificate: ClientCertificate, read: Read): Promise<ConnectionProblem[]> {
  const { domain, cert, key, pfx, passphrase } = certificate;
  if ([domain, cert, key, pfx, passphrase].every((text) => text === '')) return [];
  const problems: ConnectionProblem[] = [];
  if (domain.trim() === '') problems.push({ field: 'domain', message: 'Without a host, it is sent to no server.' });
  if (pfx !== '') return [...problems, ...(await problemOf('pfx', () => checkPfx(certificate, read)))];
  if (cert === '') return [...problems, { field: 'cert', message: 'Choose a certificate, or a PKCS#12 file.' }];
  let first: X509Certificate | undefined;
  const ofCertificate = await problemOf('cert', async () => {
    [first] = certificatesIn(await readable(read, cert), cert);
  });
  const ofKey = await checkKey(certificate, read, first);
  return [...problems, ...ofCertificate, ...(ofCertificate.length > 0 && key === '' ? [] : ofKey)];
}

/** Without a file of its own, the key is in that of the certificate. */
async function checkKey(
  { cert, key, passphrase }: ClientCertificate,
  read: Read,
  certificate: X509Certificate | undefined,
): Promise<ConnectionProblem[]> {
  const file = key || cert;
  let pem = '';
  const unreadable = await problemOf('key', async () => {
    pem = (await readable(read, file)).toString();
    if (!/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(pem)) throw new Error(`${file} holds no private key in PEM.`);
  });
  if (unreadable.length > 0) return unreadable;
  let privateKey: KeyObject;
  try {
    privateKey = createPrivateKey({ key: pem, passphrase });
  } catch {
    if (!pem.includes('ENCRYPTED')) return [{ field: 'key', message: `The private key in ${file} is damaged.` }];
    const message = `It does not open the private key in ${file}.`;
    return [{ field: 'passphrase', message: passphrase === '' ? 'The private key needs its passphrase.' : message }];
  }
  if (certificate === undefined || certificate.checkPrivateKey(privateKey)) return [];
  return [{ field: 'key', message: 'This private key does not belong to the certificate.' }];
}

async function checkPfx({ pfx, passphrase }: ClientCertificate, read: Read): Promise<void> {
  const bytes = await readable(read, pfx);
  try {
    tls.createSecureContext({ pfx: bytes, passphrase });
  } catch (error) {
    const isPassphrase = /mac verify failure/i.test((error as Error).message);
    throw new Error(
      isPassphrase ? `The passphrase does not open ${pfx}.` : `${pfx} is not a PKCS#12 file with a certificate.`,
      { cause: error },
    );
  }
}

function certificatesIn(bytes: Buffer, file: string): X509Certificate[] {
  const texts = bytes.toString().match(CERTIFICATE) ?? [];
  if (texts.length === 0) throw new Error(`${file} holds no certificate in PEM.`);
  return texts.map((text, index) => {
    try {
      return new X509Certificate(text);
    } catch (error) {
      throw new Error(`Certificate ${index + 1} in ${file} is damaged.`, { cause: error });
    }
  });
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'does not exist',
  EISDIR: 'is a folder',
  EACCES: 'may not be read by this user',
  EPERM: 'may not be read by this user',
};

async function readable(read: Read, file: string): Promise<Buffer> {
  try {
    return await read(file);
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new Error(Object.hasOwn(reasons, code) ? `${file} ${reasons[code]}.` : message, { cause: error });
  }
}

async function problemOf(field: string, check: () => Promise<void>): Promise<ConnectionProblem[]> {
  try {
    await check();
    return [];
  } catch (error) {
    return [{ field, message: (error as Error).message }];
  }
}
