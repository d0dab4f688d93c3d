import { hasFailed } from '../../../contract/runs/fold-report.ts';
import type { ReportRequest } from '../../../contract/runs/report.ts';

export type RowState = 'passed' | 'failed' | 'skipped' | 'pending' | 'stopped' | 'notSent';

/**
 * What the row of a request shows. A request whose scripts have not ended has not passed, whatever its response is; without
 * a response it was not sent, because its script failed, or it was stopped.
 * @param isUnderWay whether its scripts have not ended
 */
export function rowState(request: ReportRequest, isUnderWay: boolean): { state: RowState; isSent: boolean } {
  if (request.skipped) return { state: 'skipped', isSent: false };
  const isSent = request.status !== null || request.failure !== null;
  if (hasFailed(request)) return { state: 'failed', isSent };
  if (request.stopped) return { state: 'stopped', isSent };
  if (isUnderWay) return { state: 'pending', isSent };
  return { state: isSent ? 'passed' : 'notSent', isSent };
}

/** Why a request has failed, in one line: what is to be mended first. Undefined where nothing failed. */
export function failureText({ failure, errors, tests }: ReportRequest): string | undefined {
  const failedTest = tests.find(({ state }) => state === 'failed');
  return (
    failure?.message ?? errors[0] ?? (failedTest && [failedTest.name, failedTest.error].filter(Boolean).join(': '))
  );
}
