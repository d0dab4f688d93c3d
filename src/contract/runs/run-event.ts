/** The ordered event stream of a run, on which the console, the reports and the tests are based. */
import * as z from 'zod';
import { consoleValue } from '../scripts/console-value-schema.ts';
import { MAX_GROUP_DEPTH } from '../scripts/guest-operations.ts';
import { errorCodes } from '../errors.ts';

const position = { line: z.number().int().positive().optional(), column: z.number().int().positive().optional() };

/** An error thrown by a script, with its place in the script. */
export const scriptError = z.object({
  name: z.string(),
  message: z.string(),
  stack: z.string().optional(),
  /** The script's own lines around the place, with a caret under the column. */
  frame: z.string().optional(),
  code: z.string().optional(),
  /** The remedy, if the error has one. */
  remedy: z.string().optional(),
  ...position,
});
export type ScriptError = z.output<typeof scriptError>;

/** Identifies a script of a collection by the place where it is edited, so that the interface can open it. */
export const scriptPlace = z.object({
  /** The id of the request or folder, or an empty id for the collection, as for `collection.read` and `readFolder`. */
  id: z.string(),
  kind: z.enum(['pre-request', 'post-response']),
  /** The number of lines before this script, where several of a kind are edited as one text. */
  linesBefore: z.number().int().nonnegative(),
});
export type ScriptPlace = z.output<typeof scriptPlace>;

/** Why a call of a program failed. */
const programFailure = z.object({
  code: z.enum(errorCodes),
  message: z.string(),
  /** The remedy; empty when none is known. */
  remedy: z.string(),
  /** The source file in which the program's own error occurred, as printed by the language. */
  file: z.string().optional(),
  /** One-based. */
  line: z.number().int().positive().optional(),
  /** True when `file` is a path relative to the programs directory, and exists there. */
  canOpen: z.boolean().optional(),
});
export type ProgramFailure = z.output<typeof programFailure>;

const callId = z.number().int().positive();

