import { expect, test } from 'vitest';
import { createRunning } from './running.ts';

const never = () => new AbortController().signal;
/** Runs until it is aborted, and a little longer. */
async function untilAborted(signal: AbortSignal): Promise<string> {
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  await new Promise((resolve) => setImmediate(resolve));
  return 'ended';
}

test('the result, or the error, is that of the run', async () => {
  const running = createRunning();
  await expect(running.track('a', never(), () => Promise.resolve(7))).resolves.toBe(7);
  await expect(running.track('a', never(), () => Promise.reject(new Error('x')))).rejects.toThrow('x');
  const throwing = () => {
    throw new Error('at once');
  };
  await expect(running.track('a', never(), throwing)).rejects.toThrow('at once');
  await expect(running.track('a', never(), () => Promise.resolve(8))).resolves.toBe(8);
});

test('an id can be used again after its run has ended, and not before', async () => {
  const running = createRunning();
  const stop = new AbortController();
  const first = running.track('a', stop.signal, untilAborted);
  let hasBegun = false;
  const second = running.track('a', never(), () => Promise.resolve((hasBegun = true)));
  await expect(second).rejects.toMatchObject({
    code: 'InvalidParams',
    message: expect.stringContaining('a') as string,
  });
  expect(hasBegun).toBe(false);
  stop.abort();
  await expect(first).resolves.toBe('ended');
  await expect(running.track('a', never(), () => Promise.resolve(1))).resolves.toBe(1);
});

test('stop aborts one run, and has no effect when it has ended', async () => {
  const running = createRunning();
  const a = running.track('a', never(), untilAborted);
  const stopB = new AbortController();
  const b = running.track('b', stopB.signal, untilAborted);
  running.stop('a');
  await expect(a).resolves.toBe('ended');
  running.stop('a');
  await expect(Promise.race([b, Promise.resolve('goes on')])).resolves.toBe('goes on');
  stopB.abort();
  await b;
});

test('endAll aborts every run, and settles when all have ended, also with an error', async () => {
  const running = createRunning();
  const endedRuns: string[] = [];
  const track = (id: string) =>
    running.track(id, never(), async (signal) => {
      await untilAborted(signal);
      endedRuns.push(id);
      if (id === 'b') throw new Error('b failed');
    });
  const runs = Promise.allSettled([track('a'), track('b'), track('c')]);
  await running.endAll();
  expect(endedRuns.sort()).toEqual(['a', 'b', 'c']);
  expect((await runs).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  await expect(running.endAll()).resolves.toBeUndefined();
});

test('Stop of one run does not affect the others', async () => {
  const running = createRunning();
  const stop = new AbortController();
  const stopped = running.track('a', stop.signal, untilAborted);
  const signals: AbortSignal[] = [];
  const other = running.track('b', never(), (signal) => (signals.push(signal), untilAborted(signal)));
  stop.abort();
  await stopped;
  expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
  await running.endAll();
  await other;
});
