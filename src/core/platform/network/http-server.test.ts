/** Servers with TLS, whose connections Node knows only once they have agreed on their encryption. */
import { once } from 'node:events';
import net from 'node:net';
import { expect, test } from 'vitest';
import { makeCertificate } from '../../testing/certificate.ts';
import { listen } from '../../testing/listen.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { closeHttpServer, createHttpServer } from './http-server.ts';

const { cert, key } = makeCertificate(temporaryFolder('http-server'));
const startServer = async (headersMs: number) => {
  const limits = { maxHeaderBytes: 1024, headersMs, requestMs: 60_000, idleMs: 60_000, maxConnections: 10 };
  const server = createHttpServer(limits, (_request, response) => response.end(), {
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
