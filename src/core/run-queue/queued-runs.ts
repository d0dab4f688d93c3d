/** Descriptions of runs on the server: what a run is, who collects it, and which runs of a queue are unfinished. */
import { randomUUID } from 'node:crypto';
import type { Job, Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import * as z from 'zod';
import { codedError } from '../../contract/errors.ts';
import { MAX_REQUESTS_OF_PART, partJob, sharedRun, type SharedRun } from '../../contract/runs/run-parts.ts';
import { parseBoundedJson } from '../platform/json/bounded-json.ts';
import type { SourceHashes } from '../programs/trust/hash-sources.ts';
import { JOBS_AT_ONCE } from './part-jobs.ts';
import { EXPIRY_S, keysOf, queueNameOf, readText, runsKeyOf } from './queue-server.ts';

/** The number of unfinished runs that are shown; a queue has a handful. */
const MAX_LISTED = 100;
/** The number of requests for which a selection is stored. */
const MAX_SELECTED = 100_000;

/** Limits of a run, because whoever can write to the server can write a description that fills the memory. */
const MAX_PARTS = 1_000_000;

const isCountable = ({ run, parts }: { run: SharedRun; parts: number }): boolean =>
  parts <= MAX_PARTS && run.requests * run.iterations <= parts * MAX_REQUESTS_OF_PART;

const describedRun = z
  .strictObject({
    run: sharedRun,
    parts: z.number().int().positive(),
    /** ISO 8601. */
    startedAt: z.iso.datetime().optional(),
    division: z.string().max(64).optional(),
  })
  .refine(isCountable);
const filesSchema = z.record(z.string(), z.string());
const selectionSchema = z.array(z.string().max(4096)).min(1).max(MAX_SELECTED);

export interface DescribedRun {
  run: SharedRun;
  parts: number;
  startedAt?: string | undefined;
  /** See `divisionOf`; absent for a run that an older version has started. */
  division?: string | undefined;
  /** The hashes of the files that make up the run's digest. */
  files: SourceHashes;
  /** The ids of the requests in order, for a run of selected requests. */
  selection?: readonly string[] | undefined;
}

/**
 * Stores the hashes with which workers compare their files, and everything that another command needs to collect the
 * run.
 */
export async function describeRun(redis: Redis, described: DescribedRun): Promise<void> {
  const { run, parts, startedAt, division, files, selection } = described;
  const keys = keysOf(run.id);
  await redis.set(keys.files, JSON.stringify(files), 'EX', EXPIRY_S);
  if (selection) await redis.set(keys.selection, JSON.stringify(selection), 'EX', EXPIRY_S);
  await redis.set(keys.description, JSON.stringify({ run, parts, startedAt, division }), 'EX', EXPIRY_S);
  const runs = runsKeyOf(queueNameOf(run.name));
  await redis.sadd(runs, run.id);
  await redis.expire(runs, EXPIRY_S);
}

/** @throws InvalidParams when the server has no run with this id */
export async function readDescription(redis: Redis, id: string): Promise<DescribedRun> {
  const keys = keysOf(id);
  const text = await readText(redis, keys.description);
  if (text === null) {
    throw codedError(
      'InvalidParams',
      `The queue has no run ${id}.`,
      'It was collected already, or is older than seven days.',
    );
  }
  const described = read(describedRun, text, `what run ${id} is`);
  const files = await readRunFiles(redis, id);
  const selection = described.run.selected ? await readSelection(redis, id) : undefined;
  return { ...described, files, selection };
}

/** The hashes of a run's files; empty where the server has none. @throws InvalidData */
export const readRunFiles = async (redis: Redis, id: string): Promise<SourceHashes> =>
  read(filesSchema, (await readText(redis, keysOf(id).files)) ?? '{}', `the files of run ${id}`);

/** The ids of the selected requests. @throws InvalidData when the server has lost them */
export async function readSelection(redis: Redis, id: string): Promise<string[]> {
  return read(selectionSchema, (await readText(redis, keysOf(id).selection)) ?? '', `which requests run ${id} is of`);
}

/** @throws InvalidData when the server has something else, or nothing, under this key */
function read<T>(schema: z.ZodType<T>, text: string, what: string): T {
  const { success, data } = schema.safeParse(parsedOrNull(text));
  if (success) return data;
  throw codedError('InvalidData', `The queue has lost ${what}.`, 'Start the run again.');
}

/** @throws InvalidParams for a run that no other command could collect */
export function requireCountable(run: SharedRun, parts: number): void {
  if (isCountable({ run, parts })) return;
  const message = `A run of ${run.requests * run.iterations} requests cannot be divided into ${parts} parts.`;
  const remedy = `Choose a part size with at most ${MAX_PARTS} parts, of at most ${MAX_REQUESTS_OF_PART} requests.`;
  throw codedError('InvalidParams', message, remedy);
}

export interface UnfinishedRun {
  id: string;
  environment: string | null;
  /** ISO 8601; null for a run that an older version has started. */
  startedAt: string | null;
  parts: number;
  /** The number of parts whose results have not been collected. */
  done: number;
}

/** The runs of a collection that were not collected completely, the latest first. */
export async function listUnfinishedRuns(redis: Redis, collection: string): Promise<UnfinishedRun[]> {
  const runs = runsKeyOf(queueNameOf(collection));
  const unfinishedRuns: UnfinishedRun[] = [];
  for (const id of await redis.srandmember(runs, MAX_LISTED)) {
    const text = await readText(redis, keysOf(id).description);
    if (text === null) await redis.srem(runs, id);
    const described = describedRun.safeParse(parsedOrNull(text ?? '')).data;
    // A newer version may describe its runs otherwise: they stay in the list for that version.
    if (!described) continue;
    const { run, parts, startedAt = null } = described;
    const doneCount = await redis.hlen(keysOf(id).results);
    unfinishedRuns.push({ id, environment: run.environment, startedAt, parts, done: doneCount });
  }
  return unfinishedRuns.sort((a, b) => ((a.startedAt ?? '') < (b.startedAt ?? '') ? 1 : -1));
}

function parsedOrNull(text: string): unknown {
  const parsed = parseBoundedJson(text);
  return 'problem' in parsed ? null : parsed.json;
}

/**
 * The exclusive right to collect a run. The last collector that takes it has it, because the previous one may have
 * died silently.
 */
export async function takeCollection(redis: Redis, id: string): Promise<{ requireOwnership(): Promise<void> }> {
  const token = randomUUID();
  await redis.set(keysOf(id).collector, token, 'EX', EXPIRY_S);
  return {
    /** @throws Cancelled when another collector has taken the run over */
    async requireOwnership() {
      const now = await redis.get(keysOf(id).collector);
      // A server that lost its data knows no collector.
      if (now === null) await redis.set(keysOf(id).collector, token, 'EX', EXPIRY_S);
      else if (now !== token)
        throw codedError(
          'Cancelled',
          `Run ${id} is now collected by another window or command.`,
          'Its report appears there.',
        );
    },
  };
}

/** Removes the data of a run from the server, except the key that stops its parts. */
export async function removeRun(queue: Queue, redis: Redis, run: SharedRun): Promise<void> {
  for (const state of ['waiting', 'delayed', 'failed'] as const) await removeJobs(queue, run.id, state);
  const { stop: _stop, ...others } = keysOf(run.id);
  await redis.srem(runsKeyOf(queueNameOf(run.name)), run.id);
  await redis.del(...Object.values(others));
}

/** In steps, between which the server can answer others: a million jobs at once would look like a server that is gone. */
async function removeJobs(queue: Queue, runId: string, state: 'waiting' | 'delayed' | 'failed'): Promise<void> {
  /** The number of jobs that stay: those of other runs, and those that a worker has taken meanwhile. */
  let kept = 0;
  for (;;) {
    const found = (await queue.getJobs([state], kept, kept + JOBS_AT_ONCE - 1)) as (Job | undefined)[];
    if (found.length === 0) return;
    // One that a worker has ended since it was listed has no data any more.
    const jobs = found.filter((job) => job !== undefined);
    const ofRun = jobs.filter(({ data }) => partJob.safeParse(data).data?.run.id === runId);
    const removals = await Promise.allSettled(ofRun.map((job) => job.remove()));
    kept += jobs.length - removals.filter(({ status }) => status === 'fulfilled').length;
  }
}
