/** The measurements of a load run, for the terminal, the interface and every report. Times are milliseconds. */
import * as z from 'zod';

/** The percentiles of response times that are reported, in per cent. */
export const loadPercentiles = [50, 66, 75, 80, 90, 95, 98, 99, 99.9] as const;

const count = z.number().int().nonnegative();
const time = z.number().nonnegative();

const loadRow = z.object({
  /** Names of the folders and of the request; "All requests" for their total. */
  name: z.string(),
  method: z.string(),
  requests: count,
  failures: count,
  minMs: time,
  maxMs: time,
  averageMs: time,
  /** In the order of `loadPercentiles`. */
  percentilesMs: z.array(time),
  requestsPerSecond: time,
  failuresPerSecond: time,
  /** Average size of a body, in bytes. */
  averageBytes: time,
});
export type LoadRow = z.output<typeof loadRow>;

const loadFailure = z.object({ name: z.string(), method: z.string(), message: z.string(), count });
export type LoadFailure = z.output<typeof loadFailure>;

/** One second of the run; the last one of a report is shorter. */
const loadSecond = z.object({
  /** Since the start of the run. */
  second: count,
  requests: count,
  failures: count,
  /** Iterations under way at the end of the second. */
  running: count,
  /** The median response time of this second; null without requests. */
  medianMs: time.nullable(),
  p95Ms: time.nullable(),
});
export type LoadSecond = z.output<typeof loadSecond>;

/** The progress of a load run. */
export const loadProgress = z.object({
  elapsedMs: time,
  requests: count,
  failures: count,
  second: loadSecond,
});
export type LoadProgress = z.output<typeof loadProgress>;

/** Looping users: the next iteration of a user waits for the one before it (closed model). */
const usersModel = z.object({
  kind: z.literal('users'),
  users: z.number().int().positive().meta({ title: 'Users' }),
  /** The number of users that start in each second, until all have started. */
  usersPerSecond: z.number().positive().meta({ title: 'Ramp-up (users/s)' }),
  /** Pause of a user between two iterations. */
  thinkMs: time,
});
/** Iterations start at a rate, independent of the end of earlier ones (open model). */
const arrivalsModel = z.object({
  kind: z.literal('arrivals'),
  perSecond: z.number().positive().meta({ title: 'Iterations/s' }),
  spacing: z.enum(['poisson', 'constant']),
  /** The number of concurrent iterations; further starts wait. */
  maxRunning: z.number().int().positive(),
});
export const loadModel = z.discriminatedUnion('kind', [usersModel, arrivalsModel]);
export type LoadModel = z.output<typeof loadModel>;
/** The starts that the open model has planned, by their outcome. */
const arrivalCounts = z.object({
  offered: count,
  started: count,
  /** Dropped because the maximum number was already waiting. */
  dropped: count,
});
export type ArrivalCounts = z.output<typeof arrivalCounts>;

const expectationResult = z.object({ text: z.string(), actual: z.string(), isMet: z.boolean() });
export type ExpectationResult = z.output<typeof expectationResult>;

export const loadReport = z.object({
  /** The version of this report format. */
  version: z.literal(1),
  name: z.string(),
  environment: z.string().nullable(),
  /** ISO 8601. */
  startedAt: z.string(),
  durationMs: time,
  model: loadModel,
  /** `failed`: an expectation is not met, or without any, a request has failed. */
  outcome: z.enum(['passed', 'failed', 'stopped']),
  iterations: count,
  total: loadRow,
  rows: z.array(loadRow),
  failures: z.array(loadFailure),
  seconds: z.array(loadSecond),
  /** Null in the closed model. */
  arrivals: arrivalCounts.nullable(),
  expectations: z.array(expectationResult),
  /** Warnings about conditions that make the figures less reliable. */
  warnings: z.array(z.string()),
});
export type LoadReport = z.output<typeof loadReport>;

/** A finished load run, without its figures. */
export const keptLoadRun = z.object({
  id: z.number().int(),
  name: z.string(),
  startedAt: z.string(),
  durationMs: time,
  outcome: loadReport.shape.outcome,
  model: loadModel,
  requests: count,
  failures: count,
  requestsPerSecond: time,
});
export type KeptLoadRun = z.output<typeof keptLoadRun>;
