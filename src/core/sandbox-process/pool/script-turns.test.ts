import { expect, test } from 'vitest';
import { createScriptTurns } from './script-turns.ts';

test('a depth has as many turns as the size, and a turn that ends is announced to the first that waits', async () => {
  const turns = createScriptTurns(1);
  expect(turns.tryEnter(0)).toBe(true);
  expect(turns.tryEnter(0)).toBe(false);
  const free = turns.nextFree(0);
  turns.leave(0);
  await free;
  expect(turns.tryEnter(0)).toBe(true);
});

test('scripts of different depths do not wait for each other', () => {
  const turns = createScriptTurns(1);
  expect([turns.tryEnter(0), turns.tryEnter(1)]).toEqual([true, true]);
  expect(turns.inUse()).toBe(2);
});

test('a wait that is cancelled after its turn was announced passes the announcement on', async () => {
  const turns = createScriptTurns(1);
  turns.tryEnter(0);
  const stop = new AbortController();
  const cancelled = turns.nextFree(0, stop.signal);
  const next = turns.nextFree(0);
  stop.abort();
  turns.leave(0);
  await expect(cancelled).rejects.toThrow();
  await next;
});
