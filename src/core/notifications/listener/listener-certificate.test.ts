/** Reading the certificate of the listener, whose paths may lead to anything. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createSecureContext } from 'node:tls';
import { beforeAll, expect, test } from 'vitest';
import { makeCertificate, type TestCertificate } from '../../testing/certificate.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { invalidPeriod, readCertificate } from './listener-certificate.ts';
import { localCertificateFile } from './local-certificate-file.ts';

const folder = temporaryFolder('listener-certificate');
let certificate: TestCertificate;
beforeAll(() => {
  certificate = makeCertificate(folder);
});
const fromFiles = (certFile: string, keyFile = certificate.files.key) =>
  readCertificate({ mode: 'files', certFile, keyFile }, folder);

test('a certificate and its key are read, also through a link', async () => {
  const link = path.join(folder, 'link.pem');
  symlinkSync(certificate.files.cert, link);
  const expected = { cert: String(certificate.cert), key: String(certificate.key) };
  expect(await fromFiles(link)).toEqual(expected);
});

test('files that are missing, of another form or do not belong to each other are refused with the reason', async () => {
  const other = makeCertificate(temporaryFolder('listener-certificate'));
  await expect(fromFiles('')).rejects.toThrow('The certificate of the listener cannot be read: no file is chosen.');
  await expect(fromFiles(`${folder}/none.pem`)).rejects.toThrow(/read: .*none\.pem does not exist\.$/);
  await expect(fromFiles(other.files.cert)).rejects.toThrow(/cannot be used: key values mismatch\.$/);
  await expect(fromFiles(certificate.files.key)).rejects.toThrow(/key\.pem contains no certificate\.$/);
  await expect(fromFiles(certificate.files.cert, other.files.cert)).rejects.toThrow(/contains no private key\.$/);
  await expect(fromFiles(folder)).rejects.toThrow(/is a folder\.$/);
  const locked = path.join(folder, 'locked.pem');
  writeFileSync(locked, '-----BEGIN ENCRYPTED PRIVATE KEY-----');
  await expect(fromFiles(certificate.files.cert, locked)).rejects.toThrow(/has a passphrase/);
});

test('senders refuse a certificate outside of its period', () => {
  const pair = { cert: String(certificate.cert), key: String(certificate.key) };
  const day = 86_400_000;
  expect(invalidPeriod(pair, Date.now())).toBeUndefined();
  expect(invalidPeriod(pair, Date.now() + 3 * day)).toMatch(
    /^The certificate of the listener expired on \d{4}-\d\d-\d\d:/,
  );
  expect(invalidPeriod(pair, Date.now() - day)).toMatch(/is not valid before \d{4}-/);
});

test('a file that is too large is refused without being read', async () => {
  const large = path.join(folder, 'large.pem');
  writeFileSync(large, '-----BEGIN CERTIFICATE-----');
  truncateSync(large, 1024 * 1024 + 1);
  await expect(fromFiles(large)).rejects.toMatchObject({
    code: 'InvalidParams',
    message: expect.stringContaining('1.0 MB are allowed') as string,
  });
  truncateSync(large, 50_000_000_000);
  await expect(fromFiles(certificate.files.cert, large)).rejects.toThrow(/has 47683.7 MB; 1.0 MB are allowed/);
});

test.skipIf(process.platform === 'win32')('a pipe, a device and a folder are refused at once', async () => {
  const pipe = path.join(folder, 'pipe.pem');
  execFileSync('mkfifo', [pipe]);
  for (const file of [pipe, '/dev/zero']) await expect(fromFiles(file)).rejects.toThrow(/is not a regular file/);
  await expect(fromFiles(folder)).rejects.toMatchObject({ code: 'InvalidParams' });
});

test('a certificate of this computer that cannot be read is not replaced, because clients trust it', async () => {
  const state = temporaryFolder('listener-certificate');
  const certFile = localCertificateFile(state);
  mkdirSync(certFile, { recursive: true });
  const local = readCertificate({ mode: 'local', certFile: '', keyFile: '' }, state);
  await expect(local).rejects.toMatchObject({ code: 'InvalidParams' });
  expect(readdirSync(path.dirname(certFile))).toEqual(['listener-cert.pem']);
});

test('a certificate of this computer that is created several times at one moment is one pair', async () => {
  const state = temporaryFolder('listener-certificate');
  const read = () => readCertificate({ mode: 'local', certFile: '', keyFile: '' }, state);
  const [first, ...others] = await Promise.all([read(), read(), read(), read()]);
  for (const other of others) expect(other).toEqual(first);
  expect(await read()).toEqual(first);
  expect(() => createSecureContext(first)).not.toThrow();
});

test('a certificate of this computer without its key is replaced together with it', async () => {
  const state = temporaryFolder('listener-certificate');
  const read = () => readCertificate({ mode: 'local', certFile: '', keyFile: '' }, state);
  const former = await read();
  rmSync(path.join(path.dirname(localCertificateFile(state)), 'listener-key.pem'));
  const pair = await read();
  expect(pair?.cert).not.toBe(former?.cert);
  expect(readFileSync(localCertificateFile(state), 'utf8')).toBe(pair?.cert);
  expect(() => createSecureContext(pair)).not.toThrow();
});
