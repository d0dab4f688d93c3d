/** A run that others do: its parts are put into the queue, and their results become the events of one run. */
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Job, Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import * as z from 'zod';
import { codedError } from '../../contract/errors.ts';
import type { RunEvent, RunOutcome } from '../../contract/run-event.ts';
import { partResult, sharedRun, type PartJob, type PartResult, type SharedRun } from '../../contract/run-parts.ts';
import type { LoadedRequest } from '../collection/collection-files.ts';
import type { SourceHashes } from '../programs/trust/hash-sources.ts';
import { partOfShard, type RunPart } from '../runs/run-part.ts';
import { eventStream } from '../runs/run-script.ts';
import { mergeParts } from './merge-parts.ts';
import { connectToQueue, jobIdOf, keysOf, KEPT_S, loadQueuePackages, queueNameOf } from './queue-server.ts';

const MAX_RESULT_BYTES = 512 * 1024 * 1024;
const RESULTS_AT_ONCE = 20;
const JOBS_AT_ONCE = 1000;
const LOOK_MS = 100;
/** How often it is looked which parts run, and whether one has been given up or lost. */
const WATCH_MS = 2000;
const NO_WORKER_MS = 5000;
const FIRST_RETRY_MS = 1000;

const describedRun = z.strictObject({ run: sharedRun, parts: z.number().int().positive() });

export interface SubmitOptions {
  url: string;
  runId: string;
  /** All requests of an iteration, in their order: parts are cut by it, and a part that nobody could do is reported by it. */
  requests: readonly LoadedRequest[];
  /** How often a part is tried: more than once where a worker dies. */
  attempts: number;
  bail: boolean;
  onEvent: (event: RunEvent) => void;
  onNotice: (text: string) => void;
}

/** Puts the parts of a run into the queue, and settles when all of them are done. @throws QueueUnreachable, InvalidParams, Unsupported */
export async function submitRun(
  run: SharedRun,
  { files, partSize, ...options }: SubmitOptions & { files: SourceHashes; partSize: number },
  signal: AbortSignal,
): Promise<RunOutcome> {
  const redis = await connectToQueue(options.url, options.onNotice);
  try {
    const parts = Math.ceil((run.requests * run.iterations) / partSize);
    const keys = keysOf(run.id);
    await redis.set(keys.files, JSON.stringify(files), 'EX', KEPT_S);
    await redis.set(keys.description, JSON.stringify({ run, parts }), 'EX', KEPT_S);
    return await collect({ run, parts, isNew: true, redis, files }, options, signal);
  } finally {
    redis.disconnect();
  }
}

/** Collects a run again whose submitter is gone. @throws InvalidParams when the server has none of this id */
export async function attachToRun(
  id: string,
  options: Omit<SubmitOptions, 'requests'> & { requestsFor: (run: SharedRun) => Promise<readonly LoadedRequest[]> },
  signal: AbortSignal,
): Promise<RunOutcome> {
  const redis = await connectToQueue(options.url, options.onNotice);
  try {
    const keys = keysOf(id);
    const text = await redis.get(keys.description);
    if (text === null) {
      throw codedError(
        'InvalidParams',
        `The queue has no run ${id}.`,
        'It was collected already, or is older than seven days.',
      );
    }
    const { run, parts } = describedRun.parse(JSON.parse(text));
    const files = JSON.parse((await redis.get(keys.files)) ?? '{}') as SourceHashes;
    const requests = await options.requestsFor(run);
    return await collect({ run, parts, isNew: false, redis, files }, { ...options, requests }, signal);
  } finally {
    redis.disconnect();
  }
}

interface Submitted {
  run: SharedRun;
  parts: number;
  isNew: boolean;
  redis: Redis;
  files: SourceHashes;
}

