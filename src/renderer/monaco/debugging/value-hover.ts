/** Finds the expression under the pointer, to show its value in a stopped script. */
import type { ScriptRef } from '../../collection/script-ref.ts';

/** The scripts of the editor models. */
export const scriptOfModel = new WeakMap<object, ScriptRef>();

export interface HoveredExpression {
  text: string;
  /** Columns in the line, from 1; the end is behind the last character. */
  startColumn: number;
  endColumn: number;
}

/** In characters: longer lines have no hover. */
const MAX_LINE = 10_000;
const member = /[\p{L}_$][\p{L}\p{N}_$]*(?:\??\.[\p{L}_$][\p{L}\p{N}_$]*)*/gu;
const name = /[\p{L}_$][\p{L}\p{N}_$]*/gu;

/**
 * A name with the names before it in a chain of members: `response.body` where the pointer is on `body` of
 * `response.body.id`. Calls are excluded, because evaluating one has side effects.
 */
export function expressionAt(line: string, column: number): HoveredExpression | undefined {
  if (line.length > MAX_LINE) return undefined;
  const index = column - 1;
  for (const chain of line.matchAll(member)) {
    const start = chain.index;
    if (index < start || index > start + chain[0].length) continue;
    // A member of another kind of expression, such as the result of a call.
    if (line[start - 1] === '.') return undefined;
    for (const part of chain[0].matchAll(name)) {
      const end = start + part.index + part[0].length;
      if (index <= end) return { text: line.slice(start, end), startColumn: start + 1, endColumn: end + 1 };
    }
  }
  return undefined;
}
