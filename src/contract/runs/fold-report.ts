/** Builds the report of a run from its events. Without zod, which a page would have to load for it. */
import { isStop } from '../errors.ts';
import type { ReportCounts, ReportPlace, ReportRequest, RunReport } from './report.ts';
import type { RunEvent, RunEventOf } from './run-event.ts';

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
 * Updates the report by the events. The list of requests is changed in place, because a run may have ten thousand.
 * @param first the number of the first request in the list, if earlier ones were removed
 */
export function foldReport(report: RunReport, event: RunEvent, first = 0): void {
  // Requests are numbered in the order in which they start.
  const current = event.request === undefined ? undefined : report.requests[event.request - first];
  if (current && 'error' in event && isStop(event.error)) {
    current.stopped = true;
    return;
  }
  switch (event.type) {
    case 'run.started':
      report.name = event.scriptName;
      report.startedAt = event.at;
      break;
    case 'iteration.started':
      report.iterations = event.count;
      break;
    case 'request.started':
      report.requests.push(startedRequest(event, first + report.requests.length));
      break;
    case 'request.answered':
      if (current) addAnswer(current, event);
      break;
    case 'test':
      current?.tests.push({
        name: event.name,
        state: event.state,
        ...(event.error ? { error: `${event.error.name}: ${event.error.message}` } : {}),
        ...onLine('place', event),
      });
      break;
    case 'script.error':
      if (current && !current.errorPlace) Object.assign(current, onLine('errorPlace', event));
      current?.errors.push(
        `${event.error.name}: ${event.error.message}${event.error.line ? ` (line ${event.error.line})` : ''}` +
          (event.error.remedy ? ` ${event.error.remedy}` : ''),
      );
      break;
    case 'console':
      if (event.from === 'outrigger' && event.level === 'error') current?.errors.push(event.text);
      break;
    case 'request.finished':
      if (current && event.stopped) current.stopped = true;
      break;
    case 'run.finished':
      report.outcome = event.outcome;
      report.durationMs = event.durationMs;
      break;
    default:
  }
}

type StartedRequest = Pick<RunEventOf<'request.started'>, 'id' | 'name' | 'path' | 'iteration' | 'caller'>;

/** A request that has started. @param index its place among the requests of the run, from 0 */
export function startedRequest(started: StartedRequest, index: number): ReportRequest {
  const { id, name, path, iteration, caller } = started;
  return {
    index,
    ...(caller === undefined ? {} : { caller }),
    iteration,
    id,
    name,
    path,
    method: '',
    url: '',
    status: null,
    statusText: '',
    durationMs: 0,
    size: 0,
    skipped: false,
    failure: null,
    tests: [],
    errors: [],
  };
}

function addAnswer(request: ReportRequest, event: RunEventOf<'request.answered'>): void {
  request.method = event.method;
  request.url = event.url;
  request.status = event.status ?? null;
  request.statusText = event.statusText ?? '';
  request.durationMs = event.durationMs;
  request.size = event.size ?? 0;
  request.skipped = event.skipped ?? false;
  if (isStop(event.failure)) request.stopped = true;
  else request.failure = event.failure ? { message: event.failure.message, remedy: event.failure.remedy } : null;
}

/** The line of an error in its script, as a field with this name; nothing for an error without a line. */
function onLine<Name extends string>(
  name: Name,
  { error, script }: Pick<RunEventOf<'test'>, 'error' | 'script'>,
): { [K in Name]?: ReportPlace } {
  if (!script || error?.line === undefined) return {};
  const { id, kind, linesBefore } = script;
  const place: ReportPlace = { id, kind, line: error.line + linesBefore };
  if (error.column !== undefined) place.column = error.column;
  return { [name]: place } as { [K in Name]?: ReportPlace };
}

export const hasFailed = ({ failure, errors, tests }: ReportRequest): boolean =>
  failure !== null || errors.length > 0 || tests.some(({ state }) => state === 'failed');

/**
 * The request of the collection's own order whose scripts have led to this one; the request itself if no script has run
 * it.
 */
export function outermostCaller(report: RunReport, request: ReportRequest): ReportRequest {
  const caller = request.caller === undefined ? undefined : report.requests[request.caller];
  // A caller always starts before the requests that it runs; the comparison ends cycles in a damaged report.
  return caller && caller.index < request.index ? outermostCaller(report, caller) : request;
}

export const noCounts = (): ReportCounts => ({
  requests: 0,
  failedRequests: 0,
  skippedRequests: 0,
  passed: 0,
  failed: 0,
  skipped: 0,
  errors: 0,
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
