/**
 * The data that a run over many machines passes through its queue: descriptions of parts, and their results. Never
 * code or secrets.
 */
import * as z from 'zod';
import { runEvent } from './run-event.ts';

const count = z.number().int().positive().max(Number.MAX_SAFE_INTEGER);
const position = z.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER);

/** The description that all parts of a run share. */
export const sharedRun = z.strictObject({
  id: z.string().regex(/^[\w-]{1,64}$/),
  /** The name of the collection. */
  name: z.string().max(1000),
  /** SHA-256 of the files that determine the sent requests and the programs. */
  digest: z.string().regex(/^[0-9a-f]{64}$/),
  environment: z.string().max(1000).nullable(),
  /** Runs only these folders and requests of the collection; empty: all. */
  folders: z.array(z.string().max(10_000)).max(1000),
  /** Runs only the requests with one of these tags; absent: with any and with none. */
  tags: z.array(z.string().max(10_000)).max(1000).optional(),
  /** Runs no request with one of these tags. */
  excludeTags: z.array(z.string().max(10_000)).max(1000).optional(),
  /**
   * Runs only the requests whose ids are stored with the run on the queue, in that order, so that the jobs do not
   * repeat them.
   */
  selected: z.boolean().optional(),
  iterations: count,
  /** The number of requests in an iteration. */
  requests: count,
  /** Path of the data file, relative to the folder in which submitter and workers run. */
  data: z.string().max(10_000).nullable(),
  delayMs: z.number().nonnegative().nullable(),
  timeoutMs: z.number().positive().nullable(),
  scriptTimeoutMs: z.number().positive().nullable(),
  /** A part, and then the run, ends at its first failed request. */
  bail: z.boolean().optional(),
});
export type SharedRun = z.output<typeof sharedRun>;

/** The number of requests of a part whose results fit into the memory of a worker. */
export const MAX_REQUESTS_OF_PART = 400_000;

export const partJob = z
  .strictObject({
    run: sharedRun,
    /** The zero-based number of the part in the run. */
    part: position,
    parts: count,
    /** Positions in the run, `to` exclusive. */
    from: position,
    to: count,
  })
  .refine(({ from, to }) => to - from <= MAX_REQUESTS_OF_PART);
export type PartJob = z.output<typeof partJob>;

export const partResult = z.strictObject({
  part: position,
  worker: z.string().max(1000),
  /** The one-based number of the attempt; above 1 if a worker died, or could not execute the part. */
  attempt: count,
  events: z.array(runEvent).max(5_000_000),
});
export type PartResult = z.output<typeof partResult>;
