/** The workers of a queue that are there now, and the files that they have: asked before a run, and shown while it goes on. */
import type { Redis } from 'ioredis';
import * as z from 'zod';
import type { SourceHashes } from '../programs/trust/hash-sources.ts';

/** A worker that has not been heard of for so long is gone. */
const PRESENT_MS = 15_000;
const ANNOUNCE_MS = 5000;
/** Workers that are looked at; each may have thousands of files. */
const MAX_LISTED = 200;

const presence = z.strictObject({
  name: z.string().max(1000),
  environment: z.string().max(1000).nullable(),
  /** Parts side by side. */
  concurrency: z.number().int().positive(),
  /** Without the data of a run, which each run has of its own. */
  files: z.record(z.string(), z.string()),
});
export type PresentWorker = z.output<typeof presence> & { files: SourceHashes };

const namesKeyOf = (queue: string) => `outrigger:workers:${queue}`;
const workerKeyOf = (queue: string, name: string) => `outrigger:worker:${queue}:${name}`;

/** Says that a worker is there, again and again, until it is withdrawn. */
export async function announceWorker(
  redis: Redis,
  queue: string,
  worker: PresentWorker,
): Promise<{ withdraw(): Promise<void> }> {
  const key = workerKeyOf(queue, worker.name);
  const announce = async () => {
    // The expiry alone is renewed where the server still has what was said.
    if ((await redis.pexpire(key, PRESENT_MS)) === 1) return;
    await redis.set(key, JSON.stringify(worker), 'PX', PRESENT_MS);
    await redis.sadd(namesKeyOf(queue), worker.name);
  };
  await announce();
  const timer = setInterval(() => void announce().catch(() => undefined), ANNOUNCE_MS);
  return {
    async withdraw() {
      clearInterval(timer);
      await redis.srem(namesKeyOf(queue), worker.name);
      await redis.del(key);
    },
  };
}

/** In the order of their names. */
export async function listWorkers(redis: Redis, queue: string): Promise<PresentWorker[]> {
  const names = (await redis.smembers(namesKeyOf(queue))).sort();
  const present: PresentWorker[] = [];
  for (const name of names) {
    if (present.length >= MAX_LISTED) break;
    const text = await redis.get(workerKeyOf(queue, name));
    if (text === null) await redis.srem(namesKeyOf(queue), name);
    else present.push(...read(text));
  }
  return present;
}

/** Whoever can write to the server may have written it. */
function read(text: string): PresentWorker[] {
  try {
    return [presence.parse(JSON.parse(text))];
  } catch {
    return [];
  }
}
