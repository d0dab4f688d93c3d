/** A worker: takes parts of runs from the queue, does them, and stores their results on the server. */
import type { PartJob } from '../../contract/runs/run-parts.ts';
import { createPartWork, type PartWorkOptions } from './do-part.ts';
import { connectToQueue, loadQueuePackages, queueNameOf } from './queue-server.ts';
import { announceWorker } from './worker-presence.ts';
import type { SourceHashes } from '../programs/trust/hash-sources.ts';

/** A worker that is silent for so long is taken for dead, and its parts are given to others. */
const LOCK_MS = 15_000;
const LOOK_FOR_DEAD_MS = 5000;
/** A part that ends its worker so often is not given out again. */
const MAX_DEATHS = 5;

export interface PartWorkerOptions extends PartWorkOptions {
  url: string;
  collection: string;
  /** Parts side by side. */
  concurrency: number;
  /** The files of the worker, without the data of a run. */
  files: SourceHashes;
  /** The queue is there and safe: parts are taken from now on. */
  onReady: () => void;
  onNotice: (text: string) => void;
}

/**
 * Settles when the signal aborts and no part runs any more. A part that runs then goes back to the queue.
 * @throws InvalidData when a run has other files than this worker; QueueUnreachable, InvalidParams, Unsupported
 */
export async function servePartQueue(options: PartWorkerOptions, signal: AbortSignal): Promise<void> {
  const { url, collection, name, concurrency, onNotice } = options;
  const { bullmq } = await loadQueuePackages();
  const redis = await connectToQueue(url, onNotice);
  const ending = new AbortController();
  const work = createPartWork(options, { bullmq, redis }, ending);

  const presence = await announceWorker(redis, queueNameOf(collection), {
    ...{ name, concurrency, environment: options.environment, files: options.files },
  });
  const worker = new bullmq.Worker(queueNameOf(collection), work.doPart, {
    connection: redis,
    concurrency,
    name,
    lockDuration: LOCK_MS,
    stalledInterval: LOOK_FOR_DEAD_MS,
    maxStalledCount: MAX_DEATHS,
  });
  options.onReady();
  // A lost connection is said once, by the connection itself.
  worker.on('error', () => undefined);
  worker.on('failed', (job, error) => {
    const { part, parts } = (job?.data ?? {}) as Partial<PartJob>;
    onNotice(`Part ${(part ?? 0) + 1} of ${parts ?? '?'} could not be done: ${error.message}`);
  });
  const abort = () => ending.abort();
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  try {
    if (!ending.signal.aborted)
      await new Promise((resolve) => ending.signal.addEventListener('abort', resolve, { once: true }));
  } finally {
    signal.removeEventListener('abort', abort);
    await worker.close();
    // A server that is not there has nothing to withdraw from.
    if (redis.status === 'ready') await presence.withdraw().catch(() => undefined);
    redis.disconnect();
  }
  const refusal = work.refusal();
  if (refusal && !signal.aborted) throw refusal;
}
