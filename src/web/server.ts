/** The web host: serves the interface and the contract on loopback, for the person who started it. */
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type ServerOptions } from 'ws';
import { codedError } from '../contract/errors.ts';
import { hostContract, type HostApi, type HostSubscribe } from '../contract/host-contract.ts';
import { serve } from '../contract/rpc/rpc.ts';
import {
  closeHttpServer,
  createHttpServer,
  holdConnection,
  refuseSocket,
} from '../core/platform/network/http-server.ts';
import { parseRequestTarget, type RequestTarget } from '../core/platform/network/request-target.ts';
import { createSessions } from './session.ts';
import { sendFile, sendPage, sendText } from './static-files.ts';
import { webSocketPort } from './web-socket-port.ts';

const HOST = '127.0.0.1';
/** A collection of another program may have many megabytes. */
const MAX_MESSAGE_BYTES = 256 * 1024 * 1024;
/** A browser opens six connections to one host, and one socket for each window. */
const MAX_CONNECTIONS = 256;
const MAX_SOCKETS = 32;
/** WebSocket close code "Try Again Later". */
const TRY_AGAIN_LATER = 1013;
const limits = {
  maxHeaderBytes: 16 * 1024,
  headersMs: 10_000,
  requestMs: 30_000,
  idleMs: 5000,
  maxConnections: MAX_CONNECTIONS,
};
/** Milliseconds in which a WebSocket has to answer the close frame after an error in its frames. */
const CLOSE_MS = 1000;

export interface WebHost {
  port: number;
  /** Creates an address that works once, for one browser, and for CODE_MS. */
  newAddress(): string;
  close(): Promise<void>;
}

export interface WebHostOptions {
  api: HostApi;
  subscribe: HostSubscribe;
  /** Folder of the built interface. */
  renderer: string;
  /** 0: any free one. */
  port: number;
  /** Called when the current address was used. */
  onSignIn?: () => void;
}

/** @throws PortInUse */
export async function startWebHost(options: WebHostOptions): Promise<WebHost> {
  const server = createHttpServer(limits, (request, response) => {
    const target = parseRequestTarget(request.url);
    const refusal = refuseForeign(request, target, port);
    if (refusal || !target) return sendText(response, ...(refusal ?? badTarget));
    if (request.method !== 'GET') return sendText(response, 405, 'Only GET is answered here.');
    if (target.pathname === OPEN) {
      const session = sessions.redeem(target.query.get('code'));
      if (!session) return sendText(response, 403, usedCode);
      options.onSignIn?.();
      return sendPage(response, openedPage(session.key), { 'Set-Cookie': session.cookie });
    }
    if (!sessions.isOpen(request)) return sendText(response, 403, usedCode);
    void sendFile(options.renderer, target.pathname, response);
  });
  const port = await listen(server, options.port);
  const sessions = createSessions(() => `outrigger-${port}`);
  const socketOptions: ServerOptions & { closeTimeout: number } = {
    noServer: true,
    maxPayload: MAX_MESSAGE_BYTES,
    closeTimeout: CLOSE_MS,
  };
  const sockets = new WebSocketServer(socketOptions);

  function refuseUpgrade(request: IncomingMessage): Refusal | undefined {
    const target = parseRequestTarget(request.url);
    const refusal = refuseForeign(request, target, port);
    if (refusal) return refusal;
    if (request.headers.origin === undefined) return [403, 'An Origin is needed.'];
    if (!sessions.mayConnect(request)) return [403, usedCode];
    return target?.pathname === '/host' ? undefined : [404, 'There is no such page.'];
  }

  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const refusal = refuseUpgrade(request);
    if (refusal) return refuseSocket(socket, ...refusal);
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      holdConnection(server, request.socket);
      const port = webSocketPort(webSocket);
      if (sockets.clients.size > MAX_SOCKETS) webSocket.close(TRY_AGAIN_LATER, 'Too many windows are open.');
      else serve(hostContract, port, options.api, options.subscribe);
    });
  });
  return {
    port,
    newAddress: () => `http://${HOST}:${port}${OPEN}?code=${sessions.newCode()}`,
    async close() {
      for (const socket of sockets.clients) socket.terminate();
      await closeHttpServer(server);
    },
  };
}

type Refusal = [status: number, text: string];

const OPEN = '/open';
const badTarget: Refusal = [400, 'This is not the path of a page.'];
const usedCode =
  'This address has been used, has expired, or is not complete. Press Enter in the terminal where Outrigger runs to get a new one.';
/**
 * A page that navigates to the interface by script instead of an HTTP redirect: the browser sends the new cookie
 * (SameSite=Strict) only if this origin starts the navigation. The key is after `#` in the address, which is not sent
 * to any server.
 */
const openedPage = (key: string) =>
  `<!doctype html><title>Outrigger</title><link rel="icon" href="data:,"><meta http-equiv="refresh" content="0;url=/#${key}">`;

/**
 * A page of another site may know the address, but sends neither the right Host (DNS rebinding) nor the right Origin.
 */
function refuseForeign(request: IncomingMessage, target: RequestTarget | undefined, port: number): Refusal | undefined {
  const hosts = [`${HOST}:${port}`, `localhost:${port}`];
  if (!hosts.includes(request.headers.host ?? '')) return [421, 'This address is not served here.'];
  const { origin } = request.headers;
  const site = request.headers['sec-fetch-site'];
  const fromOtherOrigin = origin !== undefined && !hosts.some((host) => origin === `http://${host}`);
  // The browser's start file counts as another site; the path is allowed because it requires the code.
  const isOpening = target?.pathname === OPEN && request.headers['sec-fetch-mode'] === 'navigate';
  const fromOtherSite = (site === 'cross-site' || site === 'same-site') && !isOpening;
  return fromOtherOrigin || fromOtherSite ? [403, 'Other sites may not use Outrigger.'] : undefined;
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE' && error.code !== 'EACCES') return reject(error);
      const reason = error.code === 'EACCES' ? 'may not be used by this user' : 'is used by another program';
      reject(
        codedError('PortInUse', `Port ${port} ${reason}.`, 'Choose another one with --port, or 0 for any free one.'),
      );
    });
    server.listen(port, HOST, () => {
      // Such as too many open files when a connection arrives: those that are open go on.
      server.on('error', () => undefined);
      resolve((server.address() as AddressInfo).port);
    });
  });
}
