/** One request on the wire, by undici: the answer as soon as its headers are there, and how long connecting took. */
import { isUtf8 } from 'node:buffer';
import diagnostics from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import type { Dispatcher } from 'undici';
import type { HttpTimings } from '../../contract/http.ts';
import { http } from '../platform/node-http.ts';

export interface Trace {
  http2?: boolean;
  connect: Pick<HttpTimings, 'dns' | 'tcp' | 'tls'>;
}
/** How long the connection of a socket took, until the first request that used it has been told. */
const connectTimes = new WeakMap<Socket, Trace['connect']>();
const traceOf = new WeakMap<object, Trace>();
export function tellConnection(socket: Socket, times: Trace['connect']): void {
  connectTimes.set(socket, times);
}
/** The trace of the request that is being handed to undici just now. */
let handedOver: Trace | undefined;

diagnostics.subscribe('undici:request:create', (message) => {
  const { request } = message as { request: object };
  if (handedOver) traceOf.set(request, handedOver);
});
diagnostics.subscribe('undici:client:sendHeaders', (message) => {
  const { request, socket } = message as { request: object; socket: Socket & { alpnProtocol?: string } };
  const trace = traceOf.get(request);
  if (!trace) return;
  trace.http2 = socket.alpnProtocol === 'h2';
  const times = connectTimes.get(socket);
  if (times) {
    trace.connect = times;
    connectTimes.delete(socket);
  }
});

/** Who takes the bytes of a body. */
export interface BodySink {
  /** @returns false where no more is wanted until `resume` */
  data(bytes: Buffer): boolean;
  end(): void;
  error(error: Error): void;
}
/** A body as it comes: a stream would take as long as a small answer. */
export interface AnswerBody {
  /** To be called once; hears what has come already first. */
  read(sink: BodySink): void;
  resume(): void;
  /** What has not come yet is not wanted. */
  cancel(): void;
}
export interface Answer {
  status: number;
  statusText: string;
  httpVersion: string;
  headers: { name: string; value: string }[];
  body: AnswerBody;
}

/** Of a body that nobody reads yet. */
const MAX_WAITING_BYTES = 64 * 1024;

/** undici's dispatch with an answer as soon as its headers are there; repeated headers stay apart. */
export function dispatch(
  agent: Dispatcher,
  sent: Dispatcher.DispatchOptions,
  trace: Trace,
  signal: AbortSignal,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(toError(signal.reason));
    let controller: Dispatcher.DispatchController | undefined;
    let sink: BodySink | undefined;
    let waiting: Buffer[] = [];
    let waitingBytes = 0;
    let over: { error?: Error } | undefined;
    const abort = () => {
      const reason = toError(signal.reason);
      controller?.abort(reason);
      reject(reason);
    };
    signal.addEventListener('abort', abort, { once: true });
    const finish = (error?: Error) => {
      if (over) return;
      over = error ? { error } : {};
      signal.removeEventListener('abort', abort);
      if (sink) tellEnd(sink, error);
    };
    const body: AnswerBody = {
      read(next) {
        sink = next;
        for (const bytes of waiting) sink.data(bytes);
        waiting = [];
        if (over) tellEnd(sink, over.error);
        else if (waitingBytes > MAX_WAITING_BYTES) controller?.resume();
      },
      resume: () => controller?.resume(),
      cancel() {
        if (!over) controller?.abort(new Error('not read to its end'));
      },
    };
    handedOver = trace;
    try {
      agent.dispatch(sent, {
        onRequestStart(started) {
          controller = started;
        },
        onResponseStart(started, status, headers, statusText) {
          if (status < 200) return;
          const raw = (started as { rawHeaders?: (Buffer | string)[] | null }).rawHeaders;
          resolve({
            status,
            // HTTP/2 has no words for a status.
            statusText: statusText || (http.STATUS_CODES[status] ?? ''),
            httpVersion: trace.http2 ? '2' : '1.1',
            headers: raw && raw.length > 0 ? pairs(raw) : flat(headers),
            body,
          });
        },
        onResponseData(started, chunk) {
          if (sink) {
            if (!sink.data(chunk)) started.pause();
            return;
          }
          waiting.push(chunk);
          waitingBytes += chunk.length;
          if (waitingBytes > MAX_WAITING_BYTES) started.pause();
        },
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

function tellEnd(sink: BodySink, error: Error | undefined): void {
  if (error) sink.error(error);
  else sink.end();
}
const toError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)));

function pairs(raw: (Buffer | string)[]): { name: string; value: string }[] {
  // Servers write UTF-8 or, as the standard has it, Latin-1.
  const text = (part: Buffer | string = '') =>
    typeof part === 'string' ? part : part.toString(isUtf8(part) ? 'utf8' : 'latin1');
  const all: { name: string; value: string }[] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) all.push({ name: text(raw[at]), value: text(raw[at + 1]) });
  return all;
}
function flat(headers: Record<string, string | string[] | undefined>): { name: string; value: string }[] {
  return Object.entries(headers)
    .filter(([name]) => !name.startsWith(':'))
    .flatMap(([name, value]) => [value ?? ''].flat().map((one) => ({ name, value: one })));
}
