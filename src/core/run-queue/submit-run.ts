/** A run that others do: its parts are put into the queue, and their results become the events of one run. */
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Job, Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { codedError, toFailure } from '../../contract/errors.ts';
import type { RunEvent, RunOutcome } from '../../contract/run-event.ts';
import { partResult, type PartJob, type PartResult, type SharedRun } from '../../contract/run-parts.ts';
import type { LoadedRequest } from '../collection/collection-files.ts';
import { eventStream, type EmitRunEvent } from '../runs/run-script.ts';
import { mergeParts } from './merge-parts.ts';
import { createPartJobs, JOBS_AT_ONCE, type PartJobs } from './part-jobs.ts';
import { connectToQueue, keysOf, loadQueuePackages, queueNameOf } from './queue-server.ts';
import { limitRate } from './rate-limit.ts';
import { describeRun, readDescription, removeRun, takeCollection, type DescribedRun } from './queued-runs.ts';

const MAX_RESULT_BYTES = 512 * 1024 * 1024;
const RESULTS_AT_ONCE = 20;
const LOOK_MS = 100;
/** How often it is looked which parts run, and whether one has been given up or lost. */
const WATCH_MS = 2000;
const NO_WORKER_MS = 5000;
/** Seconds: longer than a worker needs to see it. */
const STOP_KEPT_S = 3600;

export interface SubmitOptions {
  url: string;
  runId: string;
  /** All requests of an iteration, in their order: parts are cut by it, and a part that nobody could do is reported by it. */
  requests: readonly LoadedRequest[];
  /** How often a part is tried: more than once where a worker dies. */
  attempts: number;
  bail: boolean;
  /** Requests in a second of all workers together, on average; left out: as many as they can. */
  rateLimit?: number | undefined;
  /** Ends the collecting alone: the parts go on, and another one can collect the run. */
  leave?: AbortSignal | undefined;
  /** Stores what was collected: where this fails, the run stays in the queue. Default: nothing. */
  keep?: (() => Promise<void>) | undefined;
  /** Hears how many parts are on the queue. */
  onParts?: ((count: number) => void) | undefined;
  onEvent: (event: RunEvent) => void;
  onNotice: (text: string) => void;
}

/** Puts the parts of a run into the queue, and settles when all of them are done. @throws QueueUnreachable, InvalidParams, Unsupported */
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
  const redis = await connectToQueue(options.url, options.onNotice);
  try {
    const parts = Math.ceil((run.requests * run.iterations) / partSize);
    const described = { run, parts, startedAt: new Date().toISOString(), files, selection };
    await describeRun(redis, described);
    return await collect({ ...described, isNew: true, redis }, options, signal);
  } finally {
    redis.disconnect();
  }
}

export interface AttachOptions extends Omit<SubmitOptions, 'requests'> {
  /** @param selection ids of the requests, where the run is of chosen ones */
  requestsFor: (run: SharedRun, selection: readonly string[] | undefined) => readonly LoadedRequest[];
}

/** Collects a run again whose submitter is gone. @throws InvalidParams when the server has none of this id */
export async function attachToRun(id: string, options: AttachOptions, signal: AbortSignal): Promise<RunOutcome> {
  const redis = await connectToQueue(options.url, options.onNotice);
  try {
    const described = await readDescription(redis, id);
    const requests = options.requestsFor(described.run, described.selection);
    return await collect({ ...described, isNew: false, redis }, { ...options, requests }, signal);
  } finally {
    redis.disconnect();
  }
}

interface Submitted extends DescribedRun {
  isNew: boolean;
  redis: Redis;
}

