/** Compares a run with the one before. */
import type { ReportRequest, RunReport } from '../../../contract/runs/report.ts';
import { hasFailed } from '../../../contract/runs/fold-report.ts';

/** The result of the same request in the run before. */
export function sameBefore(before: RunReport | undefined, request: ReportRequest): ReportRequest | undefined {
  if (!before) return undefined;
  let index = indexes.get(before);
  if (!index) {
    // Of several with the same key, the first one counts.
    index = new Map(before.requests.toReversed().map((request) => [keyOf(request), request]));
    indexes.set(before, index);
  }
  return index.get(keyOf(request));
}
const indexes = new WeakMap<RunReport, Map<string, ReportRequest>>();
const keyOf = ({ id, iteration, caller }: ReportRequest) =>
  `${iteration} ${caller === undefined ? '' : 'nested'} ${id}`;

/** Whether a request has a result: it has none while it is under way, and when it was stopped or not sent. */
const hasResult = (request: ReportRequest): boolean =>
  !request.stopped && (request.status !== null || request.skipped || hasFailed(request));

/** The same request in the run before, if both have a result. */
function comparable(before: RunReport | undefined, request: ReportRequest): ReportRequest | undefined {
  const older = sameBefore(before, request);
  return older && hasResult(older) && hasResult(request) ? older : undefined;
}

/** Whether a request has another result or status; false if one of the two runs has no result of it. */
export function isChanged(before: RunReport | undefined, request: ReportRequest): boolean {
  const older = comparable(before, request);
  return older !== undefined && (hasFailed(older) !== hasFailed(request) || older.status !== request.status);
}

/** The tests with another result than in the run before, by name. */
export function changedTests(older: ReportRequest | undefined, request: ReportRequest): Map<string, string> {
  const before = new Map(older?.tests.map(({ name, state }) => [name, state]));
  return new Map(
    request.tests.flatMap(({ name, state }) => {
      const was = before.get(name);
      return was !== undefined && was !== state ? [[name, was] as const] : [];
    }),
  );
}

/** One sentence about all requests. */
export function comparisonText(before: RunReport, now: RunReport): string {
  const changed = now.requests.flatMap((request) => {
    const older = comparable(before, request);
    return older && hasFailed(older) !== hasFailed(request) ? [request] : [];
  });
  const broken = changed.filter(hasFailed).length;
  const fixed = changed.length - broken;
  if (changed.length === 0) return 'same results as the run before';
  const parts = [broken > 0 ? `${broken} broken` : '', fixed > 0 ? `${fixed} fixed` : ''];
  return `since the run before: ${parts.filter(Boolean).join(', ')}`;
}
