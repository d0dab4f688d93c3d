/** A worker: takes parts of runs from the queue, does them, and stores their results on the server. */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Job } from 'bullmq';
import type { RunEvent } from '../../contract/run-event.ts';
import { partJob, type PartJob, type PartResult, type SharedRun } from '../../contract/run-parts.ts';
import { codedError } from '../../contract/errors.ts';
import { connectToQueue, KEPT_S, keysOf, loadQueuePackages, queueNameOf } from './queue-server.ts';
import { readSelection } from './queued-runs.ts';
import { announceWorker } from './worker-presence.ts';
import { describeDifference, type RunDigest } from './run-digest.ts';
import type { SourceHashes } from '../programs/trust/hash-sources.ts';

/** A worker that is silent for so long is taken for dead, and its parts are given to others. */
const LOCK_MS = 15_000;
const LOOK_FOR_DEAD_MS = 5000;
const LOOK_FOR_STOP_MS = 1000;
/** Before another worker takes a part that this one has refused. */
const REFUSED_MS = 500;
/** A part that ends its worker so often is not given out again. */
const MAX_DEATHS = 5;

export interface PartWorkerOptions {
  url: string;
  collection: string;
  /** Shown beside the parts that it does. */
  name: string;
  /** Parts side by side. */
  concurrency: number;
  environment: string | null;
  digestFor: (run: SharedRun) => Promise<RunDigest>;
  /** The files of the worker, without the data of a run. */
  files: SourceHashes;
  /**
   * The events of a part, masked. Never rejects; aborting is Stop.
   * @param selection ids of the requests, where the run is of chosen ones
   */
  runPart: (job: PartJob, selection: readonly string[] | undefined, signal: AbortSignal) => Promise<RunEvent[]>;
  onNotice: (text: string) => void;
}

/**
 * Settles when the signal aborts and no part runs any more. A part that runs then goes back to the queue.
 * @throws InvalidData when a run has other files than this worker; QueueUnreachable, InvalidParams, Unsupported
 */
export async function servePartQueue(options: PartWorkerOptions, signal: AbortSignal): Promise<void> {
  const { url, collection, name, concurrency, runPart, onNotice } = options;
  const { bullmq } = await loadQueuePackages();
  const redis = await connectToQueue(url, onNotice);
  /** Ends the worker: on request, or because of what it refuses. */
  const ending = new AbortController();
  let refusal: Error | undefined;

  async function giveBack(job: Job, token: string | undefined, delayMs: number): Promise<never> {
    await job.moveToDelayed(Date.now() + delayMs, token);
    throw new bullmq.DelayedError();
  }
  async function work(job: Job, token: string | undefined): Promise<void> {
    const parsed = partJob.safeParse(job.data);
    if (!parsed.success) throw new bullmq.UnrecoverableError('It is no part of a run of this version of Outrigger.');
    const { run, part } = parsed.data;
    const keys = keysOf(run.id);
    if (await redis.exists(keys.stop)) return;
    if (job.attemptsStarted > (job.opts.attempts ?? 1))
      throw new bullmq.UnrecoverableError('the worker that did it has ended.');
    refusal ??= await refusalOf(run);
    if (refusal) {
      ending.abort();
      return giveBack(job, token, REFUSED_MS);
    }
    const stop = new AbortController();
    const timer = setInterval(
      () =>
        void redis.exists(keys.stop).then(
          (found) => found && stop.abort(),
          () => undefined,
        ),
      LOOK_FOR_STOP_MS,
    );
    try {
      const selection = run.selected ? await selectionOf(run.id) : undefined;
      const events = await runPart(parsed.data, selection, AbortSignal.any([ending.signal, stop.signal]));
      if (stop.signal.aborted) return;
      if (ending.signal.aborted) return await giveBack(job, token, 0);
      await store({ part, worker: name, attempt: job.attemptsStarted, events }, run.id);
    } finally {
      clearInterval(timer);
    }
  }
  /** Of the run that was asked for last. */
  let selected: { runId: string; ids: Promise<string[]> } | undefined;
  function selectionOf(runId: string): Promise<string[]> {
    if (selected?.runId !== runId) selected = { runId, ids: readSelection(redis, runId) };
    return selected.ids;
  }
  async function refusalOf(run: SharedRun): Promise<Error | undefined> {
    if (run.environment !== options.environment) {
      const shown = (environment: string | null) =>
        environment === null ? 'no environment' : `the environment ${environment}`;
      return codedError(
        'InvalidParams',
        `The run has ${shown(run.environment)}, and this worker ${shown(options.environment)}.`,
        'Give both the same --env.',
      );
    }
    const here = await options.digestFor(run).catch((error: unknown) => error as Error);
    if (here instanceof Error) return here;
    if (here.digest === run.digest) return undefined;
    const there = JSON.parse((await redis.get(keysOf(run.id).files)) ?? '{}') as SourceHashes;
    return codedError(
      'InvalidData',
      `This worker has other files than the run: ${describeDifference(here.files, there)}.`,
      'Give the worker the same collection, programs and data as the run, and start it again.',
    );
  }
  /** The first result of a part counts: a worker that was taken for dead may still end its part. */
  async function store(result: PartResult, runId: string): Promise<void> {
    const keys = keysOf(runId);
    const compressed = await promisify(gzip)(JSON.stringify(result));
    if ((await redis.hsetnx(keys.results, String(result.part), compressed)) === 0) return;
    await redis.rpush(keys.order, result.part);
    await Promise.all([redis.expire(keys.results, KEPT_S), redis.expire(keys.order, KEPT_S)]);
  }

  const presence = await announceWorker(redis, queueNameOf(collection), {
    ...{ name, concurrency, environment: options.environment, files: options.files },
  });
  const worker = new bullmq.Worker(queueNameOf(collection), work, {
    connection: redis,
    concurrency,
    name,
    lockDuration: LOCK_MS,
    stalledInterval: LOOK_FOR_DEAD_MS,
    maxStalledCount: MAX_DEATHS,
  });
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
  if (refusal && !signal.aborted) throw refusal;
}
