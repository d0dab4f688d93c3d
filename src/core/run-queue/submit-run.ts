/** Submits a run to workers: its parts are put into the queue, and their results become the events of one run. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { countText } from '../../contract/count-text.ts';
import { codedError, toFailure } from '../../contract/errors.ts';
import type { RunEvent, RunOutcome } from '../../contract/runs/run-event.ts';
import type { SharedRun } from '../../contract/runs/run-parts.ts';
import type { LoadedRequest } from '../collection/files/collection-files.ts';
import { divisionOf } from '../runs/collection/run-part.ts';
import { eventStream } from '../runs/script/run-script.ts';
import { abortable } from '../platform/abortable.ts';
import { maskUrls } from '../platform/secrets/mask-credentials.ts';
import { createArrivingResults, type ArrivingResults } from './results/arriving-results.ts';
import { unlessLost } from './lost-connection.ts';
import { createPartJobs } from './part-jobs.ts';
import { connectToQueue, keysOf, loadQueuePackages, queueNameOf, type OnQueueNotice } from './queue-server.ts';
import { limitRate } from './rate-limit.ts';
import {
  describeRun,
  readDescription,
  removeRun,
  requireCountable,
  takeCollection,
  type DescribedRun,
} from './queued-runs.ts';

const LOOK_MS = 100;
/** Milliseconds between checks of which parts are running. */
const ACTIVE_MS = 500;
/** Milliseconds between checks for parts that were given up or lost. */
const WATCH_MS = 2000;
const NO_WORKER_MS = 5000;
/** Seconds for which the stop key exists: longer than a worker needs to notice it. */
const STOP_KEPT_S = 3600;

export interface SubmitOptions {
  url: string;
  runId: string;
  /**
   * All requests of an iteration, in order, for dividing the run into parts and for reporting parts that no worker
   * could execute.
   */
  requests: readonly LoadedRequest[];
  /** How many times a part is tried; further attempts are made when a worker dies. */
  attempts: number;
  bail: boolean;
  /** Requests per second of all workers together, on average; absent: no limit. */
  rateLimit?: number | undefined;
  /** Ends only the collecting: the parts continue, and another collector can take over. */
  leave?: AbortSignal | undefined;
  /** Stores the collected report. If this fails, the run stays in the queue. Default: nothing. */
  writeReports?: (() => Promise<void>) | undefined;
  /** Receives the number of parts in the queue; the run is collected after it has settled. */
  onParts?: ((count: number) => void | Promise<void>) | undefined;
  onEvent: (event: RunEvent) => void;
  onNotice: OnQueueNotice;
}

/**
 * Puts the parts of a run into the queue, and settles when all of them are done. @throws QueueUnreachable,
 * InvalidParams, Unsupported
 */
export async function submitRun(
  run: SharedRun,
  {
    files,
    selection,
    partSize,
    ...options
  }: SubmitOptions & Pick<DescribedRun, 'files' | 'selection'> & { partSize: number },
  signal: AbortSignal,
): Promise<RunOutcome> {
  const parts = Math.ceil((run.requests * run.iterations) / partSize);
  requireCountable(run, parts);
  const redis = await connectToQueue(options.url, options.onNotice, { signal: endSignalOf(options, signal) });
  try {
    const division = divisionOf(options.requests);
    const described = { run, parts, startedAt: new Date().toISOString(), division, files, selection };
    await abortable(describeRun(redis, described), endSignalOf(options, signal));
    return await collect({ ...described, isNew: true, redis }, options, signal);
  } finally {
    redis.disconnect();
  }
}

export interface AttachOptions extends Omit<SubmitOptions, 'requests'> {
  /** @param selection ids of the requests, for a run of selected requests */
  requestsFor: (run: SharedRun, selection: readonly string[] | undefined) => readonly LoadedRequest[];
}

/**
 * Continues to collect a run whose submitter is gone.
 * @throws InvalidParams when the server has no run with this id, InvalidData when the collection has other requests
 */
export async function attachToRun(id: string, options: AttachOptions, signal: AbortSignal): Promise<RunOutcome> {
  const redis = await connectToQueue(options.url, options.onNotice, { signal: endSignalOf(options, signal) });
  try {
    const described = await abortable(readDescription(redis, id), endSignalOf(options, signal));
    const requests = options.requestsFor(described.run, described.selection);
    requireSameDivision(described, requests);
    return await collect({ ...described, isNew: false, redis }, { ...options, requests }, signal);
  } finally {
    redis.disconnect();
  }
}

/**
 * Other requests would divide the run into other parts, whose results are lost or sent twice.
 * @throws InvalidData
 */
function requireSameDivision({ run, division }: DescribedRun, requests: readonly LoadedRequest[]): void {
  const remedy = 'Collect it with the files with which it was started.';
  if (requests.length !== run.requests) {
    const message = `Run ${run.id} has ${countText(run.requests, 'request')} in each iteration, and with the collection here it would have ${requests.length}.`;
    throw codedError('InvalidData', message, remedy);
  }
  if (division === undefined || division === divisionOf(requests)) return;
  throw codedError(
    'InvalidData',
    `The requests of run ${run.id} are in other folders than in the collection here.`,
    remedy,
  );
}

