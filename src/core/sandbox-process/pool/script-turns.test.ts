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

test('a lent turn is announced, and only a script that waits for a person lends one: it ends with the wait', async () => {
  const turns = createScriptTurns(1);
  turns.tryEnter(0);
  const free = turns.nextFree(0);
  const takeBack = turns.lend();
  await free;
  expect([turns.tryEnter(0), turns.tryEnter(0)]).toEqual([true, false]);
  takeBack();
  turns.leave(0);
  expect(turns.tryEnter(0)).toBe(false);
  turns.leave(0);
  expect(turns.tryEnter(0)).toBe(true);
});

test('however many runs wait for a person, the number of lent turns is limited', () => {
  const turns = createScriptTurns(1);
  for (let wait = 0; wait < 100; wait += 1) turns.lend();
  expect(Array.from({ length: 100 }, () => turns.tryEnter(0)).filter(Boolean)).toHaveLength(5);
});
