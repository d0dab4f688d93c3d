import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { truncateSync, writeFileSync } from 'node:fs';
import https from 'node:https';
import net from 'node:net';
import path from 'node:path';
import { TLSSocket } from 'node:tls';
import { afterAll, expect, test } from 'vitest';
import { defaultConnection } from '../../../contract/collection/connection.ts';
import { makeCertificate } from '../../testing/certificate.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { createCertificateChoice, FIRST_SERVER } from './client-certificates.ts';
import { createHttpClient } from '../http-client.ts';

const http = createHttpClient();
const testCertificate = makeCertificate(temporaryFolder('client-certificates'));
const certificate = (domain: string) => ({
  domain,
  cert: testCertificate.files.cert,
  key: testCertificate.files.key,
  pfx: '',
  passphrase: '',
});
const closers: (() => unknown)[] = [() => http.close()];
afterAll(() => Promise.all(closers.map((close) => close())));

const subjectOf = (socket: unknown): string =>
  socket instanceof TLSSocket ? ((socket.getPeerCertificate() as { subject?: { CN?: string } }).subject?.CN ?? '') : '';

async function listen(server: net.Server): Promise<number> {
  closers.push(() => server.close());
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return (server.address() as net.AddressInfo).port;
}
/** A server that asks for a certificate, and responds with the subject of the received one. */
const startServer = async () => {
  const options = { ...testCertificate, requestCert: true, rejectUnauthorized: false };
  const server = https.createServer(options, (request, response) => response.end(subjectOf(request.socket)));
  return `https://localhost:${await listen(server)}/`;
};

test.each([
  ['*', 'https://any.test/', true],
  ['api.test', 'https://api.test:8443/', true],
  ['api.test:8443', 'https://api.test:8443/', true],
  ['api.test:8443', 'https://api.test/', false],
  ['*.api.test', 'https://v1.api.test/', true],
  ['*.api.test', 'https://evil-api.test/', false],
  ['https://api.test/path', 'https://api.test/', true],
  ['[::1]:8443', 'https://[::1]:8443/', true],
  ['[::1]', 'https://[::2]/', false],
  ['', 'https://api.test/', false],
  ['api.test', 'http://api.test/', false],
])('a certificate for %s and %s: %s', (domain, url, isOffered) => {
  const choose = createCertificateChoice();
  const found = choose({ ...defaultConnection, clientCertificates: [certificate(domain)] }, new URL(url));
  expect(found !== undefined).toBe(isOffered);
});

test('a certificate for the first server is offered to no other one', async () => {
  const [first, second] = [await startServer(), await startServer()];
  const connection = {
    ...defaultConnection,
    ca: [testCertificate.files.cert],
    clientCertificates: [certificate(FIRST_SERVER)],
  };
  const { signal } = new AbortController();
  const ask = async (url: string) =>
    (await http.send({ method: 'GET', url, headers: [] }, { signal, connection })).body.toString();
  expect(await Promise.all([ask(first), ask(second)])).toEqual(['localhost', '']);
  expect(await ask(second)).toBe('');
  expect(await ask(first)).toBe('localhost');
});

test('a renewed certificate and a renewed authority at the same path are used by the next request', async () => {
  const [former, renewed] = ['former', 'renewed'].map((name) => makeCertificate(temporaryFolder(name)));
  if (!former || !renewed) throw new Error('There are no certificates.');
  const folder = temporaryFolder('client-certificates');
  const files = { cert: path.join(folder, 'cert.pem'), key: path.join(folder, 'key.pem') };
  const ca = path.join(folder, 'ca.pem');
  const connection = {
    ...defaultConnection,
    ca: [ca],
    clientCertificates: [{ ...certificate('localhost'), ...files }],
  };
  const use = ({ cert, key }: typeof former, authority: Buffer) => {
    writeFileSync(files.cert, cert);
    writeFileSync(files.key, key);
    writeFileSync(ca, authority);
  };
  const fingerprintOf = (socket: unknown) =>
    socket instanceof TLSSocket ? socket.getPeerCertificate().fingerprint256 : '';
  const options = { requestCert: true, rejectUnauthorized: false };
  const server = https.createServer({ ...testCertificate, ...options }, ({ socket }, response) =>
    response.end(fingerprintOf(socket)),
  );
  const url = `https://localhost:${await listen(server)}/`;
  const { signal } = new AbortController();
  const ask = async () =>
    (await http.send({ method: 'GET', url, headers: [] }, { signal, connection })).body.toString();

  use(former, testCertificate.cert);
  expect(await ask()).toBe(new X509Certificate(former.cert).fingerprint256);
  use(renewed, testCertificate.cert);
  expect(await ask()).toBe(new X509Certificate(renewed.cert).fingerprint256);
  use(renewed, renewed.cert);
  await expect(ask()).rejects.toMatchObject({ code: 'CertificateProblem' });
});

test.skipIf(process.platform === 'win32')('a pipe and a very large file are refused at once', async () => {
  const folder = temporaryFolder('client-certificates');
  const [pipe, large] = [path.join(folder, 'pipe.pem'), path.join(folder, 'large.pem')];
  execFileSync('mkfifo', [pipe]);
  writeFileSync(large, '');
  truncateSync(large, 50_000_000_000);
  const { signal } = new AbortController();
  const send = (ca: string) =>
    http.send(
      { method: 'GET', url: 'https://localhost:1/', headers: [] },
      {
        signal,
        connection: { ...defaultConnection, ca: [ca] },
      },
    );
  await expect(send(pipe)).rejects.toThrow(/not a regular file/);
  await expect(send(large)).rejects.toMatchObject({
    code: 'CertificateProblem',
    message: expect.stringContaining('10.0 MB are allowed') as string,
  });
});

test('a proxy is not offered the certificate of a server', async () => {
  const server = await startServer();
  const offered: string[] = [];
  const proxy = https.createServer({ ...testCertificate, requestCert: true, rejectUnauthorized: false });
  proxy.on('connect', (request, socket: net.Socket) => {
    offered.push(subjectOf(request.socket));
    const onward = net.connect(Number(new URL(server).port), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    for (const one of [onward, socket]) one.on('error', () => [onward, socket].forEach((each) => each.destroy()));
  });
  const connection = {
    ...defaultConnection,
    ca: [testCertificate.files.cert],
    clientCertificates: [certificate('*')],
    proxy: 'custom' as const,
    proxyUrl: `https://localhost:${await listen(proxy)}`,
  };
  const { signal } = new AbortController();
  const exchange = await http.send({ method: 'GET', url: server, headers: [] }, { signal, connection });
  expect(exchange.body.toString()).toBe('localhost');
  expect(offered).toEqual(['']);
});
