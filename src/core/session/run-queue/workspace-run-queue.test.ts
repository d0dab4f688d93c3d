/** The window collects a run that a command has put into the queue, on a real server and with a real worker. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadCollection } from '../../collection/files/collection-files.ts';
import { servePartQueue } from '../../run-queue/part-worker.ts';
import { describeRun } from '../../run-queue/queued-runs.ts';
import { sharedRun } from '../../run-queue/testing/shared-run.ts';
import { redisServer, startRedis, type RedisServer } from '../../testing/redis-server.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { createWorkspaceRunQueue } from './workspace-run-queue.ts';

const never = new AbortController().signal;

describe.skipIf(redisServer === undefined)('with a server', () => {
  let server: RedisServer;
  let redis: Redis;
  beforeAll(async () => {
    server = await startRedis(temporaryFolder('queue'));
    redis = new Redis(server.url);
  });
  afterAll(async () => {
    redis.disconnect();
    await server.stop();
  });

  /** A collection of the folder `first` with two requests, and of `second` with one. */
  function openWorkspace() {
    const root = temporaryFolder('shop');
    writeFileSync(path.join(root, 'opencollection.yml'), 'opencollection: 1.0.0\ninfo:\n  name: Shop\n');
    for (const file of ['first/a', 'first/b', 'second/c']) {
      mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
      const request = { info: { name: path.basename(file) }, http: { method: 'GET', url: 'http://127.0.0.1:1/' } };
      writeFileSync(path.join(root, `${file}.yml`), JSON.stringify(request));
    }
    const collection = loadCollection(root);
    const session = {
      root,
      collection: { require: () => collection },
      events: { emit() {} },
      mask: () => (value: unknown) => value,
      programsDirectory: () => root,
      run: (id: string, signal: AbortSignal, work: (run: object) => unknown) => work({ id, signal, onEvent() {} }),
      services: {
        settings: { get: () => ({ runQueues: { [root]: { address: server.url } } }) },
        secrets: { of: () => ({ get: () => Promise.resolve(undefined) }) },
      },
    };
    const history = { runs: { add: () => 7 } };
    return createWorkspaceRunQueue(session as never, { history } as never);
  }
  const run = { ...sharedRun, folders: ['second'], iterations: 2, requests: 1 };

  test('a run of some folders is divided as it was by the command', async () => {
    const parts: string[] = [];
    const stop = new AbortController();
    await describeRun(redis, { run, parts: 2, files: {} });
    const attached = openWorkspace()['runQueue.attach']({ runId: 'here', id: run.id }, never);
    const worker = servePartQueue(
      {
        url: server.url,
        collection: run.name,
        name: 'w1',
        concurrency: 1,
        files: {},
        environment: null,
        digestFor: () => Promise.resolve({ digest: run.digest, files: {} }),
        runPart({ part, from, to }) {
          parts.push(`${part}: ${from} to ${to}`);
          return Promise.resolve([]);
        },
        onReady: () => undefined,
        onNotice: () => undefined,
      },
      stop.signal,
    );
    expect(await attached).toEqual({ id: 7 });
    stop.abort();
    await worker;
    expect(parts.sort()).toEqual(['0: 0 to 1', '1: 1 to 2']);
  });

  test('a run of another number of requests than the collection has is not collected, and stays', async () => {
    await describeRun(redis, { run: { ...run, id: 'other', requests: 3 }, parts: 2, files: {} });
    const attached = openWorkspace()['runQueue.attach']({ runId: 'here', id: 'other' }, AbortSignal.timeout(5000));
    await expect(Promise.resolve(attached)).rejects.toMatchObject({
      code: 'InvalidData',
      message: 'Run other has 3 requests in each iteration, and with the collection here it would have 1.',
    });
    expect(await redis.exists('outrigger:run:other')).toBe(1);
  });
});
