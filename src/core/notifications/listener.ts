/**
 * Receives notifications by HTTP. A notification is answered only once it is durable; those that arrive together share
 * one fsync. Whatever is sent, it neither stops nor throws (decisions page, "listener" and "accepted").
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { withoutScheme } from '../../contract/authorization-token.ts';
import { codedError, toFailure } from '../../contract/errors.ts';
import { DEFAULT_LISTENER_PORT, type AnswerRule } from '../../contract/notification.ts';
import { createHttpServer, type ServerCertificate } from '../platform/http-server.ts';
import { createAnswerRules, nameOf, type RecognizedAs } from './answer-rules.ts';
import type { Arrival } from './arrival.ts';
import { bindPort, isLoopback } from '../platform/bind-port.ts';
import { allowWebPage, isFromWebPage, isVisit } from './browser-requests.ts';
import { DEFAULT_CONTENT_TYPE, hasResponseBody, type keptResponse } from './listener-response.ts';
import { createBodyReceiver } from './receive-body.ts';
import type { RefusalReason } from './refusals.ts';
import { MAX_REFUSED_BYTES, type RefusedRequest } from './refused-requests.ts';
import { fillTemplate } from './response-template.ts';
import type { AnsweredGroup } from './store.ts';

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
  /** Listens by TLS with this certificate. */
  certificate?: ServerCertificate | undefined;
  /** Takes what web pages send, from any site; otherwise it is refused. */
  allowBrowsers: boolean;
  /** Responses were sent; those of rules with what was in them. */
  onAnswered: (groups: readonly SentGroup[]) => void;
  /** What a notification that was taken is recognized as. */
  recognize: (id: number) => Promise<RecognizedAs>;
  /** @param complete settles when no more of the body arrives; left out: the request is complete */
  onRefused: (refused: RefusedRequest, complete?: Promise<unknown>) => void;
  /** A browser has opened the address. */
  onVisit: () => void;
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

/** As `AnsweredGroup`, with the response before anything of it is masked. */
export interface SentGroup extends Omit<AnsweredGroup, 'response'> {
  sent?: Parameters<typeof keptResponse>[0] | undefined;
}

interface Waiting {
  arrival: Arrival;
  response: ServerResponse;
  /** Gives back the memory of the body. */
  release: () => void;
}

