/** Results of parts on the server: written by workers, read by the collector of the run. */
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Redis } from 'ioredis';
import { describeProblems } from '../../../contract/describe-problems.ts';
import { codedError } from '../../../contract/errors.ts';
import * as z from 'zod';
import { runEvent } from '../../../contract/runs/run-event.ts';
import { partResult, type PartResult } from '../../../contract/runs/run-parts.ts';
import { parseBoundedJson } from '../../platform/json/bounded-json.ts';
import { EXPIRY_S, keysOf } from '../queue-server.ts';

const MAX_RESULT_BYTES = 256 * 1024 * 1024;
/** Values of the JSON of a result: a short text of many empty objects would fill the memory. */
const MAX_VALUES = 20_000_000;
const MAX_EVENTS = 5_000_000;

/**
 * The first result of a part is kept: a worker that was considered dead may still finish its part.
 * @throws FileTooLarge when no collector would read it
 */
export async function storeResult(redis: Redis, runId: string, result: PartResult): Promise<void> {
  const keys = keysOf(runId);
  const text = Buffer.from(JSON.stringify(result));
  if (text.length > MAX_RESULT_BYTES) {
    const message = `its result has more than ${MAX_RESULT_BYTES / 1024 / 1024} MB.`;
    throw codedError('FileTooLarge', message, 'Choose a smaller --part-size.');
  }
  const compressed = await promisify(gzip)(text);
  if ((await redis.hsetnx(keys.results, String(result.part), compressed)) === 0) return;
  await redis.rpush(keys.order, result.part);
  await Promise.all([redis.expire(keys.results, EXPIRY_S), redis.expire(keys.order, EXPIRY_S)]);
}

/** @throws InvalidData when the stored value is not a result */
export async function readResult(compressed: Buffer, part: number): Promise<PartResult> {
  try {
    const text = await promisify(gunzip)(compressed, { maxOutputLength: MAX_RESULT_BYTES });
    const parsed = parseBoundedJson(text.toString(), JSON.parse, MAX_VALUES);
    if ('problem' in parsed) throw new Error(`it ${parsed.problem}`);
    const { events, ...head } = checked(partHead, parsed.json);
    // One after the other, because a schema of the whole list would collect an error for each of millions.
    return { ...head, part, events: events.map((event, index) => checked(runEvent, event, ['events', index])) };
  } catch (error) {
    throw codedError(
      'InvalidData',
      `The result of part ${part + 1} on the queue cannot be read: ${(error as Error).message}`,
      'Start the run again.',
    );
  }
}

/** @param place in the result, for the error. @throws an error in plain words */
function checked<T>(schema: z.ZodType<T>, value: unknown, place: PropertyKey[] = []): T {
  const { data, error } = schema.safeParse(value);
  if (!error) return data;
  throw new Error(describeProblems(error, (inside) => z.core.toDotPath([...place, ...inside]) || 'it'));
}

const partHead = partResult.extend({ events: z.array(z.unknown()).max(MAX_EVENTS) });
