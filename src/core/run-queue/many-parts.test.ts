/** A run of many parts that is stopped: neither adding nor removing them keeps the person waiting. */
import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { expect, test } from 'vitest';
import { createPartJobs } from './part-jobs.ts';
import { removeRun } from './queued-runs.ts';
import { requestsOfRun as requests, sharedRun } from './testing/shared-run.ts';

const run = { ...sharedRun, iterations: 10_000 };

test('no further parts are added once the run was stopped', async () => {
  const stop = new AbortController();
  let added = 0;
  const queue = {
    addBulk(jobs: unknown[]) {
      added += jobs.length;
      stop.abort();
      return Promise.resolve();
    },
  } as unknown as Queue;
  const jobs = createPartJobs({ queue, run, parts: 10_000, requests, attempts: 1 });
  await jobs.add(jobs.all, stop.signal);
  expect(added).toBe(1000);
});

test('waiting parts are removed in a few steps: all at once keep the server busy, and one by one take too long', async () => {
  let steps = 0;
  let waiting: object[] = [];
  const job = (id: string) => ({
    data: { run: { ...run, id }, part: 0, parts: 10_000, from: 0, to: 1 },
    remove() {
      if (id === 'taken') return Promise.reject(new Error('A worker has it.'));
      waiting = waiting.filter((other) => other !== this);
      return Promise.resolve();
    },
  });
  const parts = () => Array.from({ length: 1200 }, () => job(run.id));
  const others = [job('another'), Object.assign(job('taken'), { data: job(run.id).data })];
  waiting = [...parts(), ...others, ...parts()];
  const queue = {
    getJobs([state]: string[], start: number, end: number) {
      if (state !== 'waiting') return Promise.resolve([]);
      steps += 1;
      const found = waiting.slice(start, end + 1);
      // A worker has done one of them, so that it is gone before it is read.
      return Promise.resolve(steps === 1 ? [undefined, ...found] : found);
    },
  };
  const redis = { srem: () => Promise.resolve(1), del: () => Promise.resolve(1) };
  await removeRun(queue as unknown as Queue, redis as unknown as Redis, run);
  expect(waiting).toEqual(others);
  expect(steps).toBe(4);
});
