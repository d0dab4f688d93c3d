import { expect, test } from 'vitest';
import { lineChart } from './line-chart.ts';

const secondsBelow = (count: number) =>
  lineChart([{ label: 'a', values: Array.from({ length: count }, () => 1) }], { width: 400, height: 100 }).times;

test.each([
  [1, [0]],
  [6, [0, 1, 2, 3, 4, 5]],
  [22, [0, 5, 10, 15, 20]],
  [61, [0, 10, 20, 30, 40, 50, 60]],
  [601, [0, 120, 240, 360, 480, 600]],
  [86_400, [0, 14_400, 28_800, 43_200, 57_600, 72_000]],
])('the axis of %i seconds has evenly spaced labels', (count, seconds) => {
  expect(secondsBelow(count).map(({ second }) => second)).toEqual(seconds);
});

test('a label at the right edge is not cut off', () => {
  expect(secondsBelow(61).at(-1)).toEqual({ second: 60, x: 400, anchor: 'end' });
  expect(secondsBelow(22).at(-1)).toMatchObject({ second: 20, anchor: 'middle' });
});
