import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createOverlappingWrites } from './overlapping-writes.ts';

test('some files are written at the same time, and all are awaited', async () => {
  const writes = createOverlappingWrites();
  let [running, most, done] = [0, 0, 0];
  for (let count = 0; count < 50; count += 1) {
    await writes.start(async () => {
      most = Math.max(most, (running += 1));
      await nextTurn();
      running -= 1;
      done += 1;
    });
  }
  await writes.end();
  expect([most, done]).toEqual([8, 50]);
});

test('the first error ends the writing once the other writes have ended', async () => {
  const writes = createOverlappingWrites();
  let done = 0;
  const start = () =>
    writes.start(async () => {
      await nextTurn();
      done += 1;
    });
  await start();
  await writes.start(() => Promise.reject(new Error('full')));
  await nextTurn();
  await expect(start()).rejects.toThrow('full');
  await expect(writes.end()).rejects.toThrow('full');
  expect(done).toBe(1);
});
