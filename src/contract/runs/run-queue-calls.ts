/** Calls about runs that workers on other machines execute, over a queue. */
import * as z from 'zod';
import { tagFilter } from './tag-filter.ts';

const noParams = z.strictObject({});
const runId = z.string().min(1).max(64);
const nonnegative = z.number().int().nonnegative();

export const MAX_PART_SIZE = 100_000;

/** The queue of a workspace. The password is a secret, and is stored by the host only. */
export const queueSettings = z.object({
  /** `redis://user@host:6379/0`, or `rediss://` for TLS; empty: not configured. */
  address: z.string().max(2000).meta({ title: 'Queue URL' }),
  hasPassword: z.boolean(),
  /** The number of requests in a part. */
  partSize: z.number().int().positive().max(MAX_PART_SIZE).meta({ title: 'Requests per part' }),
  /** Whether the runs of the workspace are put into the queue. */
  on: z.boolean(),
});
export type QueueSettings = z.output<typeof queueSettings>;

const queueWorker = z.object({
  name: z.string(),
  /** The number of concurrent parts. */
  concurrency: z.number().int().positive(),
  environment: z.string().nullable(),
  /** Why it refuses the parts of a run of this workspace, as the end of a sentence; null: it accepts them. */
  difference: z.string().nullable(),
});
export type QueueWorker = z.output<typeof queueWorker>;

/** A queued run that was not collected completely. */
const unfinishedRun = z.object({
  id: z.string(),
  environment: z.string().nullable(),
  /** ISO 8601; null where unknown. */
  startedAt: z.string().nullable(),
  parts: nonnegative,
  /** The number of parts with results. */
  done: nonnegative,
});

const queueCheck = z.object({
  /** Why no run can begin; null: the server can be used. */
  problem: z.object({ message: z.string(), remedy: z.string() }).nullable(),
  /** Warnings about the server's configuration. */
  warnings: z.array(z.string()),
  workers: z.array(queueWorker),
  unfinished: z.array(unfinishedRun),
});
export type QueueCheck = z.output<typeof queueCheck>;

const queueProgress = z.object({
  runId,
  parts: z.object({
    total: nonnegative,
    waiting: nonnegative,
    running: nonnegative,
    done: nonnegative,
    /** The number of attempts beyond the first of each part. */
    retried: nonnegative,
    failed: nonnegative,
  }),
  /** The number of requests whose results have arrived. */
  requests: nonnegative,
  /** Averaged over the last ten seconds. */
  perSecond: z.number().nonnegative(),
  workers: z.array(
    z.object({
      name: z.string(),
      /** The number of its parts that are running, and of those that it has finished in this run. */
      running: nonnegative,
      done: nonnegative,
      /** Whether it has announced itself in the last seconds. */
      isPresent: z.boolean(),
    }),
  ),
  /** The latest sentence about the server or its workers; null: no problem. */
  notice: z.string().nullable(),
});
export type QueueProgress = z.output<typeof queueProgress>;

export const runQueueCalls = {
  'runQueue.get': { params: noParams, result: queueSettings },
  /**
   * Absent members keep their values. A password in the address is separated from it; an empty password is removed, and
   * so is the password of another server.
   */
  'runQueue.set': {
    params: z.strictObject({
      address: z.exactOptional(queueSettings.shape.address),
      password: z.exactOptional(z.string().max(1000).meta({ title: 'Password' })),
      partSize: z.exactOptional(queueSettings.shape.partSize),
      on: z.exactOptional(z.boolean()),
    }),
    result: queueSettings,
  },
  /**
   * Checks whether a run could begin now, and whether workers would execute it. Problems are part of the result, not an
   * error.
   */
  'runQueue.check': { params: z.strictObject({ environment: z.string().nullable() }), result: queueCheck },
  /**
   * Puts a run of the saved requests into the queue, and answers when it has ended. Its events are sent as `run.event`
   * and `runQueue.progress`. Cancelling the call leaves the run in the queue; `runQueue.stop` ends it.
   */
  'runQueue.start': {
    params: z.strictObject({
      runId,
      requests: z.array(z.string().min(1).max(4096)).min(1).max(100_000).meta({ title: 'Requests' }),
      /** The tags by which `requests` were selected, which the report names. */
      tagFilter: tagFilter.optional(),
      environment: z.string().nullable(),
      iterations: z.number().int().positive().max(1_000_000).nullable().meta({ title: 'Iterations' }),
      /** `name` is its path in the folder in which the workers run; their file has to have the same content. */
      data: z
        .strictObject({
          name: z.string().min(1).max(4096).meta({ title: 'Data file on the workers' }),
          text: z.string().max(100_000_000),
        })
        .nullable(),
      delayMs: nonnegative.meta({ title: 'Delay (ms)' }),
      bail: z.boolean(),
    }),
    result: z.object({ id: z.number().int() }),
  },
  /** Collects an unfinished run of the queue, like `runQueue.start`. */
  'runQueue.attach': {
    params: z.strictObject({ runId, id: z.string().regex(/^[\w-]{1,64}$/) }),
    result: z.object({ id: z.number().int() }),
  },
  /** Ends a run: running parts are stopped, waiting ones are removed, and the report contains the finished ones. */
  'runQueue.stop': { params: z.strictObject({ runId }), result: noParams },
} as const;

export const runQueueEvents = {
  'runQueue.progress': queueProgress,
} as const;
