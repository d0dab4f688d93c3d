/** A worker: takes parts of runs from the queue, executes them, and stores their results on the server. */
import { once } from 'node:events';
import type { Redis } from 'ioredis';
import { partJob } from '../../contract/runs/run-parts.ts';
import { abortable } from '../platform/abortable.ts';
import { createPartWork, type PartWorkOptions } from './do-part.ts';
import { unlessLost } from './lost-connection.ts';
import { connectToQueue, loadQueuePackages, queueNameOf } from './queue-server.ts';
import { announceWorker } from './worker-presence.ts';
import type { SourceHashes } from '../programs/trust/hash-sources.ts';

/** Milliseconds of silence after which a worker is considered dead, and its parts are given to others. */
const LOCK_MS = 15_000;
const LOOK_FOR_DEAD_MS = 5000;
/** A part whose worker has died this many times is not given out again. */
const MAX_DEATHS = 5;

export interface PartWorkerOptions extends PartWorkOptions {
  url: string;
  collection: string;
  /** The number of parts that are executed concurrently. */
  concurrency: number;
  /** The hashes of the worker's files, without the data of a run. */
  files: SourceHashes;
  /** Called when the queue has been checked and parts are being taken. */
  onReady: () => void;
  onNotice: (text: string) => void;
}

/**
 * Settles when the signal has aborted and no part is running. A running part then goes back to the queue.
 * @throws InvalidData when a run has other files than this worker; QueueUnreachable, InvalidParams, Unsupported
 */
export async function servePartQueue(options: PartWorkerOptions, signal: AbortSignal): Promise<void> {
  const redis = await connectToQueue(options.url, options.onNotice, { signal });
  try {
    await takeParts(redis, options, signal);
  } finally {
    redis.disconnect();
  }
}

/** @throws the reason why this worker refuses a run, and errors of the server */
async function takeParts(redis: Redis, options: PartWorkerOptions, signal: AbortSignal): Promise<void> {
  const { collection, name, concurrency, onNotice } = options;
  const { bullmq } = await loadQueuePackages();
  const ending = new AbortController();
  const work = createPartWork(options, { bullmq, redis }, ending);

  const announced = { name, concurrency, environment: options.environment, files: options.files };
  const presence = await abortable(announceWorker(redis, queueNameOf(collection), announced), signal);
  const worker = new bullmq.Worker(queueNameOf(collection), work.doPart, {
    connection: redis,
    concurrency,
    name,
    lockDuration: LOCK_MS,
    stalledInterval: LOOK_FOR_DEAD_MS,
    maxStalledCount: MAX_DEATHS,
  });
  options.onReady();
  // The connection itself reports once that it was lost.
  worker.on('error', () => undefined);
  worker.on('failed', (job, error) => {
    const { part, parts } = partJob.safeParse(job?.data).data ?? {};
    const which = part === undefined || parts === undefined ? 'A part' : `Part ${part + 1} of ${parts}`;
    onNotice(`${which} could not be done: ${error.message}`);
  });
  const ended = AbortSignal.any([signal, ending.signal]);
  if (!ended.aborted) await once(ended, 'abort');
  ending.abort();
  async function close(): Promise<void> {
    try {
      await worker.close();
    } finally {
      await presence.withdraw().catch(() => undefined);
    }
  }
  if ((await unlessLost(close(), redis, ended)) === 'lost') {
    onNotice('The queue is not reachable: parts of this worker are given to others when it is reachable again.');
  }
  const refusal = work.refusal();
  if (refusal && !signal.aborted) throw refusal;
}
