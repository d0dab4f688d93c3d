import { expect, test } from 'vitest';
import { createResponseTimes, roundResponseTime } from './response-times.ts';

test('times are rounded as Locust rounds them, to two digits', () => {
  const rounded = [0.3, 1.6, 99.4, 147, 3432, 58_760].map(roundResponseTime);
  expect(rounded).toEqual([0, 2, 99, 150, 3400, 59_000]);
});

test('a percentile is the time within which that share of the requests has ended', () => {
  const times = createResponseTimes();
  expect(times.percentile(50)).toBeUndefined();
  for (let time = 1; time <= 1000; time += 1) times.add(time / 20);
  expect(times.count()).toBe(1000);
  expect([1, 50, 90, 99, 99.9, 100].map(times.percentile)).toEqual([1, 25, 45, 50, 50, 50]);
});

test('a million requests of any duration use a few hundred entries, and are at most 5 % off', () => {
  const times = createResponseTimes();
  for (let count = 0; count < 1_000_000; count += 1) times.add((count * 7919) % 60_000);
  expect(times.counts().size).toBeLessThan(400);
  for (const percent of [5, 50, 95]) {
    const exact = percent * 600;
    expect(Math.abs((times.percentile(percent) ?? 0) - exact) / exact).toBeLessThan(0.05);
  }
});
