/**
 * One iteration of a load run: runs the requests of the collection with their scripts, as a run does, and returns their
 * times.
 */
import type { ReportRequest } from '../../contract/runs/report.ts';
import { foldReport, hasFailed, newReport } from '../../contract/runs/fold-report.ts';
import type { RunEvent } from '../../contract/runs/run-event.ts';
import type { ScopeStates } from '../../contract/scripts/script-context.ts';
import type { LoadedRequest } from '../collection/files/collection-files.ts';
import { createCookieJar } from '../http/cookies/cookie-jar.ts';
import type { HttpClient } from '../http/http-client.ts';
import { maskUrls } from '../platform/secrets/mask-credentials.ts';
import type { Mask } from '../platform/secrets/mask.ts';
import type { RunDependencies } from '../runs/script/execute-script.ts';
import type { DataRow } from '../runs/collection/iteration-data.ts';
import { createRequestDefinitions } from '../runs/collection/request-definitions.ts';
import { createIterations } from '../runs/collection/run-iteration.ts';
import type { RequestSettings } from '../runs/request/run-request.ts';
import { eventStream } from '../runs/script/run-script.ts';
import type { RequestSample } from './request-statistics.ts';

export interface LoadIterationOptions {
  runId: string;
  /** The name of the collection. */
  name: string;
  requests: readonly LoadedRequest[];
  /** The values that variables have at the start of each iteration. */
  scopes: ScopeStates;
  /** Rows of data, one for each iteration; after the last row it begins with the first again. */
  data?: readonly DataRow[] | undefined;
  settings?: RequestSettings | undefined;
  dependencies: RunDependencies;
  mask: Mask;
  onSample: (sample: RequestSample) => void;
  /** Whether the run has ended, so that no further request starts. */
  hasEnded: () => boolean;
}

export interface LoadIterations {
  /**
   * Runs the next iteration, with fresh variables and cookies. Never rejects; aborting ends its requests, which are
   * then not counted.
   */
  run(signal: AbortSignal): Promise<void>;
  /** The number of iterations that ended by themselves. */
  completed(): number;
}

export function createLoadIterations(options: LoadIterationOptions): LoadIterations {
  const { runId, name, requests, scopes, data, settings, dependencies, hasEnded } = options;
  let next = 0;
  let completed = 0;
  let calls = 0;
  const definitions = createRequestDefinitions(Infinity);
  const http = withoutRepetition(dependencies.resources.http);

  async function run(signal: AbortSignal): Promise<void> {
    const iteration = next++;
    const row = data && data[iteration % data.length];
    const samples = createSamples(options, signal);
    const { iterate } = createIterations(
      {
        run: { runId, name, requests, scopes, ...(row ? { data: [row] } : {}), ...(settings ? { settings } : {}) },
        count: 1,
        part: { from: 0, to: Infinity },
        scopes: structuredClone(scopes),
        dependencies: { ...dependencies, resources: { ...dependencies.resources, http, jar: createCookieJar() } },
        emit: eventStream(runId, samples.onEvent),
        nextCallId: () => ++calls,
        definitions,
        hasEnded,
        onRequestEnd: samples.countEnded,
      },
      signal,
    );
    await iterate(iteration);
    samples.countEnded();
    if (!signal.aborted) completed += 1;
  }
  return { run, completed: () => completed };
}

/** A repeated request would be counted once, and hide that the server has closed a connection. */
const withoutRepetition = (http: HttpClient): HttpClient => ({
  ...http,
  send: (request, options) => http.send(request, { ...options, neverRepeats: true }),
});

/** Makes samples of one iteration from its events. A request that was aborted is not a failure, and not counted. */
function createSamples({ mask, onSample }: LoadIterationOptions, signal: AbortSignal) {
  const report = newReport();
  /** Index of the first request of the report that is not counted yet. */
  let first = 0;
  const masked = (failure: string | undefined) => (failure === undefined ? undefined : mask(maskUrls(failure)));
  return {
    onEvent(event: RunEvent): void {
      if (event.type === 'script.request' && !signal.aborted) {
        const from = event.request === undefined ? undefined : report.requests[event.request - first];
        onSample({
          name: `${from ? nameOfRequest(from) : ''} / pm.sendRequest`,
          method: event.method,
          durationMs: event.durationMs,
          bytes: 0,
          failure: masked(event.failure),
        });
      }
      foldReport(report, event, first);
    },
    /** Counts the requests that have ended. */
    countEnded(): void {
      for (const request of report.requests) {
        const failure = failureOf(request);
        const { method, durationMs, size, skipped, stopped } = request;
        if (skipped || stopped || method === '' || (signal.aborted && failure !== undefined)) continue;
        onSample({ name: nameOfRequest(request), method, durationMs, bytes: size, failure: masked(failure) });
      }
      first += report.requests.length;
      report.requests.length = 0;
    },
  };
}

/** The names of its folders and its own name. */
export const nameOfRequest = ({ path }: { path: readonly string[] }): string => path.slice(1).join(' / ');

/** The first failure of a request. A status of 400 or more counts where no test checks the response. */
function failureOf(request: ReportRequest): string | undefined {
  const { failure, errors, tests, status, statusText } = request;
  if (!hasFailed(request)) {
    const isUnexpected = tests.length === 0 && status !== null && status >= 400;
    return isUnexpected ? `HTTP ${status} ${statusText}`.trim() : undefined;
  }
  const failedTest = tests.find(({ state }) => state === 'failed');
  return failure?.message ?? errors[0] ?? `Test "${failedTest?.name ?? ''}": ${failedTest?.error ?? 'failed'}`;
}
