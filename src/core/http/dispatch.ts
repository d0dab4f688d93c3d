/** One request on the wire, by undici: the answer as soon as its headers are there, and how long connecting took. */
import diagnostics from 'node:diagnostics_channel';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import type { HttpTimings } from '../../contract/http.ts';

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

export interface Answer {
  status: number;
  statusText: string;
  httpVersion: string;
  headers: { name: string; value: string }[];
  body: Readable;
}

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
    const body = new Readable({ read: () => controller?.resume() });
    // Who reads it hears of the error too; without a reader the promise has been rejected.
    body.on('error', () => undefined);
    const abort = () => {
      const reason = toError(signal.reason);
      controller?.abort(reason);
      reject(reason);
    };
    signal.addEventListener('abort', abort, { once: true });
    const end = () => signal.removeEventListener('abort', abort);
    body.on('close', () => {
      end();
      if (!body.readableEnded) controller?.abort(new Error('not read to its end'));
    });
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
            statusText: statusText || (STATUS_CODES[status] ?? ''),
            httpVersion: trace.http2 ? '2' : '1.1',
            headers: raw && raw.length > 0 ? pairs(raw) : flat(headers),
            body,
          });
        },
        onResponseData(started, chunk) {
          if (!body.push(chunk)) started.pause();
        },
        onResponseEnd() {
          body.push(null);
        },
        onResponseError(_started, error) {
          end();
          reject(error);
          body.destroy(error);
        },
      });
    } catch (error) {
      end();
      reject(toError(error));
    } finally {
      handedOver = undefined;
    }
  });
}

const toError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)));

function pairs(raw: (Buffer | string)[]): { name: string; value: string }[] {
  const text = (part: Buffer | string | undefined) =>
    typeof part === 'string' ? part : (part?.toString('utf8') ?? '');
  const all: { name: string; value: string }[] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) all.push({ name: text(raw[at]), value: text(raw[at + 1]) });
  return all;
}
function flat(headers: Record<string, string | string[] | undefined>): { name: string; value: string }[] {
  return Object.entries(headers)
    .filter(([name]) => !name.startsWith(':'))
    .flatMap(([name, value]) => [value ?? ''].flat().map((one) => ({ name, value: one })));
}
