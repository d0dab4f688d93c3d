/** What a run over many machines exchanges through its queue: descriptions of parts, and their results. Never code or secrets. */
import * as z from 'zod';
import { runEvent } from './run-event.ts';

const count = z.number().int().positive().max(Number.MAX_SAFE_INTEGER);
const position = z.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER);

/** What all parts of a run share. */
export const sharedRun = z.strictObject({
  id: z.string().regex(/^[\w-]{1,64}$/),
  /** The name of the collection. */
  name: z.string().max(1000),
  /** SHA-256 of the files that decide what is sent and which programs run. */
  digest: z.string().regex(/^[0-9a-f]{64}$/),
  environment: z.string().max(1000).nullable(),
  /** Only this folder or request of the collection. */
  folder: z.string().max(10_000).nullable(),
  /** Only the requests whose ids stand beside the run on the queue, in that order: a job of each part does not repeat them. */
  selected: z.boolean().optional(),
  iterations: count,
  /** Requests of an iteration. */
  requests: count,
  /** Path of the data file, relative to the folder in which submitter and workers run. */
  data: z.string().max(10_000).nullable(),
  delayMs: z.number().nonnegative().nullable(),
  timeoutMs: z.number().positive().nullable(),
  scriptTimeoutMs: z.number().positive().nullable(),
  /** A part ends at its first request that fails, and then the run. */
  bail: z.boolean().optional(),
});
export type SharedRun = z.output<typeof sharedRun>;

export const partJob = z.strictObject({
  run: sharedRun,
  /** The place of the part in the run, from 0. */
  part: position,
  parts: count,
  /** Positions in the run, without `to`. */
  from: position,
  to: count,
});
export type PartJob = z.output<typeof partJob>;

export const partResult = z.strictObject({
  part: position,
  worker: z.string().max(1000),
  /** Which attempt did it, from 1; more than 1 where a worker died, or could not do it. */
  attempt: count,
  events: z.array(runEvent).max(5_000_000),
});
export type PartResult = z.output<typeof partResult>;
