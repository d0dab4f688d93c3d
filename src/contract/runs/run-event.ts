/**
 * The one ordered stream of a run. What the console shows, the report counts and a test asserts is this.
 */
import * as z from 'zod';
import { consoleValue } from '../scripts/console-value-schema.ts';
import { errorCodes } from '../errors.ts';

const position = { line: z.number().int().positive().optional(), column: z.number().int().positive().optional() };

/** An error thrown by a script, with the place in the script where it came from. */
export const scriptError = z.object({
  name: z.string(),
  message: z.string(),
  stack: z.string().optional(),
  /** The script's own lines around the place, with a caret under the column. */
  frame: z.string().optional(),
  code: z.string().optional(),
  /** What to do about it, where the error says so. */
  remedy: z.string().optional(),
  ...position,
});
export type ScriptError = z.output<typeof scriptError>;

/** Which script of a collection: where it is edited, so that the interface can go there. */
export const scriptPlace = z.object({
  /** The request, the folder, or with an empty one the collection; as `collection.read` and `readFolder` take it. */
  id: z.string(),
  kind: z.enum(['pre-request', 'post-response']),
  /** Lines that stand before this script, where several of a kind are edited as one text. */
  linesBefore: z.number().int().nonnegative(),
});
export type ScriptPlace = z.output<typeof scriptPlace>;

/** Why a call of a program failed. */
export const programFailure = z.object({
  code: z.enum(errorCodes),
  message: z.string(),
  /** What to do about it; empty when nothing is known that applies. */
  remedy: z.string(),
  /** The source of the program where its own error arose, as the language prints it. */
  file: z.string().optional(),
  /** Counted from 1. */
  line: z.number().int().positive().optional(),
  /** `file` is a path relative to the programs directory, and exists there. */
  canOpen: z.boolean().optional(),
});
export type ProgramFailure = z.output<typeof programFailure>;

const callId = z.number().int().positive();

const body = z.discriminatedUnion('type', [
  z.object({ type: z.literal('run.started'), scriptName: z.string() }),
  z.object({
    type: z.literal('program.started'),
    callId,
    /** As the script named it. */
    file: z.string(),
    /** What was executed, ready to be pasted into the user's shell, from any folder. */
    command: z.string(),
    /** Absolute path of what was started: the first word of the command, as the PATH of the program resolves it. */
    executable: z.string().optional(),
    cwd: z.string(),
    /** Which function of `pm` called it. */
    via: z.enum(['execute', 'executeAsync']),
    ...position,
  }),
  /** Whole lines, or the rest when the program ends; never half a character. */
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
    /** What was logged as data, where it holds an object; `text` says the same. */
    values: z.array(consoleValue).optional(),
    /** How many groups of the console are open. */
    depth: z.number().int().positive().optional(),
    /** Who speaks: the script itself, or Outrigger with a hint about it. */
    from: z.enum(['script', 'outrigger']),
    ...position,
  }),
  /** A request of a collection begins: its scripts and its answer follow. */
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
  /** A run of a collection goes through its requests once more. */
  z.object({
    type: z.literal('iteration.started'),
    iteration: z.number().int().nonnegative(),
    count: z.number().int().positive(),
    data: z.record(z.string(), z.unknown()).optional(),
  }),
  /** What became of it on the wire; `skipped` when its own script wanted so. */
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
  /** While a response that somebody looks at arrives: its head, then the text that has come. */
  z.object({
    type: z.literal('response.started'),
    status: z.number().int(),
    statusText: z.string(),
    contentType: z.string(),
  }),
  z.object({ type: z.literal('response.chunk'), text: z.string(), bytes: z.number().int() }),
  /** A request that the script itself has sent: pm.sendRequest. */
  z.object({
    type: z.literal('script.request'),
    method: z.string(),
    url: z.string(),
    status: z.number().int().optional(),
    failure: z.string().optional(),
    durationMs: z.number(),
    /** Number under which `runs.exchange` has its headers and bodies. */
    exchange: z.number().int().nonnegative().optional(),
    ...position,
  }),
  /** A script waits for a notification (pm.webhooks); sent again when there is more to say about the same wait. */
  z.object({
    type: z.literal('webhook.waiting'),
    /** Identifies one wait: all events of this wait have it. */
    waitId: z.string(),
    /** The filter, as text. */
    wants: z.string(),
    /** How long it waits altogether, and from the time of this event on. */
    totalMs: z.number(),
    leftMs: z.number(),
    /** Notifications that it has seen and that did not match. */
    arrived: z.number().int().nonnegative(),
    /** The nearest of them, and how it differs. */
    nearest: z.string().optional(),
    ...position,
  }),
  z.object({ type: z.literal('webhook.waited'), waitId: z.string() }),
  /** HTML that pm.visualizer made; to be shown in a frame without rights. */
  z.object({ type: z.literal('visualization'), html: z.string() }),
  /** console.clear: the lines before it are not to be shown any more. */
  z.object({ type: z.literal('console.cleared') }),
  z.object({
    type: z.literal('test'),
    name: z.string(),
    state: z.enum(['passed', 'failed', 'skipped']),
    error: scriptError.optional(),
  }),
  z.object({ type: z.literal('script.error'), error: scriptError, script: scriptPlace.optional() }),
  /**
   * In a run over many machines: a worker has begun a part, has finished it, or another worker does it again. Parts count
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
  /** No attempt has done it, and none is going to. */
  z.object({ type: z.literal('part.failed'), part: z.number().int(), parts: z.number().int(), reason: z.string() }),
  z.object({
    type: z.literal('run.finished'),
    outcome: z.enum(['passed', 'failed', 'error', 'timeout', 'stopped']),
    durationMs: z.number(),
  }),
]);

/**
 * Every event says which run it belongs to, its place in it (`seq`, from 0, without gaps) and when (ISO 8601). In a run of
 * a collection, `request` is the number of the request that it belongs to, from 0 in the order in which they start:
 * requests that scripts run take place inside of others, so the order of events alone does not tell.
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
