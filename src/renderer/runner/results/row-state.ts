import { hasFailed } from '../../../contract/runs/fold-report.ts';
import type { ReportRequest } from '../../../contract/runs/report.ts';

export type RowState = 'passed' | 'received' | 'failed' | 'skipped' | 'pending' | 'stopped' | 'notSent';

/**
 * The state that the row of a request shows. A request has passed only when its scripts have ended, whatever its response
 * is; without a test that passed, its response was received, and the status beside it says more. A request without a response was not sent, because its script failed, or was stopped.
 * @param isUnderWay whether its scripts have not ended
 */
export function rowState(request: ReportRequest, isUnderWay: boolean): { state: RowState; isSent: boolean } {
  if (request.skipped) return { state: 'skipped', isSent: false };
  const isSent = request.status !== null || request.failure !== null;
  if (hasFailed(request)) return { state: 'failed', isSent };
  if (request.stopped) return { state: 'stopped', isSent };
  if (isUnderWay) return { state: 'pending', isSent };
  if (!isSent) return { state: 'notSent', isSent };
  return { state: request.tests.some(({ state }) => state === 'passed') ? 'passed' : 'received', isSent };
}

const notSentTexts: Partial<Record<RowState, string>> = { skipped: 'skipped', stopped: 'stopped', pending: '…' };

/** What stands in place of the status of a request that was not sent. */
export const notSentText = (state: RowState): string => notSentTexts[state] ?? 'not sent';

/** The first reason why a request has failed, in one line; undefined if it has not. */
export function failureText({ failure, errors, tests }: ReportRequest): string | undefined {
  const failedTest = tests.find(({ state }) => state === 'failed');
  return (
    failure?.message ?? errors[0] ?? (failedTest && [failedTest.name, failedTest.error].filter(Boolean).join(': '))
  );
}
