import { expect, test } from 'vitest';
import { increasingNumbers } from './seq-numbers.ts';

test.each([
  // Moved to the end, to the beginning, and down by two: those between change, or those that follow, whichever are fewer.
  [[2, 3, 4, 5, 1], [2, 3, 4, 5, 6], 1],
  [[3, 1, 2, 4, 5], [1, 2, 3, 4, 5], 3],
  [[1, 3, 4, 2, 5, 6, 7, 8], [1, 2, 3, 4, 5, 6, 7, 8], 3],
  [[10, 40, 20, 30, 50], [10, 11, 20, 30, 50], 1],
  // Without a number, or with an invalid one.
  [[undefined, undefined, undefined], [1, 2, 3], 3],
  [[undefined, 5, 7], [1, 5, 7], 1],
  [[5, undefined, 6, 7], [1, 2, 6, 7], 2],
  [[0, -3, 1.5, Number.NaN, 9], [1, 2, 3, 4, 9], 4],
  [[1, 1, 1], [1, 2, 3], 2],
  [[], [], 0],
])('%j becomes %j, with %i changes', (present, expected, changes) => {
  const numbers = increasingNumbers(present);
  expect(numbers).toEqual(expected);
  expect(numbers.filter((value, position) => value !== present[position])).toHaveLength(changes);
});

test('the result increases and has the fewest changes, as trying every set of kept numbers shows', () => {
  const lists = Array.from({ length: 6 ** 5 }, (_, code) =>
    Array.from({ length: 5 }, (_, at) => [undefined, 1, 2, 3, 5, 8][Math.floor(code / 6 ** at) % 6]),
  );
  for (const present of lists) {
    const numbers = increasingNumbers(present);
    expect(numbers.every((value, at) => Number.isInteger(value) && value > (numbers[at - 1] ?? 0))).toBe(true);
    const kept = numbers.filter((value, at) => value === present[at]).length;
    let most = 0;
    for (let set = 0; set < 32; set += 1) {
      let last = 0;
      let count = 0;
      const isPossible = present.every((value, at) => {
        if (!((set >> at) & 1)) return (last += 1) > 0;
        if (value === undefined || value <= last) return false;
        last = value;
        return (count += 1) > 0;
      });
      if (isPossible) most = Math.max(most, count);
    }
    expect(kept, JSON.stringify(present)).toBe(most);
  }
});
