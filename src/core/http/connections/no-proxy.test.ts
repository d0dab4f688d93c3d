/** Servers of the environment variable NO_PROXY: they are contacted as those without a proxy are. */
import https from 'node:https';
import { TLSSocket } from 'node:tls';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { defaultConnection, type ConnectionSettings } from '../../../contract/collection/connection.ts';
import { makeCertificate, type TestCertificate } from '../../testing/certificate.ts';
import { listen } from '../../testing/listen.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { createHttpClient, type HttpClient } from '../http-client.ts';

let client: HttpClient;
let certificate: TestCertificate;
let url: string;
beforeEach(async () => {
  certificate = makeCertificate(temporaryFolder('no-proxy'), 'DNS:localhost,DNS:api.localhost');
  const server = https.createServer(
    { ...certificate, requestCert: true, rejectUnauthorized: false, ca: certificate.cert },
    ({ socket }, response) => response.end(socket instanceof TLSSocket && socket.authorized ? 'known' : 'unknown'),
  );
  url = `https://localhost:${await listen(server)}/`;
  // Nothing listens at this address: a request that goes over the proxy fails.
  vi.stubEnv('https_proxy', 'http://127.0.0.1:1');
  vi.stubEnv('no_proxy', 'localhost');
  client = createHttpClient();
  onTestFinished(() => {
    vi.unstubAllEnvs();
    server.closeAllConnections();
    server.close();
  });
});
afterEach(() => client.close());

const sent = async (address: string, connection: Partial<ConnectionSettings>) => {
  const { signal } = new AbortController();
  const request = { method: 'GET', url: address, headers: [] };
  const { body, hops } = await client.send(request, { signal, connection: { ...defaultConnection, ...connection } });
  return { text: body.toString(), timings: hops[0]?.timings };
};

test('their certificates are compared with the authorities of the settings', async () => {
  expect((await sent(url, { ca: [certificate.files.cert] })).text).toBe('unknown');
});

test('their certificates are not checked where the settings say so', async () => {
  const { text, timings } = await sent(url, { checkCertificates: false });
  expect(text).toBe('unknown');
  expect(timings?.tls).toBeGreaterThan(0);
});

test('they are offered the client certificate that is for them', async () => {
  const { cert, key } = certificate.files;
  const clientCertificates = [{ domain: 'localhost', cert, key, pfx: '', passphrase: '' }];
  expect((await sent(url, { checkCertificates: false, clientCertificates })).text).toBe('known');
});

test('a name below localhost is this computer', async () => {
  const address = url.replace('localhost', 'api.localhost');
  expect((await sent(address, { checkCertificates: false })).text).toBe('unknown');
});
