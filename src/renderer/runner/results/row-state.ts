import { hasFailed } from '../../../contract/runs/fold-report.ts';
import type { ReportRequest } from '../../../contract/runs/report.ts';

export type RowState = 'passed' | 'failed' | 'skipped' | 'pending' | 'notSent';

/**
 * What the row of a request shows. A request without a response has not passed: it is under way, or was not sent, because
 * its script failed or the run was stopped before.
 * @param isRunning whether the run is under way
 */
export function rowState(request: ReportRequest, isRunning: boolean): { state: RowState; isSent: boolean } {
  if (request.skipped) return { state: 'skipped', isSent: false };
  const isSent = request.status !== null || request.failure !== null;
  if (hasFailed(request)) return { state: 'failed', isSent };
  if (isSent) return { state: 'passed', isSent };
  return { state: isRunning ? 'pending' : 'notSent', isSent };
}

/** Why a request has failed, in one line: what is to be mended first. Undefined where nothing failed. */
export function failureText({ failure, errors, tests }: ReportRequest): string | undefined {
  const failedTest = tests.find(({ state }) => state === 'failed');
  return (
    failure?.message ?? errors[0] ?? (failedTest && [failedTest.name, failedTest.error].filter(Boolean).join(': '))
  );
}
