/** Servers that do not serve: silent ones, and ones that refuse to write. */
import { once } from 'node:events';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { redisServer, startRedis, type RedisServer } from '../testing/redis-server.ts';
import { startSilentServer } from '../testing/silent-server.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { servePartQueue } from './part-worker.ts';
import { connectToQueue } from './queue-server.ts';

const never = new AbortController().signal;

describe('a server that accepts the connection and says nothing', () => {
  let silent: Awaited<ReturnType<typeof startSilentServer>>;
  let url: string;
  beforeAll(async () => {
    silent = await startSilentServer();
    url = `redis://127.0.0.1:${silent.port}`;
  });
  afterAll(() => silent.close());

  test('is given up, with the reason and what to look at', async () => {
    const connecting = connectToQueue(url, () => undefined, { signal: never, answerMs: 50 });
    await expect(connecting).rejects.toMatchObject({
      code: 'QueueUnreachable',
      message: expect.stringContaining('has not answered') as string,
      remedy: expect.stringContaining('rediss://') as string,
    });
  });
  test('does not keep a run that is stopped', async () => {
    const stop = new AbortController();
    const connecting = connectToQueue(url, () => undefined, { signal: stop.signal });
    await once(silent.server, 'connection');
    stop.abort(new Error('stopped'));
    await expect(connecting).rejects.toThrow('stopped');
  });
});

describe.skipIf(redisServer === undefined)('a server that refuses to write', () => {
  let server: RedisServer;
  let redis: Redis;
  beforeAll(async () => {
    server = await startRedis(temporaryFolder('read-only-queue'));
    redis = new Redis(server.url);
    await redis.config('SET', 'min-replicas-to-write', '1');
  });
  afterAll(async () => {
    redis.disconnect();
    await server.stop();
  });

  test('ends the worker, with its connection', async () => {
    const worker = servePartQueue(
      {
        url: server.url,
        collection: 'Shop',
        name: 'w1',
        concurrency: 1,
        files: {},
        environment: null,
        digestFor: () => Promise.resolve({ digest: '', files: {} }),
        runPart: () => Promise.resolve([]),
        onReady: () => undefined,
        onNotice: () => undefined,
      },
      never,
    );
    await expect(worker).rejects.toThrow('NOREPLICAS');
    await expect.poll(async () => ((await redis.client('LIST')) as string).trim().split('\n').length).toBe(1);
  });
});
