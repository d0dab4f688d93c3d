/**
 * Receives notifications by HTTP. A notification is answered only once it is durable; those that arrive together share
 * one fsync. Whatever is sent, it neither stops nor throws (decisions page, "listener" and "accepted").
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { withoutScheme } from '../../contract/authorization-token.ts';
import { codedError, toFailure } from '../../contract/errors.ts';
import type { AnswerRule } from '../../contract/notification.ts';
import { createHttpServer } from '../platform/http-server.ts';
import { createAnswerRules, nameOf } from './answer-rules.ts';
import { allowWebPage, isFromWebPage } from './browser-requests.ts';
import type { Arrival } from './arrival.ts';
import type { RefusalReason } from './refusals.ts';
import type { AnsweredGroup } from './store.ts';

export const USUAL_PORT = 7788;
export const MAX_BODY_BYTES = 10 * 1024 * 1024;
/** Of all bodies that are being received or stored: senders that are slow on purpose must not fill the memory. */
const MAX_BODIES_BYTES = 256 * 1024 * 1024;
/** When a sender that was refused for that may try again, in seconds. */
const RETRY_AFTER_S = '5';
const limits = {
  maxHeaderBytes: 32 * 1024,
  headersMs: 20_000,
  requestMs: 60_000,
  idleMs: 15_000,
  maxConnections: 10_000,
};
const NEXT_PORTS = 20;

export interface ListenerOptions {
  /** Resolves when they are durable, with the number of the first; the others follow it. @throws StorageFailed */
  take: (arrivals: readonly Arrival[]) => Promise<number>;
  /** Default 127.0.0.1. Beyond loopback a token is needed. */
  host?: string;
  /** Default 7788, or the next that is free. 0: any. */
  port?: number;
  /** Throws PortInUse when the port is taken, in place of the next that is free. */
  exact?: boolean | undefined;
  token?: string | undefined;
  /** Takes what web pages send, from any site; otherwise it is refused. */
  allowBrowsers: boolean;
  /** Responses were sent. */
  onAnswered: (groups: readonly AnsweredGroup[]) => void;
  /** The kind of a notification that was taken; null when it has none. */
  kindOf: (id: number) => Promise<string | null>;
  /** A request had a wrong token or none, came from a web page, or was more than `maxBodiesBytes` allows. */
  onRefused: (reason: RefusalReason) => void;
  /** Bytes of all bodies together that are held until they are stored. Default: 256 MiB. */
  maxBodiesBytes?: number;
  /** Storing has failed, or goes on after it had. */
  onStorage: (problem: string | null) => void;
}
export interface Listener {
  readonly host: string;
  readonly port: number;
  readonly url: string;
  /** Whether the wanted port was in use. */
  readonly movedFrom: number | undefined;
  setRules(rules: readonly AnswerRule[]): void;
  setToken(token: string | undefined): void;
  close(): Promise<void>;
}

interface Waiting {
  arrival: Arrival;
  response: ServerResponse;
  /** Gives back the memory of the body. */
  release: () => void;
}

