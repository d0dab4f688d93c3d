/** Collects the results of a queued run as they arrive, each once, and the parts without a result. */
import type { Job, Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { RunOutcome } from '../../../contract/runs/run-event.ts';
import { partJob } from '../../../contract/runs/run-parts.ts';
import type { EmitRunEvent } from '../../runs/script/run-script.ts';
import { problemOfResult } from './check-result.ts';
import { mergeParts } from './merge-parts.ts';
import { attemptOf, JOBS_AT_ONCE, type PartJobs } from '../part-jobs.ts';
import { readResult } from './part-results.ts';
import { keysOf } from '../queue-server.ts';
import { describeRun, type DescribedRun } from '../queued-runs.ts';

const RESULTS_AT_ONCE = 20;
/** Running parts that are looked at; more than workers have at a time. */
const MAX_ACTIVE = 1000;

export interface ArrivingResultsOptions {
  submitted: DescribedRun;
  redis: Redis;
  jobs: PartJobs;
  emit: EmitRunEvent;
}

export interface ArrivingResults {
  /** The number of parts that are done or given up. */
  count(): number;
  outcome(): RunOutcome;
  /** Emits the events of the results that have arrived. @returns whether there were any */
  takeArrived(): Promise<boolean>;
  /** Emits which parts are running. */
  showActive(queue: Queue): Promise<void>;
  /** Finds parts whose job has failed for the last time, and queues parts again that the server has lost. */
  findMissing(): Promise<void>;
}

export function createArrivingResults({ submitted, redis, jobs, emit }: ArrivingResultsOptions): ArrivingResults {
  const { run, parts } = submitted;
  const keys = keysOf(run.id);
  const merge = mergeParts(emit);
  const doneParts = new Set<number>();
  /** Everybody with access to the server may write the numbers of other parts. */
  const isPart = new Set(jobs.all);
  const showAttempt = createAttemptEvents(emit, parts);
  let cursor = 0;

  async function take(part: number): Promise<void> {
    const compressed =
      doneParts.has(part) || !isPart.has(part) ? null : await redis.hgetBuffer(keys.results, String(part));
    if (!compressed) return;
    const result = await readResult(compressed, part);
    showAttempt(part, result.attempt, result.worker);
    const problem = problemOfResult(result.events, jobs.requestsOf(part));
    if (problem !== undefined) return giveUp(part, `the result of worker ${result.worker} is wrong: ${problem}.`);
    doneParts.add(part);
    merge.add(result);
    emit({ type: 'part.finished', part, parts, worker: result.worker });
  }
  function giveUp(part: number, reason: string): void {
    doneParts.add(part);
    emit({ type: 'part.failed', part, parts, reason });
    merge.addFailed(jobs.requestsOf(part), `Part ${part + 1} of ${parts} was given up: ${reason}`);
  }
  async function findMissing(): Promise<void> {
    await describeRun(redis, submitted);
    const missingParts: number[] = [];
    const openParts = jobs.all.filter((part) => !doneParts.has(part)).slice(0, JOBS_AT_ONCE);
    const openJobs = await Promise.all(openParts.map(jobs.get));
    const haveFailed = await Promise.all(openJobs.map(async (job) => job?.isFailed()));
    for (const [index, part] of openParts.entries()) {
      const job = openJobs[index];
      if (job && haveFailed[index]) giveUp(part, job.failedReason);
      if (job) continue;
      // One after the other, because results may be large.
      await take(part);
      if (!doneParts.has(part)) missingParts.push(part);
    }
    await jobs.add(missingParts);
  }
  return {
    count: () => doneParts.size,
    outcome: merge.outcome,
    async takeArrived(): Promise<boolean> {
      const arrived = await redis.lrange(keys.order, cursor, cursor + RESULTS_AT_ONCE - 1);
      cursor += arrived.length;
      for (const part of arrived) await take(Number(part));
      return arrived.length > 0;
    },
    findMissing,
    async showActive(queue) {
      for (const { part, attempt, worker } of await activeParts(queue, run.id)) {
        if (isPart.has(part)) showAttempt(part, attempt, worker);
      }
    },
  };
}

/** The parts of a run that workers execute. Other data may be in the queue, too. */
async function activeParts(queue: Queue, runId: string) {
  return ((await queue.getActive(0, MAX_ACTIVE)) as Job<unknown>[]).flatMap((active) => {
    const job = partJob.safeParse(active.data).data;
    if (job?.run.id !== runId) return [];
    return [{ part: job.part, attempt: attemptOf(active), worker: active.processedBy ?? '' }];
  });
}

/** Emits each attempt of a part once, however often it is observed. */
function createAttemptEvents(emit: EmitRunEvent, parts: number) {
  const attempts = new Map<number, number>();
  return (part: number, attempt: number, worker: string): void => {
    if ((attempts.get(part) ?? 0) >= attempt) return;
    attempts.set(part, attempt);
    if (attempt > 1) emit({ type: 'part.retried', part, parts, attempt });
    emit({ type: 'part.started', part, parts, worker });
  };
}