async function collect(submitted: Submitted, options: SubmitOptions, signal: AbortSignal): Promise<RunOutcome> {
  const { run, parts, isNew, redis } = submitted;
  const { requests, attempts, bail, onEvent, onNotice } = options;
  const { bullmq } = await loadQueuePackages();
  const queue: Queue = new bullmq.Queue(queueNameOf(run.name), { connection: redis });
  queue.on('error', () => undefined);
  const keys = keysOf(run.id);
  const began = performance.now();
  const emit = eventStream(options.runId, onEvent);
  const merge = mergeParts(emit);
  const rangeOf = (part: number): RunPart => partOfShard({ index: part + 1, total: parts }, requests, run.iterations);
  const jobOf = (part: number): PartJob => ({ run, part, parts, ...rangeOf(part) });
  const done = new Set<number>();
  /** Attempts of a part that have been shown. */
  const shown = new Map<number, number>();
  let cursor = 0;
  let isEnding = false;

  async function add(numbers: readonly number[]): Promise<void> {
    for (let at = 0; at < numbers.length; at += JOBS_AT_ONCE) {
      await queue.addBulk(
        numbers.slice(at, at + JOBS_AT_ONCE).map((part) => ({
          name: 'part',
          data: jobOf(part),
          opts: {
            jobId: jobIdOf(run.id, part),
            attempts,
            backoff: { type: 'exponential', delay: FIRST_RETRY_MS },
            removeOnComplete: true,
          },
        })),
      );
    }
  }
  function showAttempt(part: number, attempt: number, worker: string): void {
    if ((shown.get(part) ?? 0) >= attempt) return;
    shown.set(part, attempt);
    if (attempt > 1) emit({ type: 'part.retried', part, parts, attempt });
    emit({ type: 'part.started', part, parts, worker });
  }
  async function take(part: number): Promise<void> {
    if (done.has(part)) return;
    const compressed = await redis.hgetBuffer(keys.results, String(part));
    if (!compressed) return;
    const result = await readResult(compressed, part);
    done.add(part);
    showAttempt(part, result.attempt, result.worker);
    merge.add(result);
    emit({ type: 'part.finished', part, parts, worker: result.worker });
  }
  function giveUp(part: number, reason: string): void {
    if (done.has(part)) return;
    done.add(part);
    const { from, to } = rangeOf(part);
    const lost = Array.from({ length: to - from }, (_, at) => {
      const { id = '', name = '', path = [] } = requests[(from + at) % requests.length] ?? {};
      const iteration = Math.floor((from + at) / requests.length);
      return { type: 'request.started' as const, id, name, path: [...path], iteration };
    });
    merge.addFailed(lost, `Part ${part + 1} of ${parts} was given up after ${attempts} attempts: ${reason}`);
  }
  /** Parts whose job has failed for the last time, and those that the server has lost. */
  async function findMissing(): Promise<void> {
    await redis.set(keys.description, JSON.stringify({ run, parts }), 'EX', KEPT_S);
    await redis.set(keys.files, JSON.stringify(submitted.files), 'EX', KEPT_S);
    const lost: number[] = [];
    const missing = allParts().filter((part) => !done.has(part));
    for (const part of missing.slice(0, JOBS_AT_ONCE)) {
      const job = (await queue.getJob(jobIdOf(run.id, part))) as Job | undefined;
      if (!job) {
        await take(part);
        if (!done.has(part)) lost.push(part);
      } else if (await job.isFailed()) {
        giveUp(part, job.failedReason);
      }
    }
    if (lost.length > 0) await add(lost);
  }
  function* nonEmptyParts(): Generator<number> {
    for (let part = 0; part < parts; part += 1) {
      const { from, to } = rangeOf(part);
      if (to > from) yield part;
    }
  }
  let every: number[] | undefined;
  const allParts = (): number[] => (every ??= [...nonEmptyParts()]);

  async function watch(): Promise<void> {
    const active = (await queue.getActive()) as Job<PartJob>[];
    for (const job of active) {
      if (job.data.run.id === run.id) showAttempt(job.data.part, job.attemptsStarted, job.processedBy ?? '');
    }
    await findMissing();
  }

  emit({ type: 'run.started', scriptName: run.name });
  if (isNew) {
    await add(allParts());
    onNotice(
      `Run ${run.id} has ${allParts().length} parts. If this command ends, collect it with: outrigger run --attach ${run.id}`,
    );
  }
  let watched = performance.now();
  let withoutWorker: number | undefined = performance.now();
  while (done.size < allParts().length && !signal.aborted && !isEnding) {
    const arrived = await redis.lrange(keys.order, cursor, cursor + RESULTS_AT_ONCE - 1);
    cursor += arrived.length;
    for (const part of arrived) await take(Number(part));
    if (bail && merge.outcome() !== 'passed') isEnding = true;
    if (arrived.length > 0) continue;
    if (performance.now() - watched > WATCH_MS) {
      await watch();
      watched = performance.now();
      if (withoutWorker !== undefined && (await queue.getWorkersCount()) > 0) withoutWorker = undefined;
      if (withoutWorker !== undefined && performance.now() - withoutWorker > NO_WORKER_MS) {
        onNotice(
          `No worker takes parts of "${run.name}" yet. Start one: outrigger worker <collection> --engine <address>`,
        );
        withoutWorker = undefined;
      }
    }
    await wait(LOOK_MS, undefined, { signal }).catch(() => undefined);
  }
  if (signal.aborted || isEnding) await redis.set(keys.stop, '1', 'EX', 3600);
  await removeRun(queue, redis, run.id);
  await queue.close();
  const outcome = signal.aborted ? 'stopped' : merge.outcome();
  emit({ type: 'run.finished', outcome, durationMs: performance.now() - began });
  return outcome;
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

/** What a run has left on the server, but the sign that its parts are not to go on. */
async function removeRun(queue: Queue, redis: Redis, runId: string): Promise<void> {
  for (const state of ['waiting', 'delayed', 'failed'] as const) {
    for (const job of (await queue.getJobs([state])) as Job<PartJob>[]) {
      if (job.data.run.id === runId) await job.remove().catch(() => undefined);
    }
  }
  const { description, files, results, order } = keysOf(runId);
  await redis.del(description, files, results, order);
}
