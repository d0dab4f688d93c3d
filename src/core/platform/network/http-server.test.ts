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
import { closeHttpServer, createHttpServer, MAX_PIPELINED } from './http-server.ts';

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

test('requests that are sent at once on one connection are answered, and beyond a number the connection ends', async () => {
  let count = 0;
  const waiting: ServerResponse[] = [];
  const server = createHttpServer(limits, (_request, response) => {
    count += 1;
    waiting.push(response);
  });
  const port = await listen(server);
  const send = async (requests: number) => {
    count = 0;
    const socket = await connectSilently(port);
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(requests));
    return socket;
  };
  const allowed = await send(MAX_PIPELINED);
  let received = '';
  allowed.on('data', (bytes: Buffer) => (received += bytes.toString()));
  await vi.waitFor(() => expect(count).toBe(MAX_PIPELINED));
  for (const response of waiting.splice(0)) response.end();
  await vi.waitFor(() => expect(received.match(/200 OK/g)).toHaveLength(MAX_PIPELINED));
  // Only those that wait count, and not those that are answered.
  allowed.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await vi.waitFor(() => expect(count).toBe(MAX_PIPELINED + 1));
  const refused = await send(1000);
  if (!refused.closed) await once(refused, 'close');
  expect(count).toBe(MAX_PIPELINED);
  await closeHttpServer(server);
});
