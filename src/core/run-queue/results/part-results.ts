/** Results of parts on the server: written by workers, read by the collector of the run. */
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Redis } from 'ioredis';
import { codedError } from '../../../contract/errors.ts';
import { partResult, type PartResult } from '../../../contract/runs/run-parts.ts';
import { EXPIRY_S, keysOf } from '../queue-server.ts';

const MAX_RESULT_BYTES = 512 * 1024 * 1024;

/** The first result of a part is kept: a worker that was considered dead may still finish its part. */
export async function storeResult(redis: Redis, runId: string, result: PartResult): Promise<void> {
  const keys = keysOf(runId);
  const compressed = await promisify(gzip)(JSON.stringify(result));
  if ((await redis.hsetnx(keys.results, String(result.part), compressed)) === 0) return;
  await redis.rpush(keys.order, result.part);
  await Promise.all([redis.expire(keys.results, EXPIRY_S), redis.expire(keys.order, EXPIRY_S)]);
}

/** @throws InvalidData when the stored value is not a result */
export async function readResult(compressed: Buffer, part: number): Promise<PartResult> {
  try {
    const text = await promisify(gunzip)(compressed, { maxOutputLength: MAX_RESULT_BYTES });
    return { ...partResult.parse(JSON.parse(text.toString())), part };
  } catch (error) {
    throw codedError(
      'InvalidData',
      `The result of part ${part + 1} on the queue cannot be read: ${(error as Error).message}`,
      'Start the run again.',
    );
  }
}
