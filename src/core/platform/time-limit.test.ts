import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { afterRunningFor } from './time-limit.ts';

const block = (ms: number) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

test('the time in which this process does not run is not counted', async () => {
  const calls: string[] = [];
  const stop = afterRunningFor(200, () => calls.push('over'));
  block(400);
  await delay(20);
  expect(calls).toEqual([]);
  stop();
  await delay(300);
  expect(calls).toEqual([]);
});

test('a limit of running time ends', async () => {
  const over = Promise.withResolvers<number>();
  const start = performance.now();
  afterRunningFor(100, () => over.resolve(performance.now() - start));
  expect(await over.promise).toBeGreaterThanOrEqual(95);
});
