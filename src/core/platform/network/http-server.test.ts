/**
 * Many requests on one connection, and servers with TLS, whose connections Node knows only once they have agreed on
 * their encryption.
 */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import net from 'node:net';
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
