/** Connections that are never completed: what is stopped meanwhile leaves no socket. */
import { once } from 'node:events';
import https from 'node:https';
import net from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { defaultConnection } from '../../../contract/collection/connection.ts';
import { toFailure } from '../../../contract/errors.ts';
import type { HttpRequest } from '../../../contract/http/http.ts';
import { makeCertificate } from '../../testing/certificate.ts';
import { listen } from '../../testing/listen.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { createHttpClient } from '../http-client.ts';

const insecure = { ...defaultConnection, checkCertificates: false };
const client = createHttpClient();
const closing: (() => unknown)[] = [() => client.close()];
afterAll(() => Promise.all(closing.map((close) => close())));

/** Starts a server that accepts connections and writes `greeting` once to each. @returns its port and the connections */
async function silentServer(greeting = '') {
  const sockets: net.Socket[] = [];
  const server = net.createServer((socket) => {
    sockets.push(socket.on('error', () => undefined));
    socket.once('data', () => greeting && socket.write(greeting));
    closing.push(() => socket.destroy());
  });
  closing.push(() => server.close());
  return { port: await listen(server), sockets };
}

const send = (url: string, proxyUrl: string, signal: AbortSignal, request: Partial<HttpRequest> = {}) =>
  client
    .send(
      { method: 'GET', url, headers: [], ...request },
      { signal, connection: proxyUrl ? { ...insecure, proxy: 'custom', proxyUrl } : insecure },
    )
    .then(() => 'it was answered', toFailure);

const chunked: Partial<HttpRequest> = {
  method: 'POST',
  headers: [{ name: 'Transfer-Encoding', value: 'chunked' }],
  body: { mode: 'raw', text: 'x' },
};

test.each<[string, (port: number) => [url: string, proxy: string], string, number, Partial<HttpRequest>]>([
  ['the TLS handshake', (port) => [`https://127.0.0.1:${port}`, ''], '', 1, {}],
  ['the TLS handshake before a body of unknown length', (port) => [`https://127.0.0.1:${port}`, ''], '', 1, chunked],
  ['the TLS handshake of several requests', (port) => [`https://127.0.0.1:${port}`, ''], '', 5, {}],
  ['CONNECT at a proxy', (port) => ['https://a.test', `http://127.0.0.1:${port}`], '', 1, {}],
  ['the TLS handshake of a proxy', (port) => ['https://a.test', `https://127.0.0.1:${port}`], '', 1, {}],
  ['the TLS handshake of a proxy without tunnel', (port) => ['http://a.test', `https://127.0.0.1:${port}`], '', 1, {}],
  [
    'the TLS handshake in a tunnel',
    (port) => ['https://a.test', `http://127.0.0.1:${port}`],
    'HTTP/1.1 200 OK\r\n\r\n',
    1,
    {},
  ],
])('a request that is stopped in %s leaves no socket', async (_what, addresses, greeting, count, request) => {
  const { port, sockets } = await silentServer(greeting);
  const stop = new AbortController();
  const sending = Array.from({ length: count }, () => send(...addresses(port), stop.signal, request));
  await expect.poll(() => sockets.length).toBeGreaterThan(0);
  const signal = AbortSignal.timeout(5000);
  await expect.poll(() => sockets.every(({ bytesRead }) => bytesRead > (greeting ? 200 : 0))).toBe(true);
  stop.abort();
  for (const failed of await Promise.all(sending)) expect(failed).toMatchObject({ code: 'Cancelled' });
  const open = sockets.filter((socket) => !socket.destroyed);
  await Promise.all(open.map((socket) => once(socket, 'close', { signal })));
  // None is opened for what waited behind them.
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(sockets.filter((socket) => !socket.destroyed)).toEqual([]);
});

test('requests that wait for the same server are answered when another one is stopped, and so is the next', async () => {
  const server = https.createServer(makeCertificate(temporaryFolder('opening')), (_request, response) =>
    response.end('ok'),
  );
  const port = await listen(server);
  const gate = Promise.withResolvers<void>();
  let accepted = 0;
  const delaying = net.createServer((socket) => {
    accepted += 1;
    socket.on('error', () => undefined);
    void gate.promise.then(() => {
      const behind = net.connect(port, '127.0.0.1').on('error', () => undefined);
      socket.pipe(behind).pipe(socket);
    });
  });
  closing.push(
    () => delaying.close(),
    () => server.close(),
    () => server.closeAllConnections(),
  );
  const url = `https://127.0.0.1:${await listen(delaying)}`;
  const stop = new AbortController();
  const stopped = send(url, '', stop.signal);
  const others = [1, 2, 3].map(() => send(url, '', new AbortController().signal));
  await expect.poll(() => accepted).toBeGreaterThan(0);
  stop.abort();
  others.push(send(url, '', new AbortController().signal));
  gate.resolve();
  expect(await stopped).toMatchObject({ code: 'Cancelled' });
  expect(await Promise.all(others)).toEqual(others.map(() => 'it was answered'));
});