async function collect(submitted: Submitted, options: SubmitOptions, signal: AbortSignal): Promise<RunOutcome> {
  const { run, parts, isNew, redis } = submitted;
  const { bail, onEvent, onNotice } = options;
  const { bullmq } = await loadQueuePackages();
  const queue: Queue = new bullmq.Queue(queueNameOf(run.name), { connection: redis });
  queue.on('error', () => undefined);
  const began = performance.now();
  const emit = eventStream(options.runId, onEvent);
  const jobs = createPartJobs({ ...submitted, ...options, queue });
  const collection = await takeCollection(redis, run.id);
  const results = createResults({ ...submitted, ...options, jobs, emit });
  const ended = AbortSignal.any([signal, ...(options.leave ? [options.leave] : [])]);

  emit({ type: 'run.started', scriptName: run.name });
  if (isNew) {
    await limitRate(queue, { requestsPerSecond: options.rateLimit, partSize: (run.requests * run.iterations) / parts });
    await jobs.add(jobs.all);
  }
  options.onParts?.(jobs.all.length);
  let watchedAt = began;
  let hasLookedForWorkers = false;
  const isOver = () => results.count() >= jobs.all.length || (bail && results.outcome() !== 'passed');
  async function collectAll(): Promise<void> {
    while (!isOver() && !ended.aborted) {
      if (await results.takeArrived()) continue;
      const now = performance.now();
      if (now - watchedAt > WATCH_MS) {
        watchedAt = now;
        await collection.requireMine();
        await results.watch(queue);
        if (!hasLookedForWorkers && now - began > NO_WORKER_MS) {
          hasLookedForWorkers = true;
          if ((await queue.getWorkersCount()) === 0) {
            onNotice(
              `No worker takes parts of "${run.name}" yet. Start one: outrigger worker <collection> --engine <address>`,
            );
          }
        }
      }
      await wait(LOOK_MS, undefined, { signal: ended }).catch(() => undefined);
    }
  }
  // Calls wait for a server that is gone to come back: whoever ends the run does not.
  const lost = Promise.withResolvers<'lost'>();
  const giveUp = () => redis.status !== 'ready' && lost.resolve('lost');
  ended.addEventListener('abort', giveUp, { once: true });
  const isLost = (await Promise.race([collectAll(), lost.promise])) === 'lost';
  ended.removeEventListener('abort', giveUp);
  const outcome = ended.aborted ? 'stopped' : results.outcome();
  emit({ type: 'run.finished', outcome, durationMs: performance.now() - began });
  if (isLost) {
    onNotice(`The queue is not reachable: run ${run.id} stays there, and goes on when it is back.`);
    return outcome;
  }
  if (signal.aborted || !ended.aborted) {
    await collection.requireMine();
    const isWhole = results.count() >= jobs.all.length;
    if (!isWhole) await redis.set(keysOf(run.id).stop, '1', 'EX', STOP_KEPT_S);
    if (isWhole) await keepOrLeave(run.id, options.keep);
    await removeRun(queue, redis, run);
  }
  await queue.close();
  return outcome;
}

/** @throws the error of `keep`, which then says how the run is collected again */
async function keepOrLeave(runId: string, keep: SubmitOptions['keep']): Promise<void> {
  try {
    await keep?.();
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

/** The results of a run as they come, each once. */
function createResults(options: Submitted & SubmitOptions & { jobs: PartJobs; emit: EmitRunEvent }) {
  const { run, parts, redis, attempts, jobs, emit } = options;
  const keys = keysOf(run.id);
  const merge = mergeParts(emit);
  const done = new Set<number>();
  /** Attempts of a part that have been shown. */
  const shown = new Map<number, number>();
  let cursor = 0;

  function showAttempt(part: number, attempt: number, worker: string): void {
    if ((shown.get(part) ?? 0) >= attempt) return;
    shown.set(part, attempt);
    if (attempt > 1) emit({ type: 'part.retried', part, parts, attempt });
    emit({ type: 'part.started', part, parts, worker });
  }
  async function take(part: number): Promise<void> {
    const compressed = done.has(part) ? null : await redis.hgetBuffer(keys.results, String(part));
    if (!compressed) return;
    const result = await readResult(compressed, part);
    done.add(part);
    showAttempt(part, result.attempt, result.worker);
    merge.add(result);
    emit({ type: 'part.finished', part, parts, worker: result.worker });
  }
  function giveUp(part: number, reason: string): void {
    done.add(part);
    emit({ type: 'part.failed', part, parts, reason });
    merge.addFailed(
      jobs.requestsOf(part),
      `Part ${part + 1} of ${parts} was given up after ${attempts} attempts: ${reason}`,
    );
  }
  /** Finds parts whose job has failed for the last time, and puts those in again that the server has lost. */
  async function findMissing(): Promise<void> {
    await describeRun(redis, options);
    const lost: number[] = [];
    for (const part of jobs.all.filter((one) => !done.has(one)).slice(0, JOBS_AT_ONCE)) {
      const job = await jobs.get(part);
      if (!job) {
        await take(part);
        if (!done.has(part)) lost.push(part);
      } else if (await job.isFailed()) giveUp(part, job.failedReason);
    }
    await jobs.add(lost);
  }
  return {
    count: () => done.size,
    outcome: merge.outcome,
    /** @returns whether there were any */
    async takeArrived(): Promise<boolean> {
      const arrived = await redis.lrange(keys.order, cursor, cursor + RESULTS_AT_ONCE - 1);
      cursor += arrived.length;
      for (const part of arrived) await take(Number(part));
      return arrived.length > 0;
    },
    async watch(queue: Queue): Promise<void> {
      for (const { data, attemptsStarted, processedBy = '' } of (await queue.getActive()) as Job<PartJob>[]) {
        if (data.run.id === run.id) showAttempt(data.part, attemptsStarted, processedBy);
      }
      await findMissing();
    },
  };
}

async function readResult(compressed: Buffer, part: number): Promise<PartResult> {
  try {
    const text = await promisify(gunzip)(compressed, { maxOutputLength: MAX_RESULT_BYTES });
    return partResult.parse(JSON.parse(text.toString()));
  } catch (error) {
    throw codedError(
      'InvalidData',
      `The result of part ${part + 1} on the queue cannot be read: ${(error as Error).message}`,
    );
  }
}
