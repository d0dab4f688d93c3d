/**
 * The workers of a queue that are available, with the hashes of their files: read before a run, and shown during it.
 */
import type { Redis } from 'ioredis';
import * as z from 'zod';
import { parseBoundedJson } from '../platform/json/bounded-json.ts';
import { readText } from './queue-server.ts';
import type { SourceHashes } from '../programs/trust/hash-sources.ts';

/** Milliseconds of silence after which a worker counts as gone. */
const PRESENT_MS = 15_000;
const ANNOUNCE_MS = 5000;
/** The number of workers that are read; each may have thousands of files. */
const MAX_LISTED = 200;
/** Names that are looked at, because names of ended workers remain until somebody reads them. */
const MAX_NAMES = 1000;
/** Characters of all announcements together. */
const MAX_TEXT = 64 * 1024 * 1024;

const presence = z.strictObject({
  name: z.string().max(1000),
  environment: z.string().max(1000).nullable(),
  /** The number of concurrent parts. */
  concurrency: z.number().int().positive(),
  /** Without the data of a run, which differs between runs. */
  files: z.record(z.string(), z.string()),
});
export type PresentWorker = z.output<typeof presence> & { files: SourceHashes };

const namesKeyOf = (queue: string) => `outrigger:workers:${queue}`;
const workerKeyOf = (queue: string, name: string) => `outrigger:worker:${queue}:${name}`;

/** Announces a worker repeatedly until it is withdrawn. */
export async function announceWorker(
  redis: Redis,
  queue: string,
  worker: PresentWorker,
): Promise<{ withdraw(): Promise<void> }> {
  const key = workerKeyOf(queue, worker.name);
  const announce = async () => {
    // Only the expiry is renewed while the server still has the announcement.
    if ((await redis.pexpire(key, PRESENT_MS)) === 0) {
      await redis.set(key, JSON.stringify(worker), 'PX', PRESENT_MS);
    }
    // Each time, because a reader may remove the name while an announcement that has expired is made again.
    await redis.sadd(namesKeyOf(queue), worker.name);
  };
  await announce();
  const timer = setInterval(() => void announce().catch(() => undefined), ANNOUNCE_MS);
  return {
    async withdraw() {
      clearInterval(timer);
      // An unreachable server has no entry to withdraw, and the command would wait for it.
      if (redis.status !== 'ready') return;
      await redis.srem(namesKeyOf(queue), worker.name);
      await redis.del(key);
    },
  };
}

/** Ordered by name. */
export async function listWorkers(redis: Redis, queue: string): Promise<PresentWorker[]> {
  const names = (await redis.srandmember(namesKeyOf(queue), MAX_NAMES)).sort();
  const presentWorkers: PresentWorker[] = [];
  let length = 0;
  for (const name of names) {
    if (presentWorkers.length >= MAX_LISTED || length > MAX_TEXT) break;
    const text = await readText(redis, workerKeyOf(queue, name));
    length += text?.length ?? 0;
    if (text === null) await redis.srem(namesKeyOf(queue), name);
    else presentWorkers.push(...read(text));
  }
  return presentWorkers;
}

/** Validated, because everybody with access to the server may have written it. */
function read(text: string): PresentWorker[] {
  const parsed = parseBoundedJson(text);
  const worker = 'problem' in parsed ? undefined : presence.safeParse(parsed.json).data;
  return worker ? [worker] : [];
}
