import { expect, test } from 'vitest';
import type { LoadReport } from '../../contract/load/load.ts';
import { loadComparison, modelText } from './compare-loads.ts';

function report(requestsPerSecond: number, p95: number, failures: number): LoadReport {
  const total = { requests: 1000, failures, requestsPerSecond, percentilesMs: [1, 1, 1, 1, 1, p95, p95, p95, p95] };
  return { model: { kind: 'users', users: 10, usersPerSecond: 1, thinkMs: 0 }, total } as unknown as LoadReport;
}

test.each([
  [report(100, 50, 0), report(125, 40, 3), 'requests/s +25 %, p95 −20 %, failed 0.0 % → 0.3 %.'],
  [report(100, 50, 5), report(101, 50.5, 5), 'requests/s as before, p95 as before, failed 0.5 % → 0.5 %.'],
  [report(0, 0, 0), report(10, 5, 0), 'requests/s not known before, p95 not known before, failed 0.0 % → 0.0 %.'],
])('the change of rate, 95th percentile and failures is shown: %#', (before, now, text) => {
  expect(loadComparison(before, now)).toBe(`Since the run before (10 users): ${text}`);
});

test('the load of users and that of arrivals are described', () => {
  expect(modelText({ kind: 'users', users: 1, usersPerSecond: 1, thinkMs: 0 })).toBe('1 user');
  expect(modelText({ kind: 'arrivals', perSecond: 5, spacing: 'poisson', maxRunning: 9 })).toBe('5 iterations/s');
});