const body = z.discriminatedUnion('type', [
  z.object({ type: z.literal('run.started'), scriptName: z.string() }),
  z.object({
    type: z.literal('program.started'),
    callId,
    /** The file as named by the script. */
    file: z.string(),
    /** The executed command, ready to be pasted into the user's shell, from any folder. */
    command: z.string(),
    /** Absolute path of the executable: the first word of the command, resolved with the program's PATH. */
    executable: z.string().optional(),
    cwd: z.string(),
    /** The function of `pm` that called it. */
    via: z.enum(['execute', 'executeAsync']),
    ...position,
  }),
  /** Whole lines, or the rest at the end of the program; characters are never divided. */
  z.object({ type: z.literal('program.output'), callId, stream: z.enum(['stdout', 'stderr']), text: z.string() }),
  z.object({
    type: z.literal('program.finished'),
    callId,
    exitCode: z.number().int().nullable(),
    signal: z.string().nullable(),
    durationMs: z.number(),
    failure: programFailure.optional(),
  }),
  /** A call that was refused before anything was started. */
  z.object({ type: z.literal('program.refused'), file: z.string(), failure: programFailure, ...position }),
  z.object({
    type: z.literal('console'),
    level: z.enum(['log', 'info', 'warn', 'error', 'debug']),
    text: z.string(),
    /** The logged values as data, if one is an object; `text` has the same content. */
    values: z.array(consoleValue).optional(),
    /** The number of open console groups. */
    depth: z.number().int().positive().max(MAX_GROUP_DEPTH).optional(),
    /** The author of the message: the script, or Outrigger with a hint about it. */
    from: z.enum(['script', 'outrigger']),
    ...position,
  }),
  /** A request of a collection begins; events of its scripts and its response follow. */
  z.object({
    type: z.literal('request.started'),
    id: z.string(),
    name: z.string(),
    path: z.array(z.string()),
    /** The number of the iteration, from 0. */
    iteration: z.number().int().nonnegative(),
    /** Number of the request whose script has run this one (pm.execution.runRequest). */
    caller: z.number().int().nonnegative().optional(),
  }),
  /** A run of a collection begins a further iteration. */
  z.object({
    type: z.literal('iteration.started'),
    iteration: z.number().int().nonnegative(),
    count: z.number().int().positive(),
    data: z.record(z.string(), z.unknown()).optional(),
  }),
  /** The result of sending; `skipped` when its own script has skipped it. */
  z.object({
    type: z.literal('request.answered'),
    name: z.string(),
    method: z.string(),
    url: z.string(),
    status: z.number().int().optional(),
    statusText: z.string().optional(),
    /** Bytes of the body. */
    size: z.number().int().optional(),
    redirects: z.number().int(),
    durationMs: z.number(),
    failure: programFailure.optional(),
    skipped: z.boolean().optional(),
  }),
  /** The request has ended, with its scripts and the requests that they have run; `stopped` when it was stopped before. */
  z.object({ type: z.literal('request.finished'), stopped: z.boolean().optional() }),
  /** Sent while a response arrives that a person watches: its head, then the received text. */
  z.object({
    type: z.literal('response.started'),
    status: z.number().int(),
    statusText: z.string(),
    contentType: z.string(),
  }),
  z.object({ type: z.literal('response.chunk'), text: z.string(), bytes: z.number().int() }),
  /** A request that the script has sent with `pm.sendRequest`. */
  z.object({
    type: z.literal('script.request'),
    method: z.string(),
    url: z.string(),
    status: z.number().int().optional(),
    failure: z.string().optional(),
    durationMs: z.number(),
    /** Number under which `runs.exchange` returns its headers and bodies. */
    exchange: z.number().int().nonnegative().optional(),
    ...position,
  }),
  /**
   * A script waits for a notification (`pm.webhooks`); sent again when there is new information about the same wait.
   */
  z.object({
    type: z.literal('webhook.waiting'),
    /** Identifies the wait in all of its events. */
    waitId: z.string(),
    /** The filter as text. */
    wants: z.string(),
    /** The total duration of the wait, and the remaining one at the time of this event. */
    totalMs: z.number(),
    leftMs: z.number(),
    /** The number of received notifications that did not match. */
    arrived: z.number().int().nonnegative(),
    /** The most similar one, and how it differs. */
    nearest: z.string().optional(),
    ...position,
  }),
  z.object({ type: z.literal('webhook.waited'), waitId: z.string() }),
  /** The HTML of `pm.visualizer`, to be shown in a sandboxed frame. */
  z.object({ type: z.literal('visualization'), html: z.string() }),
  /** console.clear: earlier lines are no longer shown. */
  z.object({ type: z.literal('console.cleared') }),
  z.object({
    type: z.literal('test'),
    name: z.string(),
    state: z.enum(['passed', 'failed', 'skipped']),
    error: scriptError.optional(),
    /** The script of a collection that contains a failed test. */
    script: scriptPlace.optional(),
  }),
  z.object({ type: z.literal('script.error'), error: scriptError, script: scriptPlace.optional() }),
  /**
   * In a run over many machines: a worker has begun a part, has finished it, or another worker repeats it. Parts count
   * from 0.
   */
  z.object({ type: z.literal('part.started'), part: z.number().int(), parts: z.number().int(), worker: z.string() }),
  z.object({
    type: z.literal('part.retried'),
    part: z.number().int(),
    parts: z.number().int(),
    attempt: z.number().int(),
  }),
  z.object({ type: z.literal('part.finished'), part: z.number().int(), parts: z.number().int(), worker: z.string() }),
  /** No attempt has succeeded, and there will be no further one. */
  z.object({ type: z.literal('part.failed'), part: z.number().int(), parts: z.number().int(), reason: z.string() }),
  z.object({
    type: z.literal('run.finished'),
    outcome: z.enum(['passed', 'failed', 'error', 'timeout', 'stopped']),
    durationMs: z.number(),
  }),
]);

/**
 * Every event has the id of its run, its sequence number (`seq`, from 0, without gaps) and its time (ISO 8601). In a
 * run of a collection, `request` is the number of the request that it belongs to, from 0 in the order in which they
 * start. The order of events alone does not identify the request, because requests that scripts run take place inside
 * of others.
 */
export const runEvent = z.intersection(
  z.object({
    runId: z.string(),
    seq: z.number().int().nonnegative(),
    at: z.string(),
    request: z.number().int().nonnegative().optional(),
  }),
  body,
);
export type RunEventBody = z.output<typeof body>;
export type RunEvent = z.output<typeof runEvent>;
export type RunEventOf<T extends RunEventBody['type']> = Extract<RunEventBody, { type: T }>;
export type RunOutcome = RunEventOf<'run.finished'>['outcome'];
