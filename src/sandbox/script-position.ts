/**
 * Places in the user's script, read from V8's stack text. `new AsyncFunction(source)` puts two lines before the
 * source, so every line of the script is reported two too high.
 */
import { PlainError, toText } from './primordials.ts';

const LINES_BEFORE = 2;
let scriptName = '';
/** Finds the frames of the script in a stack; created when the first one is looked for. */
let pattern: RegExp | undefined;

/** Says which name in a stack is the script's. */
export function setScriptName(name: string): void {
  scriptName = name;
  pattern = undefined;
}
function frameOfScript(): RegExp {
  if (pattern) return pattern;
  const literal = scriptName.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return (pattern = new RegExp(`(^|[\\s(])(${literal}):(\\d+):(\\d+)(?=\\)?$)`, 'gm'));
}

/** Frames of the sandbox itself, which say nothing to the user. */
const ownFrame = /^\s+at .*(outrigger:\w+|file:\/\/|node:).*\n?/gm;

/** The stack with the script's lines as the user counts them, and without the sandbox below. */
export function correctStack(stack: string): string {
  return stack
    .replace(ownFrame, '')
    .trimEnd()
    .replace(frameOfScript(), (_all, before: string, name: string, line: string, column: string) => {
      return `${before}${name}:${Math.max(1, +line - LINES_BEFORE)}:${column}`;
    });
}

/** First place of the script in a stack as V8 wrote it, counted as the user counts. */
export function positionIn(stack: string): { line?: number; column?: number } {
  const frame = frameOfScript();
  frame.lastIndex = 0;
  const match = frame.exec(stack);
  return match ? { line: Math.max(1, Number(match[3]) - LINES_BEFORE), column: Number(match[4]) } : {};
}

/** Frames of the sandbox above the script's own, at most; each frame costs a microsecond. */
const OWN_FRAMES = 8;

/** Where a call into `pm` or `console` stands; empty when a script has made stacks unreadable. */
export function callerLine(): number | undefined {
  const before = PlainError.stackTraceLimit;
  try {
    PlainError.stackTraceLimit = Math.min(OWN_FRAMES, before);
    return positionIn(toText(new PlainError().stack)).line;
  } catch {
    return undefined;
  } finally {
    PlainError.stackTraceLimit = before;
  }
}

/** The stack of the place that called into `pm`; empty when a script has made stacks unreadable. */
export function callerStack(): string {
  try {
    return toText(new PlainError().stack);
  } catch {
    return '';
  }
}
