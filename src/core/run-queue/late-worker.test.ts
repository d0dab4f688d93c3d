/** A worker that was considered dead, and goes on with a part that another one has done. */
import * as bullmq from 'bullmq';
import type { Job } from 'bullmq';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { redisServer, startRedis, type RedisServer } from '../testing/redis-server.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { createPartWork } from './do-part.ts';
import { keysOf } from './queue-server.ts';
import { storeResult } from './results/part-results.ts';
import { submitRun } from './submit-run.ts';
import { passedPart, requestsOfRun as requests, sharedRun } from './testing/shared-run.ts';

describe.skipIf(redisServer === undefined)('with a server', () => {
  let server: RedisServer;
  let redis: Redis;
  beforeAll(async () => {
    server = await startRedis(temporaryFolder('late-worker'));
    redis = new Redis(server.url);
  });
  afterAll(async () => {
    redis.disconnect();
    await server.stop();
  });

  test.each(['sends the rest of its requests', 'has just ended its part'])(
    'a worker that %s when the run is over leaves nothing on the server',
    async (when) => {
      const run = { ...sharedRun, id: `run-${when.length}` };
      const begun = Promise.withResolvers<void>();
      const ended = Promise.withResolvers<[]>();
      const work = createPartWork(
        {
          name: 'late',
          environment: null,
          digestFor: () => Promise.resolve({ digest: run.digest, files: {} }),
          runPart(_part, _selection, signal) {
            begun.resolve();
            signal.addEventListener('abort', () => ended.resolve([]), { once: true });
            return ended.promise;
          },
        },
        { bullmq, redis },
        new AbortController(),
      );
      const data = { run, part: 0, parts: 1, from: 0, to: 2 };
      const late = work.doPart({ data, opts: {}, attemptsMade: 0, stalledCounter: 0 } as unknown as Job, 'token');
      await begun.promise;
      const collected = submitRun(
        run,
        {
          url: server.url,
          runId: 'here',
          requests,
          attempts: 3,
          bail: false,
          files: {},
          partSize: 2,
          onParts: () => storeResult(redis, run.id, { part: 0, worker: 'other', attempt: 2, events: passedPart(0, 1) }),
          onEvent: () => undefined,
          onNotice: () => undefined,
        },
        new AbortController().signal,
      );
      expect(await collected).toBe('passed');
      if (when === 'has just ended its part') ended.resolve([]);
      await late;
      expect(await redis.keys(`${keysOf(run.id).description}*`)).toEqual([keysOf(run.id).stop]);
    },
  );
});
