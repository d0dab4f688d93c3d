/** One part at a time, with a server that fails once. */
import * as bullmq from 'bullmq';
import type { Job } from 'bullmq';
import type { Redis } from 'ioredis';
import { expect, test } from 'vitest';
import { codedError } from '../../contract/errors.ts';
import { createPartWork } from './do-part.ts';
import { sharedRun } from './testing/shared-run.ts';

const run = { ...sharedRun, selected: true, iterations: 1, requests: 2 };
const job = (part: number, counts: Partial<Job> = {}) => {
  const data = { run, part, parts: 3, from: part, to: part + 1 };
  return { data, attemptsStarted: 1, attemptsMade: 0, stalledCounter: 0, opts: {}, ...counts } as unknown as Job;
};

test('a selection that could not be read is read again for the next part, and then kept', async () => {
  const replies = [() => Promise.reject(new Error('Connection is closed.')), () => Promise.resolve('["a.yml"]')];
  let reads = 0;
  const redis = {
    exists: () => Promise.resolve(0),
    getrange: () => (replies[reads++] ?? (() => Promise.reject(new Error('It was read already.'))))(),
    hsetnx: () => Promise.resolve(0),
  } as unknown as Redis;
  const selections: unknown[] = [];
  const work = createPartWork(
    {
      name: 'w',
      environment: null,
      digestFor: () => Promise.resolve({ digest: run.digest, files: {} }),
      runPart(_part, selection) {
        selections.push(selection);
        return Promise.resolve([]);
      },
    },
    { bullmq: {} as never, redis },
    new AbortController(),
  );
  await expect(work.doPart(job(0), 'token')).rejects.toThrow('Connection is closed.');
  await work.doPart(job(0), 'token');
  await work.doPart(job(1), 'token');
  expect(selections).toEqual([['a.yml'], ['a.yml']]);
});

test('only workers that have died count as attempts of a part, not those that have given it back', async () => {
  const redis = { exists: () => Promise.resolve(0), getrange: () => Promise.resolve('["a.yml"]') };
  const parts: number[] = [];
  const work = createPartWork(
    {
      name: 'w',
      environment: null,
      digestFor: () => Promise.resolve({ digest: run.digest, files: {} }),
      runPart: ({ part }) => Promise.resolve((parts.push(part), [])),
    },
    { bullmq, redis: { ...redis, hsetnx: () => Promise.resolve(0) } as unknown as Redis },
    new AbortController(),
  );
  const opts = { attempts: 3 };
  await work.doPart(job(0, { opts, attemptsStarted: 9 }), 'token');
  await work.doPart(job(1, { opts, attemptsStarted: 9, attemptsMade: 1, stalledCounter: 1 }), 'token');
  await expect(work.doPart(job(2, { opts, attemptsStarted: 9, stalledCounter: 3 }), 'token')).rejects.toThrow(
    'the worker that did it has ended',
  );
  expect(parts).toEqual([0, 1]);
});

test('a part whose result is too large is not done again, which would send its requests again for nothing', async () => {
  // The error of `storeResult`, for which a real result would need more than 256 MB.
  const tooLarge = codedError('FileTooLarge', 'its result has more than 256 MB.', 'Choose a smaller --part-size.');
  const redis = {
    exists: () => Promise.resolve(0),
    getrange: () => Promise.resolve('["a.yml"]'),
    hsetnx: () => Promise.reject(tooLarge),
  };
  const work = createPartWork(
    {
      name: 'w',
      environment: null,
      digestFor: () => Promise.resolve({ digest: run.digest, files: {} }),
      runPart: () => Promise.resolve([]),
    },
    { bullmq, redis: redis as unknown as Redis },
    new AbortController(),
  );
  const done = work.doPart(job(0, { opts: { attempts: 3 } }), 'token');
  await expect(done).rejects.toThrow('its result has more than 256 MB. Choose a smaller --part-size.');
  await expect(done).rejects.toBeInstanceOf(bullmq.UnrecoverableError);
});
