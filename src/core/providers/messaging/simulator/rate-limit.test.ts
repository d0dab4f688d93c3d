import { expect, test } from 'vitest';
import { timeGrowth } from '../../../testing/time-growth.ts';
import { createRateLimit } from './rate-limit.ts';

test('a sender that invents names does not make each request slower than the one before', async () => {
  const growth = await timeGrowth(
    (count) => {
      const isWithinRate = createRateLimit(50);
      for (let index = 0; index < count; index += 1) isWithinRate(`invented ${index}`);
    },
    { small: 4000, large: 16_000 },
  );
  expect(growth).toBeLessThan(8);
});

test('each operation has its own limit, which is that of the past second', () => {
  const isWithinRate = createRateLimit(2);
  expect(['a', 'a', 'a', 'b'].map(isWithinRate)).toEqual([true, true, false, true]);
});