/** Aborts when the run is stopped, and when it is only left to another collector. */
const endSignalOf = ({ leave }: Pick<SubmitOptions, 'leave'>, signal: AbortSignal): AbortSignal =>
  leave ? AbortSignal.any([signal, leave]) : signal;

interface SubmittedRun extends DescribedRun {
  isNew: boolean;
  redis: Redis;
}

async function collect(submitted: SubmittedRun, options: SubmitOptions, signal: AbortSignal): Promise<RunOutcome> {
  const { run, parts, isNew, redis } = submitted;
  const { onEvent, onNotice } = options;
  const bail = options.bail || (run.bail ?? false);
  const { bullmq } = await loadQueuePackages();
  const queue: Queue = new bullmq.Queue(queueNameOf(run.name), { connection: redis });
  queue.on('error', () => undefined);
  const startMs = performance.now();
  const emit = eventStream(options.runId, onEvent);
  const jobs = createPartJobs({ ...submitted, ...options, queue });
  const endSignal = endSignalOf(options, signal);
  const collection = await abortable(takeCollection(redis, run.id), endSignal);
  const results = createArrivingResults({ submitted, redis, jobs, emit });
  const isWhole = () => results.count() >= jobs.all.length;
  const isOver = () => isWhole() || (bail && results.outcome() !== 'passed');

  emit({ type: 'run.started', scriptName: run.name });
  async function addAndCollect(): Promise<void> {
    if (isNew) {
      const partSize = (run.requests * run.iterations) / parts;
      await limitRate(queue, { requestsPerSecond: options.rateLimit, partSize });
      await jobs.add(jobs.all, signal);
      if (signal.aborted) return;
    }
    await options.onParts?.(jobs.all.length);
    const noWorker = noWorkerNotice(run.name, options.url);
    await collectResults({ results, queue, collection, isOver, noWorker, startMs, onNotice }, endSignal);
  }
  const isLost = (await unlessLost(addAndCollect(), redis, endSignal)) === 'lost';
  const outcome = endSignal.aborted ? 'stopped' : results.outcome();
  emit({ type: 'run.finished', outcome, durationMs: performance.now() - startMs });

  async function leaveQueue(): Promise<void> {
    if (signal.aborted || !endSignal.aborted) {
      await collection.requireOwnership();
      if (isWhole()) await storeReportOrLeaveRun(run.id, options.writeReports);
      // Also where all parts are done: a worker that was considered dead may still be sending requests of one.
      await redis.set(keysOf(run.id).stop, '1', 'EX', STOP_KEPT_S);
      await removeRun(queue, redis, run);
    }
    await queue.close();
  }
  if (isLost || (await unlessLost(leaveQueue(), redis, endSignal)) === 'lost') {
    onNotice(`The queue is not reachable: run ${run.id} stays there, and continues when the queue is reachable again.`);
  }
  return outcome;
}

interface CollectOptions {
  results: ArrivingResults;
  queue: Queue;
  collection: Awaited<ReturnType<typeof takeCollection>>;
  isOver: () => boolean;
  /** The message for the case that no worker takes parts. */
  noWorker: string;
  /** The start of the run, in the clock of `performance.now`. */
  startMs: number;
  onNotice: OnQueueNotice;
}

/**
 * Takes results as they arrive, until the run is over or the signal aborts. @throws when another collector takes the
 * run over
 */
async function collectResults(
  { results, queue, collection, isOver, noWorker, startMs, onNotice }: CollectOptions,
  ended: AbortSignal,
): Promise<void> {
  let watchedAt = startMs;
  let activeAt = startMs;
  let hasLookedForWorkers = false;
  while (!isOver() && !ended.aborted) {
    if (await results.takeArrived()) continue;
    const now = performance.now();
    if (now - activeAt > ACTIVE_MS) {
      activeAt = now;
      await results.showActive(queue);
    }
    if (now - watchedAt > WATCH_MS) {
      watchedAt = now;
      await collection.requireOwnership();
      await results.findMissing();
      if (!hasLookedForWorkers && now - startMs > NO_WORKER_MS) {
        hasLookedForWorkers = true;
        if ((await queue.getWorkersCount()) === 0) onNotice(noWorker, 'no worker');
      }
    }
    await wait(LOOK_MS, undefined, { signal: ended }).catch(() => undefined);
  }
}

const noWorkerNotice = (runName: string, url: string): string =>
  `No worker takes parts of "${runName}" yet. Start one: outrigger worker <collection> --engine ${maskUrls(url)}`;

/** @throws the error of `writeReports`, with the command for collecting the run again */
async function storeReportOrLeaveRun(runId: string, storeReport: SubmitOptions['writeReports']): Promise<void> {
  try {
    await storeReport?.();
  } catch (error) {
    const { code, message } = toFailure(error);
    const command = `outrigger run <collection> --engine <address> --attach ${runId}`;
    throw codedError(
      code,
      message,
      `Make room for it, then collect the run again, which is still in the queue: ${command}`,
    );
  }
}
