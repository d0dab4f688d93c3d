/**
 * Places in the user's script, read from V8's stacks. `new AsyncFunction(source)` adds two lines before the source, so
 * two is subtracted from every line.
 */
import { captureStackTrace, max, min, PlainError, PlainNumber, toText, withoutPrototype } from './primordials.ts';

const LINES_BEFORE = 2;
let scriptName = '';
/** Matches the frames of the script in a stack; created when first needed. */
let pattern: RegExp | undefined;

/** Sets the name that the script has in stacks. */
export function setScriptName(name: string): void {
  scriptName = name;
  pattern = undefined;
}
function frameOfScript(): RegExp {
  if (pattern) return pattern;
  const literal = scriptName.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return (pattern = new RegExp(`(^|[\\s(])(${literal}):(\\d+):(\\d+)(?=\\)?$)`, 'gm'));
}

/** Frames of the sandbox itself, which are removed. */
const ownFrame = /^\s+at .*(outrigger:\w+|file:\/\/|node:).*\n?/gm;

/** The stack with the user's line numbers, and without frames of the sandbox. */
export function correctStack(stack: string): string {
  return stack
    .replace(ownFrame, '')
    .trimEnd()
    .replace(frameOfScript(), (_all, before: string, name: string, line: string, column: string) => {
      return `${before}${name}:${max(1, +line - LINES_BEFORE)}:${column}`;
    });
}

/**
 * The first place of the script in a stack of V8, in the user's line numbers; nothing where a script has replaced what
 * reads stacks.
 */
export function positionIn(stack: string): { line?: number; column?: number } {
  try {
    const frame = frameOfScript();
    frame.lastIndex = 0;
    const match = frame.exec(stack);
    return match ? { line: max(1, PlainNumber(match[3]) - LINES_BEFORE), column: PlainNumber(match[4]) } : {};
  } catch {
    return {};
  }
}

type AnyFunction = (...values: never[]) => unknown;
/** The largest number of frames among which the script is looked for; each frame takes a microsecond. */
const MAX_FRAMES = 8;

/**
 * The line of the call into the console; undefined when a script has made stacks unreadable. V8 goes through the frames
 * from here to the method, so that it is called by the method itself.
 * @param method the function of the console that the script has called
 */
export function callerLine(method: AnyFunction): number | undefined {
  const before = PlainError.stackTraceLimit;
  try {
    // Usually the script has called the method. Otherwise built-ins are in between.
    const trace = withoutPrototype<{ stack?: string }>({ __proto__: null });
    PlainError.stackTraceLimit = min(1, before);
    captureStackTrace(trace, method);
    const { line } = positionIn(toText(trace.stack));
    if (line !== undefined) return line;
    PlainError.stackTraceLimit = min(MAX_FRAMES, before);
    captureStackTrace(trace, method);
    return positionIn(toText(trace.stack)).line;
  } catch {
    return undefined;
  } finally {
    PlainError.stackTraceLimit = before;
  }
}

/** The stack of the call into `pm`; empty when a script has made stacks unreadable. */
export function callerStack(): string {
  try {
    return toText(new PlainError().stack);
  } catch {
    return '';
  }
}
