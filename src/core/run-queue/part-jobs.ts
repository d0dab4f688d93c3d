/** The parts of a run as jobs of the queue. */
import type { Job, Queue } from 'bullmq';
import type { RunEventBody } from '../../contract/runs/run-event.ts';
import type { PartJob, SharedRun } from '../../contract/runs/run-parts.ts';
import type { LoadedRequest } from '../collection/files/collection-files.ts';
import { divideRun } from '../runs/collection/run-part.ts';
import { jobIdOf } from './queue-server.ts';

export const JOBS_AT_ONCE = 1000;
/** The number of requests in a part. */
export const DEFAULT_PART_SIZE = 50;
/** The number of attempts for a part whose worker dies. */
export const DEFAULT_ATTEMPTS = 3;
const FIRST_RETRY_MS = 1000;

/** The one-based number of the attempt. A worker that has given the part back, because it refused it, does not count. */
export const attemptOf = ({ attemptsMade, stalledCounter }: Job): number => attemptsMade + stalledCounter + 1;

export interface PartJobs {
  /** The numbers of all parts with requests. */
  readonly all: readonly number[];
  /** @param stop ends the adding: a run may have a million parts */
  add(parts: readonly number[], stop?: AbortSignal): Promise<void>;
  get(part: number): Promise<Job | undefined>;
  /** The report's entries for a part that no worker could execute. */
  requestsOf(part: number): Extract<RunEventBody, { type: 'request.started' }>[];
}

export function createPartJobs(options: {
  queue: Queue;
  run: SharedRun;
  parts: number;
  requests: readonly LoadedRequest[];
  attempts: number;
}): PartJobs {
  const { queue, run, parts, requests, attempts } = options;
  const partAt = divideRun(parts, requests, run.iterations);
  const rangeOf = (part: number) => partAt(part + 1);
  const hasRequests = (part: number) => {
    const { from, to } = rangeOf(part);
    return to > from;
  };
  const jobOf = (part: number) => ({
    name: 'part',
    data: { run, part, parts, ...rangeOf(part) } satisfies PartJob,
    opts: {
      jobId: jobIdOf(run.id, part),
      attempts,
      backoff: { type: 'exponential', delay: FIRST_RETRY_MS },
      removeOnComplete: true,
    },
  });
  return {
    all: Array.from({ length: parts }, (_, part) => part).filter(hasRequests),
    async add(numbers, stop) {
      for (let start = 0; start < numbers.length && !stop?.aborted; start += JOBS_AT_ONCE) {
        await queue.addBulk(numbers.slice(start, start + JOBS_AT_ONCE).map(jobOf));
      }
    },
    get: async (part) => (await queue.getJob(jobIdOf(run.id, part))) as Job | undefined,
    requestsOf(part) {
      const { from, to } = rangeOf(part);
      return Array.from({ length: to - from }, (_, offset) => {
        const { id = '', name = '', path = [] } = requests[(from + offset) % requests.length] ?? {};
        const iteration = Math.floor((from + offset) / requests.length);
        return { type: 'request.started', id, name, path: [...path], iteration };
      });
    },
  };
}
