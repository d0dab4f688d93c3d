import { expect, test } from 'vitest';
import { loadCharts } from './load-charts.ts';

const model = { kind: 'users', users: 2, usersPerSecond: 1, thinkMs: 0 } as const;
const chartsOf = (requests: readonly number[], elapsedMs: number) =>
  loadCharts({
    elapsedMs,
    model,
    seconds: requests.map((count, second) => ({
      second,
      requests: count,
      failures: count / 2,
      running: 2,
      medianMs: 5,
      p95Ms: 9,
    })),
  });
const valuesOf = (requests: readonly number[], elapsedMs: number) =>
  chartsOf(requests, elapsedMs)[0]?.series.map(({ values }) => values);

test('the second in which a run ended is left out of its rates, in which it would look like a drop', () => {
  expect(valuesOf([10, 12, 2], 2300)).toEqual([
    [10, 12, null],
    [5, 6, null],
  ]);
  expect(valuesOf([10, 12, 10], 3000)).toEqual([
    [10, 12, 10],
    [5, 6, 5],
  ]);
  const [, times, running] = chartsOf([10, 2], 1300);
  expect(times?.series.map(({ values }) => values)).toEqual([
    [5, 5],
    [9, 9],
  ]);
  expect(running).toEqual({ title: 'Users', series: [{ label: 'running', values: [2, 2] }] });
});

test('a run of less than a second shows its rate', () => {
  expect(valuesOf([8], 400)).toEqual([[20], [10]]);
  expect(valuesOf([], 0)).toEqual([[], []]);
});
