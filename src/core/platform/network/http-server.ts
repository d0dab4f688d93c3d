/** HTTP servers that strangers can reach: they answer or close any request, and continue to serve. */
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { ServerOptions } from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { limitConnections, type ConnectionLimit } from './connection-limit.ts';
import { http, loadHttps } from './node-http.ts';

export interface HttpServerLimits {
  /** Limit for the request line and the headers together, in bytes; a larger request is answered with 431. */
  maxHeaderBytes: number;
  /** Milliseconds in which the headers, and the whole request, have to be complete; then 408. */
  headersMs: number;
  requestMs: number;
  /** Milliseconds that a connection may stay open without a request. */
  idleMs: number;
  /** A connection beyond this number ends the one that has been waiting for a request for the longest time. */
  maxConnections: number;
}

/** Certificate and private key of a server, as PEM. */
export interface ServerCertificate {
  cert: string;
  key: string;
}

/**
 * Requests of one connection that wait for their responses; further ones are not read before. Those that have arrived
 * together with them are answered, too.
 */
const MAX_PIPELINED = 32;
/**
 * Waiting requests of all connections together. Clients send the next one after the response; a stranger who does not
 * can make the memory for each from fifty bytes. Beyond this number, connections with too many of them are ended.
 */
export const MAX_WAITING = 4000;
/** Milliseconds between two checks of the time limits. */
const CHECK_MS = 5000;

/** @param certificate serves TLS with it; absent: without TLS @throws an error of OpenSSL where it is invalid */
export function createHttpServer(
  limits: HttpServerLimits,
  onRequest: (request: IncomingMessage, response: ServerResponse) => void,
  certificate?: ServerCertificate,
): Server {
  const options = {
    maxHeaderSize: limits.maxHeaderBytes,
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    connectionsCheckingInterval: CHECK_MS,
    keepAliveTimeout: limits.idleMs,
  };
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    // Without this listener an error of the connection would end the process. Node reports none of a request that has no
    // listener for it.
    response.on('error', ignore);
    if (waits.begin(request.socket, response)) onRequest(request, response);
  };
  const server = certificate
    ? createTlsServer({ ...options, ...certificate, handshakeTimeout: limits.headersMs }, listener)
    : http.createServer(options, listener);
  const connectionLimit = limitConnections(server, limits.maxConnections);
  const waits = createWaits(connectionLimit);
  limitOf.set(server, connectionLimit);
  server.on('clientError', (error: NodeJS.ErrnoException, socket) =>
    refuseSocket(socket, refusals[error.code ?? ''] ?? 400),
  );
  return server;
}

const limitOf = new WeakMap<Server, ConnectionLimit>();

/** Does not let a connection give way that has become a WebSocket, whose requests the server does not see. */
export const holdConnection = (server: Server, connection: Socket): void => limitOf.get(server)?.begin(connection);

function createTlsServer(options: ServerOptions, listener: RequestListener): Server {
  const server = loadHttps().createServer(options, listener);
  // A response would wait for the encryption without end.
  server.on('tlsClientError', (_error, socket) => socket.destroy());
  return server;
}

/** Closes every connection of a server that `createHttpServer` has created. */
export function closeConnections(server: Server): void {
  server.closeAllConnections();
  limitOf.get(server)?.close();
}

/** Counts the requests that wait for their responses, of each connection and of all. */
function createWaits(connectionLimit: ConnectionLimit) {
  const waitingOn = new WeakMap<Socket, number>();
  let all = 0;
  function end(socket: Socket): void {
    all -= 1;
    const left = (waitingOn.get(socket) ?? 1) - 1;
    waitingOn.set(socket, left);
    if (left === MAX_PIPELINED) socket.resume();
    if (left === 0) connectionLimit.wait(socket);
  }
  return {
    /** @returns false when the connection has ended, because too many of its requests wait */
    begin(socket: Socket, response: ServerResponse): boolean {
      const waiting = (waitingOn.get(socket) ?? 0) + 1;
      if (waiting > MAX_PIPELINED && all >= MAX_WAITING) socket.destroy();
      if (socket.destroyed) return false;
      all += 1;
      waitingOn.set(socket, waiting);
      if (waiting > MAX_PIPELINED) socket.pause();
      connectionLimit.begin(socket);
      response.once('close', () => end(socket));
      return true;
    },
  };
}

const ignore = () => undefined;
const refusals: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/**
 * Answers on a connection that has no `ServerResponse`, and closes it. It is destroyed once the response is sent,
 * because a peer that never closes its own end would otherwise keep it open.
 */
export function refuseSocket(socket: Duplex, status: number, text = ''): void {
  socket.on('error', () => socket.destroy());
  if (!socket.writable) return void socket.destroy();
  const content = text && `${text}\n`;
  const head = [
    `HTTP/1.1 ${status} ${http.STATUS_CODES[status] ?? ''}`,
    'Connection: close',
    'Content-Type: text/plain; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(content)}`,
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${content}`, () => socket.destroy());
}

/** Resolves when the server no longer accepts connections and all of its connections are closed. */
export async function closeHttpServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  closeConnections(server);
  await closed;
}
