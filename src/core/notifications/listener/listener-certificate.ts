/** The certificate of a listener that serves TLS: the user's files, or one created for this computer. */
import { X509Certificate } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { createSecureContext } from 'node:tls';
import { codedError } from '../../../contract/errors.ts';
import type { ListenerTls } from '../../../contract/webhooks/listener-settings.ts';
import type { ServerCertificate } from '../../platform/network/http-server.ts';
import { withFileLock } from '../../platform/files/file-lock.ts';
import { makePrivateFolder } from '../../platform/files/private-files.ts';
import { readRegularFile } from '../../platform/files/read-regular-file.ts';
import { writeAtomically } from '../../platform/files/write-atomically.ts';
import { localCertificateFile } from './local-certificate-file.ts';

/** PEM files are a few kilobytes. */
const MAX_PEM_BYTES = 1024 * 1024;
const LOCAL_DAYS = 3650;

/**
 * @param folder the private folder in which the certificate of this computer is stored
 * @returns undefined when the listener serves without TLS
 * @throws InvalidParams where a file cannot be read, or certificate and key do not match
 */
export async function readCertificate(tls: ListenerTls, folder: string): Promise<ServerCertificate | undefined> {
  if (tls.mode === 'off') return undefined;
  return tls.mode === 'local' ? localCertificate(folder) : readCertificateFiles(tls);
}

/** @throws InvalidParams where a file cannot be read, or certificate and key do not match */
export async function readCertificateFiles(tls: Omit<ListenerTls, 'mode'>): Promise<ServerCertificate> {
  const files = { cert: await readPem(tls.certFile, 'certificate'), key: await readPem(tls.keyFile, 'private key') };
  try {
    createSecureContext(files);
  } catch (error) {
    const { reason, message: text } = error as Error & { reason?: string };
    const message = `The certificate of the listener cannot be used: ${reason ?? text}.`;
    throw codedError('InvalidParams', message, 'Choose a certificate and the private key that belongs to it.');
  }
  return files;
}

/** @throws InvalidParams */
async function readPem(file: string, description: 'certificate' | 'private key'): Promise<string> {
  if (file === '') throw unreadable(description, 'no file is chosen.');
  if (!path.isAbsolute(file)) throw unreadable(description, `"${file}" is not an absolute path.`);
  const text = await readText(file).catch((error: unknown) => {
    const { code, message } = error as NodeJS.ErrnoException;
    const reasons: Record<string, string> = { ENOENT: `${file} does not exist.`, EISDIR: `${file} is a folder.` };
    throw unreadable(description, reasons[code ?? ''] ?? message);
  });
  if (!text.includes('-----BEGIN ')) throw unreadable(description, `${file} is not a PEM file.`);
  if (text.includes('-----BEGIN ENCRYPTED') || text.includes('Proc-Type: 4,ENCRYPTED'))
    throw unreadable(description, `${file} has a passphrase, which is not supported.`);
  const heading = description === 'certificate' ? 'CERTIFICATE-----' : 'PRIVATE KEY-----';
  if (!text.includes(heading)) throw unreadable(description, `${file} contains no ${description}.`);
  return text;
}

const unreadable = (description: string, reason: string): Error =>
  codedError('InvalidParams', `The ${description} of the listener cannot be read: ${reason}`, 'Choose a PEM file.');

/**
 * What senders that check the certificate will refuse; undefined when it is valid at this moment.
 * @param now milliseconds
 */
export function invalidPeriod({ cert }: ServerCertificate, now: number): string | undefined {
  const { validFromDate, validToDate } = new X509Certificate(cert);
  const day = (date: Date) => date.toISOString().slice(0, 10);
  const refusal = 'senders that check it refuse the connection.';
  if (now > validToDate.getTime()) return `The certificate of the listener expired on ${day(validToDate)}: ${refusal}`;
  if (now < validFromDate.getTime())
    return `The certificate of the listener is not valid before ${day(validFromDate)}: ${refusal}`;
  return undefined;
}

const readText = async (file: string): Promise<string> => String(await readRegularFile(file, MAX_PEM_BYTES));

interface CertificateFiles {
  certFile: string;
  keyFile: string;
}

/** Created once, so that clients which trust it continue to do so. */
async function localCertificate(folder: string): Promise<ServerCertificate> {
  const certFile = localCertificateFile(folder);
  const files = { certFile, keyFile: path.join(path.dirname(certFile), 'listener-key.pem') };
  const present = await readLocal(files);
  if (present) return present;
  makePrivateFolder(folder);
  mkdirSync(path.dirname(certFile), { recursive: true, mode: 0o700 });
  // Another process may create it at the same moment: the certificate of one would have the key of the other.
  return withFileLock(`${certFile}.lock`, async () => (await readLocal(files)) ?? createLocalCertificate(files));
}

/** @returns undefined when one of the files does not exist @throws InvalidParams */
async function readLocal({ certFile, keyFile }: CertificateFiles): Promise<ServerCertificate | undefined> {
  try {
    return { cert: await readText(certFile), key: await readText(keyFile) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw unreadable('certificate', (error as Error).message);
    return undefined;
  }
}

async function createLocalCertificate({ certFile, keyFile }: CertificateFiles): Promise<ServerCertificate> {
  const { generate } = await import('selfsigned');
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'Outrigger on this computer' }], {
    keyType: 'ec',
    notAfterDate: new Date(Date.now() + LOCAL_DAYS * 86_400_000),
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 7, ip: '127.0.0.1' },
          { type: 7, ip: '::1' },
        ],
      },
    ],
  });
  // The certificate is written last: where it is present, its key is, too, even if this process is killed in between.
  rmSync(certFile, { force: true });
  await writeAtomically(keyFile, key, { mode: 0o600 });
  await writeAtomically(certFile, cert);
  return { cert, key };
}
