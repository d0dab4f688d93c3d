/** Everybody with access to the server can write unexpected data to it. */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { RunEvent } from '../../contract/runs/run-event.ts';
import type { SharedRun } from '../../contract/runs/run-parts.ts';
import type { LoadedRequest } from '../collection/files/collection-files.ts';
import { redisServer, startRedis, type RedisServer } from '../testing/redis-server.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { keysOf, queueNameOf } from './queue-server.ts';
import { describeRun } from './queued-runs.ts';
import { storeResult } from './results/part-results.ts';
import { attachToRun, submitRun } from './submit-run.ts';
import { passedPart, requestsOfRun as requests, sharedRun as run } from './testing/shared-run.ts';

describe.skipIf(redisServer === undefined)('with a server', () => {
  let server: RedisServer;
  let redis: Redis;
  beforeAll(async () => {
    server = await startRedis(temporaryFolder('hostile-queue'));
    redis = new Redis(server.url, { maxRetriesPerRequest: null });
  });
  afterAll(async () => {
    redis.disconnect();
    await server.stop();
  });
  const options = (events: RunEvent[] = []) => ({
    url: server.url,
    runId: 'here',
    requests,
    attempts: 1,
    bail: false,
    onEvent: (event: RunEvent) => void events.push(event),
    onNotice: () => undefined,
  });
  const attach = (id: string) =>
    attachToRun(id, { ...options(), requestsFor: () => requests }, new AbortController().signal);

  test.each([
    ['no JSON', 'nothing'],
    ['no description', '{}'],
    ['very many parts', JSON.stringify({ run, parts: 1e9 })],
    ['very many requests in one part', JSON.stringify({ run: { ...run, iterations: 1e15 }, parts: 1 })],
  ])('a description with %s ends the collecting with its reason', async (_name, text) => {
    await redis.set(keysOf('run-1').description, text);
    await expect(attach('run-1')).rejects.toMatchObject({ code: 'InvalidData' });
  });
  test.each(['null', '[1]', '{"a":1}', 'nothing'])('files that are %s end it too', async (text) => {
    await describeRun(redis, { run, parts: 2, files: {} });
    await redis.set(keysOf('run-1').files, text);
    await expect(attach('run-1')).rejects.toMatchObject({ code: 'InvalidData' });
  });
  test('a run is not collected with requests that are in other folders: their parts would be others', async () => {
    const inFolders = (...folders: string[]) =>
      folders.map((folder) => ({ id: folder, name: 'a', path: ['Shop', folder, 'a'] })) as unknown as LoadedRequest[];
    const two = { ...run, id: 'run-2', requests: 3 };
    const [first, others] = [inFolders('a', 'a', 'b'), inFolders('a', 'b', 'b')];
    const leave = new AbortController();
    const submitted = submitRun(
      two,
      { ...options(), requests: first, files: {}, partSize: 1, leave: leave.signal, onParts: () => leave.abort() },
      new AbortController().signal,
    );
    await submitted;
    const attached = (requests: LoadedRequest[]) =>
      attachToRun(
        'run-2',
        { ...options(), leave: AbortSignal.timeout(500), requestsFor: () => requests },
        new AbortController().signal,
      );
    await expect(attached(others)).rejects.toMatchObject({ code: 'InvalidData' });
    expect(await attached(first)).toBe('stopped');
  });
  test('a run that no other command could collect is not begun', async () => {
    const large = { ...run, iterations: 1e9 };
    const submitted = submitRun(large, { ...options(), files: {}, partSize: 1 }, new AbortController().signal);
    await expect(submitted).rejects.toMatchObject({ code: 'InvalidParams' });
  });

  test('jobs of others and results of parts that a run does not have change nothing', { timeout: 60_000 }, async () => {
    const name = queueNameOf(run.name);
    const queue = new Queue(name, { connection: redis });
    for (const data of [{}, { run: null }, { run, part: 7 }]) await queue.add('part', data);
    const store = async (part: string, result: unknown) => {
      await redis.hset(keysOf(run.id).results, part, await promisify(gzip)(JSON.stringify(result)));
      await redis.rpush(keysOf(run.id).order, part);
    };
    await redis.del(keysOf(run.id).results, keysOf(run.id).order);
    const place = { runId: 'r', seq: 0, at: '2026-01-01T00:00:00.000Z', parts: 2, worker: 'w' };
    const foreign = [0, 1, 5].map((part) => ({ ...place, type: 'part.finished', part }));
    const result = (part: number) => {
      const [first, ...rest] = passedPart(part);
      return { part, worker: 'w', attempt: 1, events: [first, ...foreign, ...rest] };
    };
    for (const part of ['NaN', '-1', '7', '1e0', '']) await store(part, result(1));
    const done = Promise.withResolvers<undefined>();
    const events: RunEvent[] = [];
    const connection = new Redis(server.url, { maxRetriesPerRequest: null });
    // Takes the jobs of others and keeps them active while the run looks for its own.
    const worker = new Worker(
      name,
      async ({ data }: { data: { run?: SharedRun | null; part?: number; parts?: number } }) => {
        const { part } = data;
        if (data.run?.id !== run.id || data.parts !== 2 || part === undefined) return done.promise;
        // A part is shown as started when the run looks at all active jobs.
        const isShown = () => events.some((event) => event.type === 'part.started' && event.part === part);
        await vi.waitFor(() => expect(isShown()).toBe(true), 30_000);
        await store(String(part), result(part));
      },
      { connection, concurrency: 10 },
    );
    const outcome = await submitRun(run, { ...options(events), files: {}, partSize: 1 }, new AbortController().signal);
    done.resolve(undefined);
    expect(outcome).toBe('passed');
    const finished = events.flatMap((event) => (event.type === 'part.finished' ? [event.part] : []));
    expect(finished.sort()).toEqual([0, 1]);
    await worker.close();
    await queue.close();
    connection.disconnect();
  });

  test('a part whose result has no events, or those of another part, is an error with its reason', async () => {
    const wrong = { ...run, id: 'run-wrong' };
    const events: RunEvent[] = [];
    const results = [[], passedPart(0)].map((list, part) => ({ part, worker: 'w', attempt: 1, events: list }));
    const onParts = async () => {
      for (const result of results) await storeResult(redis, wrong.id, result);
    };
    const submitted = { ...options(events), files: {}, partSize: 1, onParts };
    expect(await submitRun(wrong, submitted, new AbortController().signal)).toBe('error');
    expect(events.flatMap((event) => (event.type === 'part.failed' ? [event.reason] : []))).toEqual([
      'the result of worker w is wrong: it does not begin with the start of the run.',
      'the result of worker w is wrong: its request 1 does not belong to this part.',
    ]);
    const errors = events.flatMap((event) => (event.type === 'console' ? [event.text] : []));
    expect(errors).toEqual([expect.stringMatching(/^Part 1 of 2/), expect.stringMatching(/^Part 2 of 2/)]);
  });
});
