/** The collector of a run whose parts wait on a queue that takes its time. */
import { setImmediate } from 'node:timers/promises';
import type { Job } from 'bullmq';
import type { Redis } from 'ioredis';
import { expect, test } from 'vitest';
import type { RunEventBody } from '../../../contract/runs/run-event.ts';
import type { PartJobs } from '../part-jobs.ts';
import { sharedRun as run } from '../testing/shared-run.ts';
import { createArrivingResults } from './arriving-results.ts';

const PARTS = 300;

test('lost and failed parts are looked for at the same time, and not one after the other', async () => {
  let pending = 0;
  let mostPending = 0;
  async function reply<T>(value: T): Promise<T> {
    mostPending = Math.max(mostPending, ++pending);
    await setImmediate();
    pending -= 1;
    return value;
  }
  const added: number[] = [];
  const jobs: PartJobs = {
    all: Array.from({ length: PARTS }, (_, part) => part),
    add: (parts) => Promise.resolve(void added.push(...parts)),
    get(part) {
      const job = { isFailed: () => reply(part === 2), failedReason: 'too large' } as unknown as Job;
      return reply(part === 1 ? undefined : job);
    },
    requestsOf: () => [],
  };
  const redis = { hgetBuffer: () => reply(null), set: () => reply('OK'), sadd: () => reply(1), expire: () => reply(1) };
  const events: RunEventBody[] = [];
  const results = createArrivingResults({
    submitted: { run, parts: PARTS, files: {} },
    redis: redis as unknown as Redis,
    jobs,
    emit: (event) => void events.push(event),
  });
  await results.findMissing();
  expect(added).toEqual([1]);
  expect(events).toContainEqual({ type: 'part.failed', part: 2, parts: PARTS, reason: 'too large' });
  expect(results.count()).toBe(1);
  expect(mostPending).toBe(PARTS);
});
