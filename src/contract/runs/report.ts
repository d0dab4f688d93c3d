/** What a run of a collection came to, the same for the interface, every reporter and a merge. */
import * as z from 'zod';

const failure = z.object({ message: z.string(), remedy: z.string() });
export const reportTest = z.object({
  name: z.string(),
  state: z.enum(['passed', 'failed', 'skipped']),
  error: z.string().optional(),
});
export const reportRequest = z.object({
  /** Its place in the run, from 0. */
  index: z.number().int(),
  iteration: z.number().int(),
  /** `index` of the request whose script has run this one (pm.execution.runRequest). */
  caller: z.number().int().optional(),
  id: z.string(),
  name: z.string(),
  /** Names from the collection down to the request. */
  path: z.array(z.string()),
  method: z.string(),
  url: z.string(),
  status: z.number().int().nullable(),
  statusText: z.string(),
  /** Milliseconds from sending to the end of the answer. */
  durationMs: z.number(),
  size: z.number().int(),
  skipped: z.boolean(),
  /** Why there was no answer. */
  failure: failure.nullable(),
  tests: z.array(reportTest),
  /** What its scripts threw, and programs that failed. */
  errors: z.array(z.string()),
});
export type ReportRequest = z.output<typeof reportRequest>;

export const runReport = z.object({
  /** The version of this form of the report. */
  version: z.literal(1),
  name: z.string(),
  /** ISO 8601. */
  startedAt: z.string(),
  durationMs: z.number(),
  outcome: z.enum(['running', 'passed', 'failed', 'error', 'timeout', 'stopped']),
  iterations: z.number().int(),
  environment: z.string().nullable(),
  /** The part of a split run that this is; null: the whole. */
  shard: z.object({ index: z.number().int().positive(), total: z.number().int().positive() }).nullable(),
  requests: z.array(reportRequest),
});
export type RunReport = z.output<typeof runReport>;
/** A report without its requests, of which there may be more than fit into memory. */
export type ReportHead = Omit<RunReport, 'requests'>;

/** A run of the past, without its requests. */
export const keptRun = z.object({
  id: z.number().int(),
  name: z.string(),
  folder: z.string(),
  startedAt: z.string(),
  durationMs: z.number(),
  outcome: runReport.shape.outcome,
  requests: z.number().int(),
  passed: z.number().int(),
  failed: z.number().int(),
  errors: z.number().int(),
});
export type KeptRun = z.output<typeof keptRun>;

export interface ReportCounts {
  requests: number;
  failedRequests: number;
  skippedRequests: number;
  passed: number;
  failed: number;
  skipped: number;
  errors: number;
}
