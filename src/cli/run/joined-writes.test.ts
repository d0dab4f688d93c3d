import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { joinWrites } from './joined-writes.ts';

test('the texts of one turn are written together, at once where they are many, and those of the next turn after them', async () => {
  const written: string[] = [];
  const write = joinWrites((text) => written.push(text));
  write('a');
  write('b');
  expect(written).toEqual([]);
  await nextTurn();
  expect(written).toEqual(['ab']);
  write('c');
  await nextTurn();
  expect(written).toEqual(['ab', 'c']);
  for (let index = 0; index < 300_000; index += 1) write('x');
  expect(written.length).toBeGreaterThan(4);
  await nextTurn();
  expect(written.join('')).toBe(`abc${'x'.repeat(300_000)}`);
});
