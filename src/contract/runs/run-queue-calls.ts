/** The calls of the host about runs that workers on other machines do, over a queue. */
import * as z from 'zod';

const none = z.strictObject({});
const runId = z.string().min(1).max(64);
const nonnegative = z.number().int().nonnegative();

export const MAX_PART_SIZE = 100_000;

/** Where the queue of a workspace is. The password is a secret, and stays with the host. */
export const queueSettings = z.object({
  /** `redis://user@host:6379/0`, or `rediss://` for TLS; empty: not chosen yet. */
  address: z.string().max(2000),
  hasPassword: z.boolean(),
  /** Requests of a part. */
  partSize: z.number().int().positive().max(MAX_PART_SIZE),
  /** Whether the runs of the workspace are put into the queue. */
  on: z.boolean(),
});
export type QueueSettings = z.output<typeof queueSettings>;

export const queueWorker = z.object({
  name: z.string(),
  /** Parts side by side. */
  concurrency: z.number().int().positive(),
  environment: z.string().nullable(),
  /** Why it refuses the parts of a run of this workspace, as the end of a sentence; null: it does them. */
  difference: z.string().nullable(),
});
export type QueueWorker = z.output<typeof queueWorker>;

/** A run on the queue that nobody has collected to its end. */
export const unfinishedRun = z.object({
  id: z.string(),
  environment: z.string().nullable(),
  /** ISO 8601; null where it is not known. */
  startedAt: z.string().nullable(),
  parts: nonnegative,
  /** Parts whose results are there. */
  done: nonnegative,
});
export type UnfinishedQueueRun = z.output<typeof unfinishedRun>;

export const queueCheck = z.object({
  /** Why no run can begin; null: the server is as it has to be. */
  problem: z.object({ message: z.string(), remedy: z.string() }).nullable(),
  /** What may go wrong with this server. */
  warnings: z.array(z.string()),
  workers: z.array(queueWorker),
  unfinished: z.array(unfinishedRun),
});
export type QueueCheck = z.output<typeof queueCheck>;

export const queueProgress = z.object({
  runId,
  parts: z.object({
    total: nonnegative,
    waiting: nonnegative,
    running: nonnegative,
    done: nonnegative,
    /** Attempts beyond the first of each part. */
    retried: nonnegative,
    failed: nonnegative,
  }),
  /** Requests whose results have come. */
  requests: nonnegative,
  /** Over the last ten seconds. */
  perSecond: z.number().nonnegative(),
  workers: z.array(
    z.object({
      name: z.string(),
      /** Parts that it does now, and those of this run that it has done. */
      running: nonnegative,
      done: nonnegative,
      /** Whether it was heard of in the last seconds. */
      isPresent: z.boolean(),
    }),
  ),
  /** The latest sentence about the server or its workers; null: all is well. */
  notice: z.string().nullable(),
});
export type QueueProgress = z.output<typeof queueProgress>;

export const runQueueCalls = {
  'runQueue.get': { params: none, result: queueSettings },
  /**
   * What is left out keeps its value. A password in the address is taken out of it; an empty one is forgotten, and so is
   * the one of another server.
   */
  'runQueue.set': {
    params: z.strictObject({
      address: z.exactOptional(queueSettings.shape.address),
      password: z.exactOptional(z.string().max(1000)),
      partSize: z.exactOptional(queueSettings.shape.partSize),
      on: z.exactOptional(z.boolean()),
    }),
    result: queueSettings,
  },
  /** Whether a run could begin now, and whether workers would do it. What is wrong is a result, not an error. */
  'runQueue.check': { params: z.strictObject({ environment: z.string().nullable() }), result: queueCheck },
  /**
   * Puts a run of the saved requests into the queue, and answers when it has ended. What happens meanwhile comes as
   * `run.event` and `runQueue.progress`. Cancelling the call leaves the run on the queue; `runQueue.stop` ends it.
   */
  'runQueue.start': {
    params: z.strictObject({
      runId,
      requests: z.array(z.string().min(1).max(4096)).min(1).max(100_000),
      environment: z.string().nullable(),
      iterations: z.number().int().positive().max(1_000_000).nullable(),
      /** `name` is its path in the folder in which the workers run; their file has to have the same content. */
      data: z.strictObject({ name: z.string().min(1).max(4096), text: z.string().max(100_000_000) }).nullable(),
      delayMs: nonnegative,
      bail: z.boolean(),
    }),
    result: z.object({ id: z.number().int() }),
  },
  /** Collects an unfinished run of the queue, as `runQueue.start` does. */
  'runQueue.attach': {
    params: z.strictObject({ runId, id: z.string().regex(/^[\w-]{1,64}$/) }),
    result: z.object({ id: z.number().int() }),
  },
  /** Ends a run: parts that run are stopped, those that wait are removed, and the report has what was done. */
  'runQueue.stop': { params: z.strictObject({ runId }), result: none },
} as const;

export const runQueueEvents = {
  'runQueue.progress': queueProgress,
} as const;
