/** The report of a collection run, for the interface, every report format and merging. */
import * as z from 'zod';
import { scriptPlace } from './run-event.ts';

const failure = z.object({ message: z.string(), remedy: z.string() });
/** A line of a script of the collection, in the text as it is edited. */
const reportPlace = scriptPlace.omit({ linesBefore: true }).extend({
  line: z.number().int().positive(),
  column: z.number().int().positive().optional(),
});
export type ReportPlace = z.output<typeof reportPlace>;
export const reportTest = z.object({
  name: z.string(),
  state: z.enum(['passed', 'failed', 'skipped']),
  error: z.string().optional(),
  /** Where the test has failed. */
  place: reportPlace.optional(),
});
export const reportRequest = z.object({
  /** Its zero-based number in the run. */
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
  /** Milliseconds from sending to the end of the response. */
  durationMs: z.number(),
  size: z.number().int(),
  skipped: z.boolean(),
  /** Whether it was stopped while it was under way, so that it has neither passed nor failed. */
  stopped: z.boolean().optional(),
  /** Why there was no response. */
  failure: failure.nullable(),
  tests: z.array(reportTest),
  /** Errors that its scripts have thrown, and failures of programs. */
  errors: z.array(z.string()),
  /** Where its first script error was thrown. */
  errorPlace: reportPlace.optional(),
});
export type ReportRequest = z.output<typeof reportRequest>;

export const runReport = z.object({
  /** The version of this report format. */
  version: z.literal(1),
  name: z.string(),
  /** ISO 8601. */
  startedAt: z.string(),
  durationMs: z.number(),
  outcome: z.enum(['running', 'passed', 'failed', 'error', 'timeout', 'stopped']),
  iterations: z.number().int(),
  environment: z.string().nullable(),
  /** The part of a split run; null: the whole run. */
  shard: z.object({ index: z.number().int().positive(), total: z.number().int().positive() }).nullable(),
  requests: z.array(reportRequest),
});
export type RunReport = z.output<typeof runReport>;
/** A report without its requests, which may not fit into memory. */
export type ReportHead = Omit<RunReport, 'requests'>;

/** A finished run, without its requests. */
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
