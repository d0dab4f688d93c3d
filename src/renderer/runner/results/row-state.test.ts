import { expect, test } from 'vitest';
import { foldReport, newReport } from '../../../contract/runs/fold-report.ts';
import { failureText, rowState } from './row-state.ts';

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
  expect(rowState({ ...started(), status: 500 }, false)).toEqual({ state: 'received', isSent: true });
  const refused = { ...started(), failure: { message: 'refused', remedy: '' } };
  expect(rowState(refused, false)).toEqual({ state: 'failed', isSent: true });
  expect(rowState({ ...started(), skipped: true }, false)).toEqual({ state: 'skipped', isSent: false });
});

test('a request with a response has not passed while its scripts run, nor when it was stopped', () => {
  const received = { ...started(), status: 200, tests: [{ name: 'is fast', state: 'passed' as const }] };
  expect(rowState(received, true)).toEqual({ state: 'pending', isSent: true });
  expect(rowState(received, false)).toEqual({ state: 'passed', isSent: true });
  expect(rowState({ ...received, stopped: true }, false)).toEqual({ state: 'stopped', isSent: true });
  expect(rowState({ ...started(), stopped: true }, false)).toEqual({ state: 'stopped', isSent: false });
});

test('a failed request says why: no response, an error of a script, or the first failed test', () => {
  const passed = { name: 'is fast', state: 'passed' as const };
  const failed = { name: 'has an id', state: 'failed' as const, error: 'AssertionError: expected 1' };
  expect(failureText({ ...started(), tests: [passed] })).toBeUndefined();
  const onlyTest = { ...started(), tests: [passed, failed, { ...failed, name: 'later' }] };
  expect(failureText(onlyTest)).toBe('has an id: AssertionError: expected 1');
  expect(failureText({ ...onlyTest, errors: ['TypeError: x'] })).toBe('TypeError: x');
  const refused = { message: 'Nothing answers.', remedy: '' };
  expect(failureText({ ...onlyTest, errors: ['TypeError: x'], failure: refused })).toBe('Nothing answers.');
});
