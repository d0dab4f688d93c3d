/** The web host: the interface and its contract on loopback, for the one person who started it. */
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { codedError } from '../contract/errors.ts';
import { hostContract, type HostApi, type HostSubscribe } from '../contract/host-contract.ts';
import { serve } from '../contract/rpc.ts';
import { http } from '../core/platform/node-http.ts';
import { createSessions } from './session.ts';
import { sendFile, sendText } from './static-files.ts';
import { webSocketPort } from './web-socket-port.ts';

const HOST = '127.0.0.1';
/** A collection of another program may have many megabytes. */
const MAX_MESSAGE_BYTES = 256 * 1024 * 1024;

export interface WebHost {
  port: number;
  /** An address that works once, for one browser. */
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
}

/** @throws PortInUse */
export async function startWebHost(options: WebHostOptions): Promise<WebHost> {
  const server = http.createServer((request, response) => {
    const refusal = refuse(request);
    if (refusal) return sendText(response, ...refusal);
    const { pathname, searchParams } = new URL(request.url ?? '/', `http://${HOST}`);
    if (request.method !== 'GET') return sendText(response, 405, 'Only GET is answered here.');
    if (pathname === '/open') {
      const cookie = sessions.exchange(searchParams.get('code'));
      if (!cookie) return sendText(response, 403, usedCode);
      response.writeHead(303, { 'Set-Cookie': cookie, Location: '/', 'Cache-Control': 'no-store' });
      return response.end();
    }
    if (!sessions.isOpen(request)) return sendText(response, 403, usedCode);
    void sendFile(options.renderer, pathname, response);
  });
  const port = await listen(server, options.port);
  const sessions = createSessions(() => `outrigger-${port}`);
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES });

  /** A page of another site may know the address, but neither sends our Host (DNS rebinding) nor our Origin. */
  function refuse(request: IncomingMessage): [status: number, text: string] | undefined {
    const hosts = [`${HOST}:${port}`, `localhost:${port}`];
    if (!hosts.includes(request.headers.host ?? '')) return [421, 'This address is not served here.'];
    const { origin } = request.headers;
    const site = request.headers['sec-fetch-site'];
    const foreign = origin !== undefined && !hosts.some((host) => origin === `http://${host}`);
    if (foreign || site === 'cross-site' || site === 'same-site') return [403, 'Other sites may not use Outrigger.'];
    return undefined;
  }

  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    const [status, text] =
      refuse(request) ??
      (request.headers.origin === undefined ? [403, 'An Origin is needed.'] : undefined) ??
      (sessions.isOpen(request) ? undefined : [403, usedCode]) ??
      (request.url === '/host' ? [0, ''] : [404, 'There is no such page.']);
    if (status) {
      const head = `HTTP/1.1 ${status} Refused\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\n`;
      return socket.end(`${head}${text}\n`);
    }
    sockets.handleUpgrade(request, socket, head, (webSocket) =>
      serve(hostContract, webSocketPort(webSocket), options.api, options.subscribe),
    );
  });

  return {
    port,
    newAddress: () => `http://${HOST}:${port}/open?code=${sessions.newCode()}`,
    async close() {
      for (const socket of sockets.clients) socket.terminate();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const usedCode =
  'This address has been used, or is not complete. Press Enter in the terminal where Outrigger runs to get a new one.';

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE' && error.code !== 'EACCES') return reject(error);
      const why = error.code === 'EACCES' ? 'may not be used by this user' : 'is used by another program';
      reject(codedError('PortInUse', `Port ${port} ${why}.`));
    });
    server.listen(port, HOST, () => resolve((server.address() as AddressInfo).port));
  });
}
