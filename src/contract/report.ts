/** What a run of a collection came to: folded from its events, the same for the interface, every reporter and a merge. */
import * as z from 'zod';
import type { RunEvent } from './run-event.ts';

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
  /** Of this form. */
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

export const newReport = (environment: string | null = null): RunReport => ({
  version: 1,
  name: '',
  startedAt: '',
  durationMs: 0,
  outcome: 'running',
  iterations: 1,
  environment,
  shard: null,
  requests: [],
});

/**
 * Changes the report as the events say. The list of requests is changed in place: a run may have ten thousand.
 * @param first the number of the first request of the list, where those before it have been taken out
 */
export function foldReport(report: RunReport, event: RunEvent, first = 0): void {
  // Requests are numbered in the order in which they start.
  const current = event.request === undefined ? undefined : report.requests[event.request - first];
  switch (event.type) {
    case 'run.started':
      report.name = event.scriptName;
      report.startedAt = event.at;
      break;
    case 'iteration.started':
      report.iterations = event.count;
      break;
    case 'request.started': {
      const { id, name, path, iteration, caller } = event;
      report.requests.push({
        index: first + report.requests.length,
        ...(caller === undefined ? {} : { caller }),
        ...{ iteration, id, name, path, method: '', url: '', status: null, statusText: '', durationMs: 0, size: 0 },
        ...{ skipped: false, failure: null, tests: [], errors: [] },
      });
      break;
    }
    case 'request.answered':
      if (!current) break;
      current.method = event.method;
      current.url = event.url;
      current.status = event.status ?? null;
      current.statusText = event.statusText ?? '';
      current.durationMs = event.durationMs;
      current.size = event.size ?? 0;
      current.skipped = event.skipped ?? false;
      current.failure = event.failure ? { message: event.failure.message, remedy: event.failure.remedy } : null;
      break;
    case 'test':
      current?.tests.push({
        name: event.name,
        state: event.state,
        ...(event.error ? { error: `${event.error.name}: ${event.error.message}` } : {}),
      });
      break;
    case 'script.error':
      current?.errors.push(
        `${event.error.name}: ${event.error.message}${event.error.line ? ` (line ${event.error.line})` : ''}` +
          (event.error.remedy ? ` ${event.error.remedy}` : ''),
      );
      break;
    case 'console':
      if (event.from === 'outrigger' && event.level === 'error') current?.errors.push(event.text);
      break;
    case 'run.finished':
      report.outcome = event.outcome;
      report.durationMs = event.durationMs;
      break;
    default:
  }
}

export const hasFailed = ({ failure, errors, tests }: ReportRequest): boolean =>
  failure !== null || errors.length > 0 || tests.some(({ state }) => state === 'failed');

/** The request of the collection's own order whose scripts have led to this one; itself where no script has run it. */
export function outermostCaller(report: RunReport, request: ReportRequest): ReportRequest {
  const caller = request.caller === undefined ? undefined : report.requests[request.caller];
  // A caller starts before what it runs: a report that says otherwise is damaged, and must not lead in a circle.
  return caller && caller.index < request.index ? outermostCaller(report, caller) : request;
}

export const noCounts = (): ReportCounts => ({
  ...{ requests: 0, failedRequests: 0, skippedRequests: 0 },
  ...{ passed: 0, failed: 0, skipped: 0, errors: 0 },
});

export function countReport(requests: Iterable<ReportRequest>): ReportCounts {
  const counts = noCounts();
  for (const request of requests) addToCounts(counts, request);
  return counts;
}

export function addToCounts(counts: ReportCounts, request: ReportRequest): void {
  counts.requests += 1;
  if (hasFailed(request)) counts.failedRequests += 1;
  if (request.skipped) counts.skippedRequests += 1;
  counts.errors += request.errors.length + (request.failure ? 1 : 0);
  for (const { state } of request.tests) counts[state] += 1;
}