/** @throws PortInUse, InvalidParams */
export async function startListener(options: ListenerOptions): Promise<Listener> {
  const { take, host = '127.0.0.1', port = USUAL_PORT, allowBrowsers, maxBodiesBytes = MAX_BODIES_BYTES } = options;
  if (!isLoopback(host) && !options.token) {
    const message = `Listening on ${host} can be reached from other machines.`;
    throw codedError('InvalidParams', message, 'Set a token first, or listen on 127.0.0.1.');
  }
  const rules = createAnswerRules(options.kindOf);
  let expected = digestOf(options.token);
  let waiting: Waiting[] = [];
  const taking = new Set<Promise<void>>();
  let failing = false;
  let heldBytes = 0;
  const delays = new Set<NodeJS.Timeout>();

  /** What arrives in one turn of the event loop is taken together. */
  const receive = (one: Waiting) => {
    waiting.push(one);
    if (waiting.length > 1) return;
    const work = nextTurn()
      .then(takeTogether)
      .finally(() => taking.delete(work));
    taking.add(work);
  };
  const takeTogether = async () => {
    const batch = waiting;
    waiting = [];
    try {
      const first = await take(batch.map(({ arrival }) => arrival));
      if (failing) options.onStorage(null);
      failing = false;
      if (rules.isEmpty()) {
        // The body of the response is the number of the notification.
        const afterMs = batch.map((one, index) => answered(one, 200, String(first + index)));
        options.onAnswered([{ first, status: 200, rule: null, afterMs }]);
      } else batch.forEach((one, index) => answerByRule(one, first + index));
    } catch (error) {
      if (!failing) options.onStorage(toFailure(error).message);
      failing = true;
      // 503: the sender keeps the notification and sends it again.
      for (const { response } of batch) answer(response, 503, 'Could not be stored; send it again.');
    } finally {
      for (const { release } of batch) release();
    }
  };
  const answerByRule = (one: Waiting, id: number) => {
    const work = rules
      .take(id)
      .then((rule) => {
        const { status, delayMs } = rule ?? { status: 200, delayMs: 0 };
        const respond = () => {
          const afterMs = answered(one, status, String(id));
          options.onAnswered([{ first: id, status, rule: rule ? nameOf(rule) : null, afterMs: [afterMs] }]);
        };
        if (delayMs === 0) return respond();
        const timer = setTimeout(() => {
          delays.delete(timer);
          respond();
        }, delayMs);
        delays.add(timer);
      })
      .finally(() => taking.delete(work));
    taking.add(work);
  };

  const server = createHttpServer(limits, (request, response) => {
    if (isFromWebPage(request)) {
      if (!allowBrowsers) {
        options.onRefused('web page');
        return void answer(response, 403, 'Web pages may not send notifications here.');
      }
      allowWebPage(request, response);
      if (request.method === 'OPTIONS') return void answer(response, 200, '');
    }
    if (request.method === 'GET' || request.method === 'HEAD') {
      return void answer(response, 200, 'Outrigger receives notifications here, by POST.');
    }
    if (request.method !== 'POST') {
      response.setHeader('Allow', 'POST, GET');
      return void answer(response, 405, 'Notifications are sent by POST.');
    }
    if (
      expected &&
      !timingSafeEqual(expected, digestOf(withoutScheme(request.headers.authorization ?? '\0')) ?? Buffer.alloc(32))
    ) {
      options.onRefused('token');
      return void answer(response, 401, 'The token is wrong or missing.');
    }
    const receivedAt = new Date();
    const chunks: Buffer[] = [];
    let size = 0;
    const release = () => {
      heldBytes -= size;
      size = 0;
      chunks.length = 0;
    };
    const refuse = (status: number, text: string) => {
      release();
      response.setHeader('Connection', 'close');
      answer(response, status, text);
    };
    request.on('data', (chunk: Buffer) => {
      if (response.headersSent) return;
      size += chunk.length;
      heldBytes += chunk.length;
      chunks.push(chunk);
      if (size > MAX_BODY_BYTES) refuse(413, 'A notification may have 10 MiB.');
      else if (heldBytes > maxBodiesBytes) {
        options.onRefused('busy');
        response.setHeader('Retry-After', RETRY_AFTER_S);
        refuse(503, 'Too much is being received at once; send it again.');
      }
    });
    request.on('close', () => {
      if (!request.complete) release();
    });
    request.on('end', () => {
      if (response.headersSent) return;
      const arrival: Arrival = {
        receivedAt,
        source: 'http',
        method: 'POST',
        path: request.url ?? '/',
        peer: `${request.socket.remoteAddress ?? ''}:${request.socket.remotePort ?? ''}`,
        rawHeaders: request.rawHeaders,
        body: chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks),
      };
      receive({ arrival, response, release });
    });
  });
  const bound = await listen(server, host, port, options.exact ? 0 : NEXT_PORTS);

  return {
    host,
    port: bound,
    url: listenerUrl(host, bound),
    movedFrom: port !== 0 && bound !== port ? port : undefined,
    setRules: (next) => rules.set(next),
    setToken: (token) => void (expected = digestOf(token)),
    async close() {
      for (const timer of delays) clearTimeout(timer);
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      while (taking.size > 0) await Promise.all(taking);
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Milliseconds from the arrival to the response; null when the sender has not waited for it. */
function answered({ response, arrival }: Waiting, status: number, body: string): number | null {
  return answer(response, status, body) ? Math.max(0, Date.now() - arrival.receivedAt.getTime()) : null;
}

/** @returns whether somebody waited for the response */
function answer(response: ServerResponse, status: number, body: string): boolean {
  if (response.headersSent || response.destroyed) return false;
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
  return true;
}

/** @param nextPorts how many of the ports after the wanted one are tried */
async function listen(server: Server, host: string, port: number, nextPorts: number): Promise<number> {
  for (let offset = 0; ; offset += 1) {
    try {
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen({ host, port: port === 0 ? 0 : port + offset, backlog: 4096 }, () => {
          server.off('error', reject);
          resolve();
        });
      });
      server.on('error', () => undefined);
      return (server.address() as AddressInfo).port;
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === 'EADDRINUSE' && offset < nextPorts && port + offset < 65_535) continue;
      if (code === 'EADDRINUSE')
        throw codedError(
          'PortInUse',
          `Port ${port}${nextPorts > 0 ? ` and the ${nextPorts} after it are` : ' is'} in use.`,
        );
      throw codedError(
        'InvalidParams',
        `Cannot listen on ${host}:${port}: ${message}`,
        'Choose another address or port.',
      );
    }
  }
}

export const listenerUrl = (host: string, port: number): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}/`;

export const isLoopback = (host: string): boolean => /^(127\.\d+\.\d+\.\d+|::1|localhost)$/.test(host);

const digestOf = (token: string | undefined): Buffer | undefined =>
  token === undefined || token === ''
    ? undefined
    : createHash('sha256')
        .update(withoutScheme(token) || token)
        .digest();
