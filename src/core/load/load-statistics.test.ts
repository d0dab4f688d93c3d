import { expect, test } from 'vitest';
import { createLoadStatistics } from './load-statistics.ts';

const sample = { name: 'Log in', method: 'POST', durationMs: 12, bytes: 100 };

test('requests are counted by name and method, in total, and by second', () => {
  const statistics = createLoadStatistics();
  statistics.add(sample);
  statistics.add({ ...sample, durationMs: 288, failure: 'HTTP 500' });
  expect(statistics.endSecond(0, 3)).toEqual({
    second: 0,
    requests: 2,
    failures: 1,
    running: 3,
    medianMs: 12,
    p95Ms: 290,
  });
  statistics.add({ ...sample, method: 'GET' });
  expect(statistics.endSecond(1, 2)).toMatchObject({ requests: 1, failures: 0 });
  expect(statistics.endSecond(2, 0)).toMatchObject({ requests: 0, medianMs: null, p95Ms: null });
  expect(statistics.byRequest().map(({ method, requests }) => [method, requests])).toEqual([
    ['POST', 2],
    ['GET', 1],
  ]);
  expect(statistics.total().row(2000)).toMatchObject({
    requests: 3,
    failures: 1,
    minMs: 12,
    maxMs: 288,
    averageMs: 104,
    averageBytes: 100,
    requestsPerSecond: 1.5,
    failuresPerSecond: 0.5,
  });
  // A rounded time is never larger than the maximum.
  expect(Math.max(...statistics.total().row(2000).percentilesMs)).toBe(288);
});

test.each([147, 104, 0.4, 99.5])('a single request of %d ms has this time as each of its percentiles', (durationMs) => {
  const statistics = createLoadStatistics();
  statistics.add({ ...sample, durationMs });
  const { minMs, maxMs, percentilesMs } = statistics.total().row(1000);
  expect(new Set([minMs, maxMs, ...percentilesMs])).toEqual(new Set([durationMs]));
});

test('failures are counted by message; many different messages use no more memory than a few', () => {
  const statistics = createLoadStatistics();
  for (let count = 0; count < 10_000; count += 1) statistics.add({ ...sample, failure: `No order ${count}` });
  for (let count = 0; count < 5; count += 1) statistics.add({ ...sample, failure: 'No order 7' });
  statistics.add({ ...sample, failure: 'x'.repeat(1_000_000) });
  const failures = statistics.failures();
  expect(failures.length).toBeLessThan(500);
  expect(failures.reduce((sum, { count }) => sum + count, 0)).toBe(10_006);
  expect(failures[0]).toMatchObject({ name: 'All requests', message: 'Other failures' });
  expect(failures[1]).toMatchObject({ message: 'No order 7', count: 6 });
  expect(JSON.stringify(failures).length).toBeLessThan(200_000);
});

test('a script that sends each request with another method uses no more memory than a few requests', () => {
  const statistics = createLoadStatistics();
  const method = (count: number) => `M${count}${'X'.repeat(1000)}`;
  for (let count = 0; count < 20_000; count += 1) statistics.add({ ...sample, method: method(count) });
  statistics.add({ ...sample, method: method(0) });
  const rows = statistics.byRequest();
  expect(rows).toHaveLength(10_001);
  expect(rows[0]).toMatchObject({ name: 'Log in', requests: 2 });
  expect(rows[0]?.method.length).toBeLessThan(100);
  expect(rows.at(-1)).toMatchObject({ name: 'Other requests', method: '', requests: 10_000 });
});
