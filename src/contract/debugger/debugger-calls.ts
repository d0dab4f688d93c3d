/**
 * Calls of the debugger. To debug a run, `debugger.prepare` is called with its id before it is started (`runs.start`,
 * `collection.send`, `runner.start`): each of its scripts then runs in a process of its own that can be stopped,
 * without a time limit. Such a process is a `thread`, numbered from 1 within the run; a run has several threads if
 * scripts run other requests.
 *
 * A debugged process has weaker walls, so the person decides once for each workspace whether its scripts may be
 * debugged. Until then `debugger.prepare` fails with the code `DebuggingNotAllowed`, and its message says what is
 * weaker. The interface shows it, calls `debugger.consent` with `{ allowed: true }` when the person agrees, and
 * prepares the run again.
 *
 * Scripts have the same names as in stacks and events of the run: the `scriptName` of `runs.start`,
 * `<id>/before-request.js` and `<id>/after-response.js` for scripts of requests, the path in the workspace for modules.
 * Stacks name a script by the request that runs it, even if a folder or the collection contains it: the edited place
 * identifies the text. Lines and columns count from 1.
 */
import * as z from 'zod';
import { breakpoint, editedScript, exceptionStops, MAX_BREAKPOINTS } from './breakpoint.ts';

export type { Breakpoint, EditedScript, ExceptionStops } from './breakpoint.ts';

/** The number of listed properties of one object. */
export const MAX_PROPERTIES = 1000;
/** Characters of one value that are shown. */
export const MAX_VALUE_TEXT = 10_000;

const expression = z.string().max(10_000);
const runId = z.string().min(1).max(64);
const thread = z.number().int().positive();

/** The actual location of a breakpoint; the line is null until its script is loaded, or where no code follows. */
const breakpointState = z.object({
  id: z.string(),
  line: z.number().int().positive().nullable(),
  /** Why its condition or its log text is invalid; otherwise null. */
  problem: z.string().nullable(),
});
export type BreakpointState = z.output<typeof breakpointState>;

const debugValue = z.object({
  /** For example `string`, `number`, `object`, `array`, `error`, `function`, `undefined`. */
  type: z.string(),
  /** The text as in a console, without the object's properties. */
  text: z.string(),
  /** The handle for `debugger.properties`, valid until the thread continues; null where there are no properties. */
  handle: z.number().int().nullable(),
});
export type DebugValue = z.output<typeof debugValue>;

const debugPlace = z.object({
  /** The function, which is `(anonymous)` where it has no name; empty at the level of the script. */
  name: z.string(),
  /** Empty for code that the script has created from text. */
  script: z.string(),
  line: z.number().int().positive(),
  column: z.number().int().positive(),
  /** The line in the edited text; null for modules and for script files. */
  edited: editedScript.extend({ line: z.number().int().positive() }).nullable(),
});
export type DebugPlace = z.output<typeof debugPlace>;

const debugFrame = debugPlace.extend({
  /** The innermost first. */
  scopes: z.array(z.object({ type: z.string(), name: z.string(), handle: z.number().int() })),
});
export type DebugFrame = z.output<typeof debugFrame>;

const debugStop = z.object({
  runId,
  thread,
  reason: z.enum(['breakpoint', 'step', 'pause', 'exception', 'statement']),
  /** Breakpoints that were hit. */
  breakpoints: z.array(z.string()),
  /** The thrown value, if that is the reason. */
  exception: debugValue.nullable(),
  /** The innermost first; frames of the sandbox are omitted. */
  frames: z.array(debugFrame),
  /** The number of outer frames that are not listed, for example of a deep recursion. */
  moreFrames: z.number().int().nonnegative(),
  /** The stack at the start of the awaited work. */
  asyncFrames: z.array(debugPlace),
});
export type DebugStop = z.output<typeof debugStop>;

const debugProperties = z.object({
  properties: z.array(
    z.object({
      name: z.string(),
      /** Null where there is no value yet, and for accessors, whose getters are not called. */
      value: debugValue.nullable(),
    }),
  ),
  /** The number of properties that are not listed. */
  more: z.number().int(),
});
export type DebugProperties = z.output<typeof debugProperties>;

const debugResume = z.enum(['continue', 'step-over', 'step-into', 'step-out']);
export type DebugResume = z.output<typeof debugResume>;

const inThread = z.strictObject({ runId, thread });
const settings = z.strictObject({
  runId,
  breakpoints: z.array(breakpoint).max(MAX_BREAKPOINTS),
  exceptions: exceptionStops.default('none'),
});
const consentState = z.object({ allowed: z.boolean() });
const noParams = z.object({});

export const debuggerCalls = {
  /** Whether scripts of this workspace may be debugged. */
  'debugger.consentState': { params: noParams, result: consentState },
  /** Stores the person's decision for this workspace on this computer, outside of the workspace. */
  'debugger.consent': { params: consentState.strict(), result: noParams },
  /**
   * Prepares the run with this id, which is started next, for debugging. The preparation ends with the run. Fails with
   * `DebuggingNotAllowed` until the person has allowed it for this workspace.
   */
  'debugger.prepare': { params: settings, result: noParams },
  /** Changes breakpoints while the run is under way. */
  'debugger.change': { params: settings, result: noParams },
  /** Continues a stopped thread. */
  'debugger.resume': { params: inThread.extend({ how: debugResume }), result: noParams },
  /** Stops every thread of the run at its present place. */
  'debugger.pause': { params: z.strictObject({ runId }), result: noParams },
  'debugger.properties': {
    params: inThread.extend({ handle: z.number().int() }),
    result: debugProperties,
  },
  /**
   * Evaluates an expression in a frame of a stopped thread, for at most five seconds. An error is a result, too; with
   * `readOnly`, a side effect is an error.
   */
  'debugger.evaluate': {
    params: inThread.extend({
      frame: z.number().int().nonnegative(),
      expression,
      readOnly: z.boolean().default(false),
    }),
    result: z.object({ value: debugValue, threw: z.boolean() }),
  },
} as const;

export const debuggerEvents = {
  'debugger.stopped': debugStop,
  /** The thread continues, or has ended: its handles are invalid. */
  'debugger.resumed': z.object({ runId, thread }),
  'debugger.breakpoints': z.object({ runId, breakpoints: z.array(breakpointState) }),
} as const;
