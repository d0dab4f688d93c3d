/**
 * Many requests on one connection, and servers with TLS, whose connections Node knows only once they have agreed on
 * their encryption.
 */
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import net from 'node:net';
import tls from 'node:tls';
import { expect, test, vi } from 'vitest';
import { makeCertificate } from '../../testing/certificate.ts';
import { listen } from '../../testing/listen.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { closeHttpServer, createHttpServer, MAX_WAITING } from './http-server.ts';

const { cert, key } = makeCertificate(temporaryFolder('http-server'));
const limits = { maxHeaderBytes: 1024, headersMs: 60_000, requestMs: 60_000, idleMs: 60_000, maxConnections: 10 };
const startServer = async (headersMs: number) => {
  const server = createHttpServer({ ...limits, headersMs }, (_request, response) => response.end(), {
    cert: String(cert),
    key: String(key),
  });
  return { server, port: await listen(server) };
};

/** A client that connects and does not begin to encrypt. */
async function connectSilently(port: number): Promise<net.Socket> {
  const socket = net.connect(port, '127.0.0.1').on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

test('a connection that never begins to encrypt does not keep a server from closing', { timeout: 5000 }, async () => {
  const { server, port } = await startServer(60_000);
  const connected = once(server, 'connection');
  const socket = await connectSilently(port);
  await connected;
  await closeHttpServer(server);
  if (!socket.closed) await once(socket, 'close');
});

test('it ends after the time for headers', { timeout: 5000 }, async () => {
  const { server, port } = await startServer(100);
  const socket = await connectSilently(port);
  await once(socket, 'close');
  await closeHttpServer(server);
  expect(server.listening).toBe(false);
});

test.each(['without TLS', 'with TLS'])(
  'connections that send nothing, or half a request, give way %s',
  async (name) => {
    const certificate = name === 'with TLS' ? { cert: String(cert), key: String(key) } : undefined;
    const busyResponse = Promise.withResolvers<ServerResponse>();
    const onRequest = ({ url }: IncomingMessage, response: ServerResponse) =>
      url === '/busy' ? busyResponse.resolve(response) : void response.end('here');
    const server = createHttpServer(limits, onRequest, certificate);
    const port = await listen(server);
    const connect = async (): Promise<net.Socket> => {
      const socket = certificate
        ? tls.connect({ port, host: '127.0.0.1', ca: cert, servername: 'localhost' })
        : net.connect(port, '127.0.0.1');
      const connected = once(socket, certificate ? 'secureConnect' : 'connect');
      await Promise.race([connected, once(socket, 'close')]).catch(() => undefined);
      return socket.on('error', () => undefined);
    };
    const busy = await connect();
    busy.write('GET /busy HTTP/1.1\r\nHost: a\r\n\r\n');
    const held = await busyResponse.promise;
    const strangers = await Promise.all(
      Array.from({ length: 3 * limits.maxConnections }, async () => {
        const socket = await connect();
        if (!socket.destroyed) socket.write('GET / HTTP/1.1\r\n');
        return socket;
      }),
    );
    const last = await connect();
    last.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    expect(String(await once(last, 'data'))).toContain('here');
    await vi.waitFor(() => expect(strangers.filter(({ closed }) => !closed)).toHaveLength(limits.maxConnections - 2));
    // A connection with a request that waits for its response does not give way.
    held.end('held');
    expect(String(await once(busy, 'data'))).toContain('held');
    await closeHttpServer(server);
  },
);

test('requests that are sent at once on one connection are answered, also very many', async () => {
  const server = createHttpServer(limits, (request, response) =>
    request.resume().on('end', () => setTimeout(() => response.end(), 1)),
  );
  const socket = await connectSilently(await listen(server));
  let received = '';
  socket.on('data', (bytes: Buffer) => (received += bytes.toString()));
  const count = 2 * MAX_WAITING;
  socket.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc`.repeat(count));
  await vi.waitFor(() => expect(received.split('200 OK')).toHaveLength(count + 1), 10_000);
  await closeHttpServer(server);
});

test('a connection with unanswered requests is ended where very many wait, and others are answered', async () => {
  const waiting: ServerResponse[] = [];
  const server = createHttpServer(limits, (request, response) => {
    if (request.url === '/last') response.end('here');
    else waiting.push(response);
  });
  const port = await listen(server);
  const strangers = await Promise.all(
    Array.from({ length: limits.maxConnections - 1 }, async () => {
      const socket = await connectSilently(port);
      socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(MAX_WAITING));
      return socket;
    }),
  );
  await vi.waitFor(() => expect(strangers.some(({ closed }) => closed)).toBe(true));
  // Each of the connections may have a few.
  expect(waiting.length).toBeLessThan(MAX_WAITING + 1000);
  const last = await connectSilently(port);
  last.write('GET /last HTTP/1.1\r\nHost: a\r\n\r\n');
  expect(String(await once(last, 'data'))).toContain('here');
  await closeHttpServer(server);
});
