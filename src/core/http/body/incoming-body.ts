/** A response body while it arrives: held until it is read, with the server slowed down meanwhile. */
import type { Dispatcher } from 'undici';

/** Receives the bytes of a body. */
export interface BodySink {
  /** @returns false to receive no more until `resume` */
  data(bytes: Buffer): boolean;
  end(): void;
  error(error: Error): void;
}
/** A body as it arrives. It is not a stream, because creating one takes as long as a small response. */
export interface ResponseBody {
  /** May be called once. Bytes that have already arrived are passed to the sink first. */
  read(sink: BodySink): void;
  resume(): void;
  /** Aborts the request, unless the body has ended. */
  cancel(): void;
}
/** The side of the body that receives bytes from undici. */
export interface IncomingBody {
  body: ResponseBody;
  start(controller: Dispatcher.DispatchController): void;
  /** Says how many bytes will arrive, by the response's Content-Length. */
  expect(bytes: number): void;
  data(controller: Dispatcher.DispatchController, chunk: Buffer): void;
  /**
   * Only the first call has an effect. An error after the last expected byte is none: undici reports one where the server
   * closes the connection while the body is paused.
   */
  end(error?: Error): void;
  /** Aborts the request: one that waits for its connection, when it is started. */
  abort(reason: Error): void;
}

/** Bytes that are held for a body that is not read yet. */
const MAX_WAITING_BYTES = 64 * 1024;

export function createIncomingBody(): IncomingBody {
  let controller: Dispatcher.DispatchController | undefined;
  let sink: BodySink | undefined;
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  let expectedBytes = NaN;
  let receivedBytes = 0;
  let ended: { error: Error | undefined } | undefined;
  let abortReason: Error | undefined;
  return {
    body: {
      read(next) {
        sink = next;
        for (const bytes of waiting) sink.data(bytes);
        waiting = [];
        if (ended) endSink(sink, ended.error);
        else if (waitingBytes > MAX_WAITING_BYTES) controller?.resume();
      },
      resume: () => controller?.resume(),
      cancel() {
        if (!ended) controller?.abort(new Error('not read to its end'));
      },
    },
    start(started) {
      controller = started;
      if (abortReason) started.abort(abortReason);
    },
    expect: (bytes) => void (expectedBytes = bytes),
    data(started, chunk) {
      receivedBytes += chunk.length;
      if (sink) {
        if (!sink.data(chunk)) started.pause();
        return;
      }
      waiting.push(chunk);
      waitingBytes += chunk.length;
      if (waitingBytes > MAX_WAITING_BYTES) started.pause();
    },
    end(error) {
      if (ended) return;
      ended = { error: receivedBytes === expectedBytes ? undefined : error };
      if (sink) endSink(sink, ended.error);
    },
    abort(reason) {
      abortReason = reason;
      controller?.abort(reason);
    },
  };
}

function endSink(sink: BodySink, error: Error | undefined): void {
  if (error) sink.error(error);
  else sink.end();
}
