import { expect, test } from 'vitest';
import { foldReport, newReport } from '../../../contract/runs/fold-report.ts';
import { rowState } from './row-state.ts';

function started() {
  const report = newReport();
  const at = { runId: 'r', seq: 1, at: '2026-01-01T00:00:00Z', request: 0 };
  foldReport(report, { ...at, type: 'request.started', id: 'a', name: 'a', path: ['c', 'a'], iteration: 0 });
  const [request] = report.requests;
  if (!request) throw new Error('no request');
  return request;
}

test('a request without a response has not passed', () => {
  expect(rowState(started(), true)).toEqual({ state: 'pending', isSent: false });
  expect(rowState(started(), false)).toEqual({ state: 'notSent', isSent: false });
  const failedScript = { ...started(), errors: ['ReferenceError: x is not defined'] };
  expect(rowState(failedScript, true)).toEqual({ state: 'failed', isSent: false });
});

test('a request that has a response, or has failed to get one, was sent', () => {
  expect(rowState({ ...started(), status: 200 }, true)).toEqual({ state: 'passed', isSent: true });
  const refused = { ...started(), failure: { message: 'refused', remedy: '' } };
  expect(rowState(refused, false)).toEqual({ state: 'failed', isSent: true });
  expect(rowState({ ...started(), skipped: true }, false)).toEqual({ state: 'skipped', isSent: false });
});
