/**
 * Sends one request with undici. The response is available as soon as its headers have arrived, with the times of
 * connecting.
 */
import { isUtf8 } from 'node:buffer';
import diagnostics from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import type { Dispatcher } from 'undici';
import type { HttpTimings } from '../../contract/http/http.ts';
import { http } from '../platform/network/node-http.ts';
import { onAbort } from '../platform/on-abort.ts';
import { createIncomingBody, type ResponseBody } from './body/incoming-body.ts';
import { waitsFor } from './connections/opening.ts';
import { skipContinue } from './connections/skip-continue.ts';

export interface Trace {
  http2?: boolean;
  /** Headers that undici would refuse or leave out: names and values in turn. */
  unchecked?: readonly string[];
  connect: Pick<HttpTimings, 'dns' | 'tcp' | 'tls'>;
  /** The connection, if an earlier request has used it, and the number of bytes that it had received before this one. */
  kept?: { socket: Socket; bytesRead: number };
}
/** The times of connecting for each socket, which are reported with the first request on it; null after that. */
const connectTimes = new WeakMap<Socket, Trace['connect'] | null>();
/** The key under which the trace is attached to undici's request. A WeakMap would slow down every garbage collection. */
const TRACE = Symbol('trace');
interface TracedRequest {
  [TRACE]?: Trace;
  headers?: unknown;
}
export function tellConnection(socket: Socket, times: Trace['connect']): void {
  connectTimes.set(socket, times);
}
/** The trace of the request that is being passed to undici; `dispatch` is synchronous. */
let handedOver: Trace | undefined;

diagnostics.subscribe('undici:request:create', (message) => {
  const { request } = message as { request: TracedRequest };
  if (!handedOver) return;
  request[TRACE] = handedOver;
  // Added here because undici has already validated its own list of headers.
  if (Array.isArray(request.headers)) request.headers.push(...(handedOver.unchecked ?? []));
});
diagnostics.subscribe('undici:client:sendHeaders', (message) => {
  const { request, socket } = message as { request: TracedRequest; socket: Socket & { alpnProtocol?: string } };
  const trace = request[TRACE];
  if (!trace) return;
  trace.http2 = socket.alpnProtocol === 'h2';
  if (!trace.http2) skipContinue(socket);
  const times = connectTimes.get(socket);
  if (times === null) trace.kept = { socket, bytesRead: socket.bytesRead };
  else if (times) trace.connect = times;
  connectTimes.set(socket, null);
});

export interface Answer {
  status: number;
  statusText: string;
  httpVersion: string;
  headers: { name: string; value: string }[];
  body: ResponseBody;
}

/** Calls undici's dispatch and resolves when the response headers have arrived; repeated headers stay separate. */
export function dispatch(
  agent: Dispatcher,
  sent: Dispatcher.DispatchOptions,
  trace: Trace,
  signal: AbortSignal,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(toError(signal.reason));
    const incoming = createIncomingBody();
    let endWait: (() => void) | undefined = waitsFor(agent, String(sent.origin));
    const settle = () => {
      endWait?.();
      endWait = undefined;
    };
    const removeAbort = onAbort(signal, () => {
      const reason = toError(signal.reason);
      incoming.abort(reason);
      settle();
      reject(reason);
    });
    const finish = (error?: Error) => {
      removeAbort();
      settle();
      incoming.end(error);
    };
    handedOver = trace;
    try {
      agent.dispatch(sent, {
        onRequestStart: incoming.start,
        onResponseStart(started, status, headers, statusText) {
          if (status < 200) return;
          settle();
          incoming.expect(Number(headers['content-length'] ?? NaN));
          const raw = (started as { rawHeaders?: (Buffer | string)[] | null }).rawHeaders;
          resolve({
            status,
            // HTTP/2 has no status texts.
            statusText: statusText || (http.STATUS_CODES[status] ?? ''),
            httpVersion: trace.http2 ? '2' : '1.1',
            headers: raw && raw.length > 0 ? pairs(raw) : flat(headers),
            body: incoming.body,
          });
        },
        onResponseData: incoming.data,
        onResponseEnd: () => finish(),
        onResponseError(_started, error) {
          finish(error);
          reject(error);
        },
      });
    } catch (error) {
      finish(toError(error));
      reject(toError(error));
    } finally {
      handedOver = undefined;
    }
  });
}

const toError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)));

function pairs(raw: (Buffer | string)[]): { name: string; value: string }[] {
  const all: { name: string; value: string }[] = [];
  // undici takes names of ASCII characters only.
  for (let index = 0; index + 1 < raw.length; index += 2)
    all.push({ name: raw[index]?.toString('latin1') ?? '', value: valueOf(raw[index + 1]) });
  return all;
}
/** Blanks around a value are no part of it (RFC 9112, 5); undici removes those before it. */
function valueOf(part: Buffer | string = ''): string {
  // Header values are UTF-8 in practice, or Latin-1 by the standard.
  const value = typeof part === 'string' ? part : part.toString(isUtf8(part) ? 'utf8' : 'latin1');
  let end = value.length;
  while (end > 0 && (value[end - 1] === ' ' || value[end - 1] === '\t')) end -= 1;
  return value.slice(0, end);
}
function flat(headers: Record<string, string | string[] | undefined>): { name: string; value: string }[] {
  return Object.entries(headers)
    .filter(([name]) => !name.startsWith(':'))
    .flatMap(([name, value]) => [value ?? ''].flat().map((item) => ({ name, value: item })));
}
