/**
 * Formats and filters bodies, each on a thread of its own, which is ended when it takes too long or too much memory.
 */
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { codedError } from '../../../contract/errors.ts';

export type BodyTask = { kind: 'html' | 'xml'; text: string } | { kind: 'query'; text: string; path: string };
/** The matches as one JSON list with two spaces of indentation, or why the path cannot be used. */
export type QueryResult =
  | {
      text: string;
      count: number;
      /** The number of matches in `text`; less than `count` when the text would be too long. */
      shown: number;
    }
  /** `position` is the zero-based character of the path; null where the problem is not in the path. */
  | { problem: string; position: number | null };
export type BodyTaskResult = { text: string } | QueryResult;

export interface BodyThread {
  /** @throws InvalidRequest when it takes too long or too much memory; Cancelled */
  format(kind: 'html' | 'xml', text: string, signal?: AbortSignal): Promise<string>;
  /** @throws InvalidRequest when it takes too long or too much memory; Cancelled */
  query(text: string, path: string, signal?: AbortSignal): Promise<QueryResult>;
}

const TIME_LIMIT_MS = 5_000;
const MAX_HEAP_MB = 1024;
const END_AGAIN_MS = 50;

/** The methods of a `Worker` that `endThread` calls. */
interface TerminableThread {
  terminate(): Promise<number>;
  setMaxListeners(count: number): unknown;
}

/**
 * Node loses some requests to terminate a thread that is loading its modules: one in ten had no effect, and the thread
 * kept running for minutes. So the request is repeated until the thread has ended.
 */
export async function endThread(worker: TerminableThread): Promise<void> {
  // Each request adds a listener for the end of the thread.
  worker.setMaxListeners(0);
  const repeated = setInterval(() => void worker.terminate(), END_AGAIN_MS);
  await worker.terminate().finally(() => clearInterval(repeated));
}

/** @param entry the built file of the thread; absent: its source, which Node can run */
export function createBodyThread({
  entry = path.join(import.meta.dirname, 'body-thread-main.ts'),
  timeLimitMs = TIME_LIMIT_MS,
}: { entry?: string | undefined; timeLimitMs?: number } = {}): BodyThread {
  async function run(task: BodyTask, signal: AbortSignal | undefined): Promise<BodyTaskResult> {
    signal?.throwIfAborted();
    const resourceLimits = { maxOldGenerationSizeMb: MAX_HEAP_MB };
    const worker = new Worker(entry, { workerData: task, execArgv: [], resourceLimits });
    const { promise, resolve, reject } = Promise.withResolvers<BodyTaskResult>();
    const refuse = (reason: string) =>
      reject(codedError('InvalidRequest', `This body ${reason}.`, 'Use a narrower path, or view the body as text.'));
    const timer = setTimeout(() => refuse(`takes longer than ${timeLimitMs / 1000} seconds`), timeLimitMs);
    const stop = () => reject(codedError('Cancelled', 'It was stopped.'));
    signal?.addEventListener('abort', stop, { once: true });
    worker.once('message', resolve);
    worker.once('error', (error: NodeJS.ErrnoException) =>
      refuse(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'needs too much memory' : `cannot be read: ${error.message}`),
    );
    worker.once('exit', () => refuse('cannot be read'));
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
      await endThread(worker);
    }
  }
  return {
    async format(kind, text, signal) {
      return ((await run({ kind, text }, signal)) as { text: string }).text;
    },
    query: async (text, where, signal) => (await run({ kind: 'query', text, path: where }, signal)) as QueryResult,
  };
}