/** @throws PortInUse, InvalidParams */
export async function startListener(options: ListenerOptions): Promise<Listener> {
  const { take, host = '127.0.0.1', port = DEFAULT_LISTENER_PORT, allowBrowsers, certificate } = options;
  if (!isLoopback(host) && !options.token) {
    const message = `Listening on ${host} can be reached from other machines.`;
    throw codedError('InvalidParams', message, 'Set a token first, or listen on 127.0.0.1.');
  }
  const rules = createAnswerRules(options.recognize);
  const bodies = createBodyReceiver(options.maxBodiesBytes ?? MAX_BODIES_BYTES);
  let expected = digestOf(options.token);
  let waiting: Waiting[] = [];
  const taking = new Set<Promise<void>>();
  let failing = false;
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
        const afterMs = batch.map((one, index) => answered(one, { status: 200, body: String(first + index) }));
        options.onAnswered([{ first, status: 200, rule: null, afterMs }]);
      } else batch.forEach((one, index) => answerByRule(one, first + index));
    } catch (error) {
      if (!failing) options.onStorage(toFailure(error).message);
      failing = true;
      // 503: the sender keeps the notification and sends it again.
      for (const { response, arrival } of batch) {
        respond(response, { status: 503, body: 'Could not be stored; send it again.' });
        const body = arrival.body.subarray(0, MAX_REFUSED_BYTES);
        options.onRefused({ ...arrival, body, reason: 'storage', status: 503 });
      }
    } finally {
      for (const { release } of batch) release();
    }
  };
  const answerByRule = (one: Waiting, id: number) => {
    const { method, path } = one.arrival;
    const work = rules
      .take({ id, method, path })
      .then((rule) => {
        const { status = 200, delayMs = 0 } = rule ?? {};
        const sent = rule && { ...fillTemplate(rule, one.arrival, id), isSent: hasResponseBody(method, status) };
        const answer = () => {
          const afterMs = answered(one, { status, ...(sent ?? { body: String(id) }) });
          options.onAnswered([{ first: id, status, rule: rule ? nameOf(rule) : null, afterMs: [afterMs], sent }]);
        };
        if (delayMs === 0) return answer();
        const timer = setTimeout(() => {
          delays.delete(timer);
          answer();
        }, delayMs);
        delays.add(timer);
      })
      .finally(() => taking.delete(work));
    taking.add(work);
  };

  const server = createHttpServer(
    limits,
    (request, response) => {
      if (isVisit(request)) {
        options.onVisit();
        return void respond(response, { status: 200, body: 'Outrigger receives notifications here.' });
      }
      if (isFromWebPage(request)) {
        if (!allowBrowsers) return refuse(request, response, 'web page', 403);
        allowWebPage(request, response);
        if (request.headers['access-control-request-method'] !== undefined) {
          return void respond(response, { status: 200, body: '' });
        }
      }
      if (expected && !hasToken(request, expected)) return refuse(request, response, 'token', 401);
      const about = aboutOf(request);
      bodies.receive(request, {
        onBody: (body, release) => receive({ arrival: { ...about, source: 'http', body }, response, release }),
        onExcess(reason, first) {
          const status = reason === 'busy' ? 503 : 413;
          const text =
            reason === 'busy'
              ? 'Too much is being received at once; send it again.'
              : 'A notification may have 10 MiB.';
          const headers = [{ name: 'Connection', value: 'close' }];
          if (reason === 'busy') headers.push({ name: 'Retry-After', value: RETRY_AFTER_S });
          respond(response, { status, headers, body: text });
          options.onRefused({ ...about, body: first.subarray(0, MAX_REFUSED_BYTES), reason, status });
        },
      });
    },
    certificate,
  );
  /** Refuses a request before its body is received. */
  function refuse(request: IncomingMessage, response: ServerResponse, reason: RefusalReason, status: number): void {
    const refused: RefusedRequest = { ...aboutOf(request), body: Buffer.alloc(0), reason, status };
    request.on('data', (chunk: Buffer) => {
      if (refused.body.length >= MAX_REFUSED_BYTES) return;
      refused.body = Buffer.concat([refused.body, chunk]).subarray(0, MAX_REFUSED_BYTES);
    });
    const text = reason === 'token' ? 'The token is wrong or missing.' : 'Web pages may not send notifications here.';
    respond(response, { status, body: text });
    options.onRefused(refused, new Promise((resolve) => request.once('close', resolve)));
  }
  const bound = await bindPort(server, { host, port, exact: options.exact ?? false });

  return {
    host,
    port: bound,
    url: `${certificate ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${bound}/`,
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

const aboutOf = (request: IncomingMessage): Omit<Arrival, 'source' | 'body'> => ({
  receivedAt: new Date(),
  method: request.method ?? 'GET',
  path: request.url ?? '/',
  peer: `${request.socket.remoteAddress ?? ''}:${request.socket.remotePort ?? ''}`,
  rawHeaders: request.rawHeaders,
});

interface ResponseContent {
  status: number;
  headers?: readonly { name: string; value: string }[];
  body: string;
}

/** Milliseconds from the arrival to the response; null when the sender has not waited for it. */
function answered({ response, arrival }: Waiting, content: ResponseContent): number | null {
  return respond(response, content) ? Math.max(0, Date.now() - arrival.receivedAt.getTime()) : null;
}

/** @returns whether somebody waited for the response */
function respond(response: ServerResponse, { status, headers = [], body }: ResponseContent): boolean {
  if (response.headersSent || response.destroyed) return false;
  response.statusCode = status;
  response.setHeader(DEFAULT_CONTENT_TYPE.name, DEFAULT_CONTENT_TYPE.value);
  for (const [name, values] of Map.groupBy(headers, (header) => header.name)) {
    response.setHeader(name, values.length === 1 ? (values[0]?.value ?? '') : values.map(({ value }) => value));
  }
  // Node adds the length of the body here, where the status allows one.
  response.end(body);
  return true;
}

function hasToken({ headers }: IncomingMessage, expected: Buffer): boolean {
  return timingSafeEqual(expected, digestOf(headers.authorization ?? '\0') ?? Buffer.alloc(expected.length));
}
const digestOf = (token: string | undefined): Buffer | undefined =>
  token === undefined || token === ''
    ? undefined
    : createHash('sha256')
        .update(withoutScheme(token) || token)
        .digest();
