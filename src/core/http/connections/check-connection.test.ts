import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { defaultConnection, type ConnectionSettings } from '../../../contract/collection/connection.ts';
import { makeCertificate } from '../../testing/certificate.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { checkConnection } from './check-connection.ts';

const folder = temporaryFolder('check-connection');
const { files } = makeCertificate(folder);
const other = makeCertificate(temporaryFolder('check-connection-other')).files;
const inFolder = (name: string) => path.join(folder, name);
const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
openssl('pkcs12', '-export', '-in', files.cert, '-inkey', files.key, '-out', 'client.p12', '-passout', 'pass:tulip');
openssl('pkey', '-in', files.key, '-aes256', '-passout', 'pass:tulip', '-out', 'locked.key');
writeFileSync(inFolder('both.pem'), readFileSync(files.cert, 'utf8') + readFileSync(files.key, 'utf8'));
writeFileSync(inFolder('text.pem'), 'not a certificate');
writeFileSync(inFolder('damaged.pem'), '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n');

const check = async (change: Partial<ConnectionSettings>) =>
  Object.fromEntries(
    (await checkConnection({ ...defaultConnection, ...change }, folder)).map(({ field, message }) => [field, message]),
  );
const empty = { domain: 'api.test', cert: '', key: '', pfx: '', passphrase: '' };
const checkClient = (change: Partial<typeof empty>) => check({ clientCertificates: [{ ...empty, ...change }] });

test.each([
  ['http://user:pass@proxy:8080', {}],
  ['proxy:8080', { proxyUrl: '"proxy:8080" is not the address of a proxy. Write it as http://host:port.' }],
  ['', { proxyUrl: 'A proxy is chosen, and its address is empty. Write it as http://host:port.' }],
])('the address of a proxy: %j', async (proxyUrl, problems) => {
  expect(await check({ proxy: 'custom', proxyUrl })).toEqual(problems);
  expect(await check({ proxy: 'none', proxyUrl })).toEqual({});
});

test('files of authorities', async () => {
  expect(await check({ ca: [files.cert, '', 'none.pem', 'text.pem', 'damaged.pem', '.'] })).toEqual({
    'ca.2': 'none.pem does not exist.',
    'ca.3': 'text.pem holds no certificate in PEM.',
    'ca.4': 'Certificate 1 in damaged.pem is damaged.',
    'ca.5': '. is a folder.',
  });
});

test.each([
  [{ cert: files.cert, key: files.key }, {}],
  [{ cert: 'both.pem' }, {}],
  [{ cert: files.cert, key: 'locked.key', passphrase: 'tulip' }, {}],
  [{ pfx: 'client.p12', passphrase: 'tulip' }, {}],
  [{ domain: '' }, {}],
  [{ domain: '', cert: 'both.pem' }, { domain: 'Without a host, it is sent to no server.' }],
  [{}, { cert: 'Choose a certificate, or a PKCS#12 file.' }],
  [{ cert: 'none.pem' }, { cert: 'none.pem does not exist.' }],
  [{ cert: files.cert, key: 'text.pem' }, { key: 'text.pem holds no private key in PEM.' }],
  [{ cert: files.cert, key: other.key }, { key: 'This private key does not belong to the certificate.' }],
  [{ cert: files.cert, key: 'locked.key' }, { passphrase: 'The private key needs its passphrase.' }],
  [
    { cert: files.cert, key: 'locked.key', passphrase: 'rose' },
    { passphrase: 'It does not open the private key in locked.key.' },
  ],
  [{ pfx: 'client.p12', passphrase: 'rose' }, { pfx: 'The passphrase does not open client.p12.' }],
  [{ pfx: 'text.pem' }, { pfx: 'text.pem is not a PKCS#12 file with a certificate.' }],
] as [Partial<typeof empty>, Record<string, string>][])('a client certificate: %j', async (change, problems) => {
  const expected = Object.entries(problems).map(([field, message]) => [`clientCertificates.0.${field}`, message]);
  expect(await checkClient(change)).toEqual(Object.fromEntries(expected));
});
