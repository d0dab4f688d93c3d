import { expect, test } from 'vitest';
import { foldRuns, newRun } from '../../../contract/runs/fold-run.ts';
import type { RunEvent, RunEventBody, RunOutcome } from '../../../contract/runs/run-event.ts';
import { summarizeRun } from './run-summary.ts';

const testEvent = (state: 'passed' | 'failed' | 'skipped', request = 0) =>
  ({ type: 'test', name: 't', state, request }) as const;
const threw = (id: string) =>
  ({
    type: 'script.error',
    error: { name: 'Error', message: 'broken', line: 3 },
    script: { id, kind: 'pre-request', linesBefore: 0 },
  }) as const;
const summaryOf = (events: (RunEventBody & { request?: number })[], outcome: RunOutcome = 'passed') => {
  const all = [...events, { type: 'run.finished', outcome, durationMs: 1 } as const];
  const at = '2026-01-01T00:00:00.000Z';
  return summarizeRun(
    foldRuns(
      newRun('r'),
      all.map((item, seq): RunEvent => ({ ...item, runId: 'r', seq, at })),
    ),
  );
};

test.each([
  ['No tests', 'neutral', []],
  ['1 test passed', 'passed', [testEvent('passed')]],
  ['2 tests passed, 1 skipped', 'passed', [testEvent('passed'), testEvent('passed'), testEvent('skipped')]],
  ['1 test failed', 'failed', [testEvent('passed'), testEvent('failed'), testEvent('passed')]],
  ['1 test skipped', 'neutral', [testEvent('skipped')]],
  ['2 tests failed', 'failed', [testEvent('failed'), testEvent('failed', 1)]],
] as const)('%s is %s', (text, state, events) => {
  expect(summaryOf([...events])).toEqual({ text, state, target: { kind: 'tests' } });
});

test('a script that throws has priority over passed tests, and leads to the first error', () => {
  const first = threw('folder');
  const summary = summaryOf([testEvent('passed'), first, threw('other')], 'error');
  expect(summary).toMatchObject({
    text: '2 scripts failed',
    state: 'failed',
    target: { kind: 'script', event: first },
  });
  expect(summaryOf([testEvent('failed'), threw('a')], 'error')?.text).toBe('Script failed, 1 test failed');
});

test('a script that was ended leads to the console', () => {
  expect(summaryOf([testEvent('passed')], 'timeout')).toMatchObject({
    text: 'Script timed out',
    target: { kind: 'console' },
  });
  expect(summaryOf([], 'error')).toMatchObject({ state: 'failed', target: { kind: 'console' } });
});

test('a running run without tests has no summary', () => {
  expect(summarizeRun(newRun('r'))).toBeUndefined();
});
