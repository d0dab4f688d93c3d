/** A worker stays listed as long as it announces itself. */
import type { Redis } from 'ioredis';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { announceWorker, listWorkers } from './worker-presence.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** The commands of a server that workers and readers use, without expiry. */
function fakeServer() {
  const values = new Map<string, string>();
  const names = new Set<string>();
  const server = {
    status: 'ready',
    pexpire: (key: string) => Promise.resolve(values.has(key) ? 1 : 0),
    set: (key: string, text: string) => Promise.resolve(values.set(key, text)),
    getrange: (key: string) => Promise.resolve(values.get(key) ?? ''),
    del: (key: string) => Promise.resolve(values.delete(key)),
    sadd: (_key: string, name: string) => Promise.resolve(names.add(name)),
    srem: (_key: string, name: string) => Promise.resolve(names.delete(name)),
    srandmember: (_key: string, count: number) => Promise.resolve([...names].slice(0, count)),
  };
  return server as unknown as Redis;
}

test('a worker whose name a reader has removed meanwhile is listed again', async () => {
  const redis = fakeServer();
  const worker = { name: 'w1', concurrency: 1, environment: null, files: {} };
  const presence = await announceWorker(redis, 'queue', worker);
  expect(await listWorkers(redis, 'queue')).toEqual([worker]);
  // The reader has found no announcement, and removes the name only after the worker has announced itself again.
  await redis.srem('names', 'w1');
  await vi.advanceTimersByTimeAsync(5000);
  expect(await listWorkers(redis, 'queue')).toEqual([worker]);
  await presence.withdraw();
  expect(await listWorkers(redis, 'queue')).toEqual([]);
});

test('a withdrawn worker no longer announces itself, also where the server is not reachable', async () => {
  const redis = fakeServer();
  const presence = await announceWorker(redis, 'queue', { name: 'w1', concurrency: 1, environment: null, files: {} });
  (redis as { status: string }).status = 'reconnecting';
  await presence.withdraw();
  expect(vi.getTimerCount()).toBe(0);
});

test('announcements that fill the memory together are not all read', async () => {
  const redis = fakeServer();
  const long = { name: '', concurrency: 1, environment: null, files: { long: 'x'.repeat(15 * 1024 * 1024) } };
  for (let number = 0; number < 10; number += 1) {
    await redis.set(`outrigger:worker:queue:w${number}`, JSON.stringify({ ...long, name: `w${number}` }));
    await redis.sadd('outrigger:workers:queue', `w${number}`);
  }
  expect((await listWorkers(redis, 'queue')).length).toBeLessThan(6);
});
