import { expect, test } from 'vitest';
import { lineForKey } from './line-for-key.ts';

test.each([
  ['ArrowDown', -1, 5, 0],
  ['ArrowDown', 3, 5, 4],
  ['ArrowDown', 4, 5, 4],
  ['ArrowUp', 0, 5, 0],
  ['PageDown', 5, 100, 15],
  ['PageUp', 5, 100, 0],
  ['Home', 50, 100, 0],
  ['End', -1, 100, 99],
  ['End', 0, 0, undefined],
  ['Enter', 0, 5, undefined],
  ['a', 0, 5, undefined],
])('%s at line %d of %d chooses line %s', (key, index, count, line) => {
  expect(lineForKey(key, index, count)).toBe(line);
});
