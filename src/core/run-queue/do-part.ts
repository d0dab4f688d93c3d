/** Executes one part that a worker has taken from the queue. */
import type { Job } from 'bullmq';
import type { Redis } from 'ioredis';
import { toFailure } from '../../contract/errors.ts';
import type { RunEvent } from '../../contract/runs/run-event.ts';
import { partJob, type PartJob } from '../../contract/runs/run-parts.ts';
import { attemptOf } from './part-jobs.ts';
import { storeResult } from './results/part-results.ts';
import { keysOf, type loadQueuePackages } from './queue-server.ts';
import { readSelection } from './queued-runs.ts';
import { refuseRun, type WorkerSources } from './refuse-run.ts';

const LOOK_FOR_STOP_MS = 1000;

export interface PartWorkOptions extends WorkerSources {
  /** The worker's name, shown beside its parts. */
  name: string;
  /**
   * Runs a part and returns its masked events. Never rejects; aborting stops the run.
   * @param selection ids of the requests, for a run of selected requests
   */
  runPart: (job: PartJob, selection: readonly string[] | undefined, signal: AbortSignal) => Promise<RunEvent[]>;
}

export interface PartWork {
  /**
   * Executes one part. Rejects with the errors that BullMQ expects: for a part that goes back to the queue, and for one
   * that cannot be executed.
   */
  doPart(job: Job, token: string | undefined): Promise<void>;
  /** Why this worker takes no more parts; undefined while it takes parts. */
  refusal(): Error | undefined;
}

type BullMq = Awaited<ReturnType<typeof loadQueuePackages>>['bullmq'];

/** @param ending ends the worker: on request, or because it refuses a run */
export function createPartWork(
  { name, runPart, ...sources }: PartWorkOptions,
  { bullmq, redis }: { bullmq: BullMq; redis: Redis },
  ending: AbortController,
): PartWork {
  const selections = createSelections(redis);
  let refusal: Error | undefined;

  /** At once, because a delay would be measured by the clock of this computer, and waited for by that of another. */
  async function giveBack(job: Job, token: string | undefined): Promise<never> {
    await job.moveToWait(token);
    throw new bullmq.WaitingError();
  }
  return {
    async doPart(job, token) {
      const parsed = partJob.safeParse(job.data);
      if (!parsed.success)
        throw new bullmq.UnrecoverableError('It is not a part of a run of this version of Outrigger.');
      const { run, part } = parsed.data;
      const stopKey = keysOf(run.id).stop;
      if (await redis.exists(stopKey)) return;
      const attempt = attemptOf(job);
      if (attempt > (job.opts.attempts ?? 1)) throw new bullmq.UnrecoverableError('the worker that did it has ended.');
      refusal ??= await refuseRun(run, sources, redis);
      if (refusal) {
        ending.abort();
        return giveBack(job, token);
      }
      const stop = watchForStop(redis, stopKey);
      try {
        const selection = run.selected ? await selections.of(run.id) : undefined;
        const events = await runPart(parsed.data, selection, AbortSignal.any([ending.signal, stop.signal]));
        if (stop.signal.aborted || (await redis.exists(stopKey))) return;
        if (ending.signal.aborted) return await giveBack(job, token);
        await storeResult(redis, run.id, { part, worker: name, attempt, events });
      } catch (error) {
        const { code, message, remedy } = toFailure(error);
        // Another attempt would send the requests again, for the same result.
        throw code === 'FileTooLarge' ? new bullmq.UnrecoverableError(`${message} ${remedy}`) : error;
      } finally {
        stop.close();
      }
    },
    refusal: () => refusal,
  };
}

/** Provides a signal that aborts when the submitter of the run stops it. */
function watchForStop(redis: Redis, stopKey: string): { signal: AbortSignal; close: () => void } {
  const stop = new AbortController();
  async function checkStop(): Promise<void> {
    if (await redis.exists(stopKey)) stop.abort();
  }
  const timer = setInterval(() => void checkStop().catch(() => undefined), LOOK_FOR_STOP_MS);
  return { signal: stop.signal, close: () => clearInterval(timer) };
}

/** Caches the selected requests of the last part's run, because parts of one run usually follow each other. */
function createSelections(redis: Redis): { of(runId: string): Promise<string[]> } {
  let last: { runId: string; ids: Promise<string[]> } | undefined;
  return {
    of(runId) {
      if (last?.runId === runId) return last.ids;
      const ids = readSelection(redis, runId);
      last = { runId, ids };
      // A later attempt reads it again, for example after the connection was lost.
      ids.catch(() => {
        if (last?.ids === ids) last = undefined;
      });
      return ids;
    },
  };
}
