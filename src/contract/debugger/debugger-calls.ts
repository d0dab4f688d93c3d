/**
 * Breakpoints in scripts. A run is debugged when `debugger.prepare` was called with its id before it is started (`runs.start`,
 * `collection.send`, `runner.start`): each of its scripts then runs in a process of its own that can be stopped, without a
 * limit of time. Such a process is a `thread`, numbered from 1 within the run; scripts that run requests of others have several.
 *
 * The walls around a debugged process are weaker, so the person decides once for each workspace whether its scripts may be
 * debugged: until then `debugger.prepare` is refused with the code `DebuggingNotAllowed`. The message of that error says what is
 * weaker. A host shows it, calls `debugger.consent` with `{ allowed: true }` when the person agrees, and prepares the run again.
 *
 * Scripts are named as in stacks and events of the run: the `scriptName` of `runs.start`, `<id>/before-request.js` and
 * `<id>/after-response.js` for scripts of requests, the path in the workspace for modules. Stacks name a script by the request
 * that runs it, also one that a folder or the collection adds: the edited place says which text it is part of. Lines and
 * columns count from 1.
 */
import * as z from 'zod';
import { breakpoint, editedScript, exceptionStops, MAX_BREAKPOINTS } from './breakpoint.ts';

export type { Breakpoint, EditedScript, ExceptionStops } from './breakpoint.ts';

/** Properties of one object that are listed. */
export const MAX_PROPERTIES = 1000;
/** Characters of one value that are shown. */
export const MAX_VALUE_TEXT = 10_000;

const expression = z.string().max(10_000);
const runId = z.string().min(1).max(64);
const thread = z.number().int().positive();

/** Where a breakpoint really is; the line is null until its script was loaded, or where no code follows. */
export const breakpointState = z.object({
  id: z.string(),
  line: z.number().int().positive().nullable(),
  /** Why its condition or its text cannot be used; null where it can. */
  problem: z.string().nullable(),
});
export type BreakpointState = z.output<typeof breakpointState>;

export const debugValue = z.object({
  /** Such as `string`, `number`, `object`, `array`, `error`, `function`, `undefined`. */
  type: z.string(),
  /** As a console shows it, without what it contains. */
  text: z.string(),
  /** For `debugger.properties`, until the thread goes on; null where there is nothing to open. */
  handle: z.number().int().nullable(),
});
export type DebugValue = z.output<typeof debugValue>;

export const debugPlace = z.object({
  /** The function, which is `(anonymous)` where it has no name; empty at the level of the script. */
  name: z.string(),
  /** Empty for code that the script itself has made of text. */
  script: z.string(),
  line: z.number().int().positive(),
  column: z.number().int().positive(),
  /** The line of the text in which it is edited; null for modules and for scripts that are files. */
  edited: editedScript.extend({ line: z.number().int().positive() }).nullable(),
});
export type DebugPlace = z.output<typeof debugPlace>;

export const debugFrame = debugPlace.extend({
  /** The innermost first. */
  scopes: z.array(z.object({ type: z.string(), name: z.string(), handle: z.number().int() })),
});
export type DebugFrame = z.output<typeof debugFrame>;

export const debugStop = z.object({
  runId,
  thread,
  reason: z.enum(['breakpoint', 'step', 'pause', 'exception', 'statement']),
  /** Breakpoints that were hit. */
  breakpoints: z.array(z.string()),
  /** What was thrown, where that is the reason. */
  exception: debugValue.nullable(),
  /** The innermost first; frames of the sandbox are left out. */
  frames: z.array(debugFrame),
  /** Where the work that is awaited here was begun. */
  asyncFrames: z.array(debugPlace),
});
export type DebugStop = z.output<typeof debugStop>;

export const debugProperties = z.object({
  properties: z.array(
    z.object({
      name: z.string(),
      /** Null where there is none yet, and for a property that only a getter can give: it is not called. */
      value: debugValue.nullable(),
    }),
  ),
  /** How many are not listed. */
  more: z.number().int(),
});
export type DebugProperties = z.output<typeof debugProperties>;

export const debugResume = z.enum(['continue', 'step-over', 'step-into', 'step-out']);
export type DebugResume = z.output<typeof debugResume>;

const inThread = z.strictObject({ runId, thread });
const settings = z.strictObject({
  runId,
  breakpoints: z.array(breakpoint).max(MAX_BREAKPOINTS),
  exceptions: exceptionStops.default('none'),
});
const consentState = z.object({ allowed: z.boolean() });
const none = z.object({});

export const debuggerCalls = {
  /** Whether scripts of this workspace may be debugged. */
  'debugger.consentState': { params: none, result: consentState },
  /** Keeps the person's decision for this workspace on this computer, outside of the workspace. */
  'debugger.consent': { params: consentState.strict(), result: none },
  /**
   * The run of this id, which is started next, is debugged. Forgotten when the run ends.
   * Refused with `DebuggingNotAllowed` while the person has not allowed it for this workspace.
   */
  'debugger.prepare': { params: settings, result: none },
  /** Changes breakpoints while the run is under way. */
  'debugger.change': { params: settings, result: none },
  /** Goes on from where the thread is stopped. */
  'debugger.resume': { params: inThread.extend({ how: debugResume }), result: none },
  /** Stops every thread of the run where it is. */
  'debugger.pause': { params: z.strictObject({ runId }), result: none },
  'debugger.properties': {
    params: inThread.extend({ handle: z.number().int() }),
    result: debugProperties,
  },
  /**
   * Evaluates an expression in a frame of a stopped thread, for at most five seconds. An error is a result, too; with `readOnly`
   * also where the expression would change something.
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
  /** It runs again, or has ended: its handles are gone. */
  'debugger.resumed': z.object({ runId, thread }),
  'debugger.breakpoints': z.object({ runId, breakpoints: z.array(breakpointState) }),
} as const;
