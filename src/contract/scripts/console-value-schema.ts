/**
 * The schema of a logged value. Separate from the schemas of events, because the host validates frames of scripts
 * without those.
 */
import * as z from 'zod';
import type { ConsoleValue } from './console-value.ts';

const valueTypes: ReadonlySet<unknown> = new Set<ConsoleValue['type']>([
  ...(['text', 'string', 'number', 'keyword', 'symbol', 'function', 'date', 'regexp'] as const),
  ...(['getter', 'note', 'object', 'list'] as const),
]);

/** Validated by hand, because a script may log ten thousand objects and nested schemas take ten times as long. */
function isConsoleValue(value: unknown, depth = 0): value is ConsoleValue {
  if (typeof value !== 'object' || value === null || depth > 40) return false;
  const { type, text, entries, more, ...others } = value as Record<string, unknown>;
  if (!valueTypes.has(type) || typeof text !== 'string' || Object.keys(others).length > 0) return false;
  if (more !== undefined && !Number.isSafeInteger(more)) return false;
  if (entries === undefined) return true;
  return Array.isArray(entries) && entries.every((entry) => isEntry(entry, depth + 1));
}
function isEntry(entry: unknown, depth: number): boolean {
  if (typeof entry !== 'object' || entry === null) return false;
  const { key, value, ...others } = entry as Record<string, unknown>;
  const keyed = key === undefined || typeof key === 'string' || isConsoleValue(key, depth);
  return keyed && isConsoleValue(value, depth) && Object.keys(others).length === 0;
}
export const consoleValue = z.custom<ConsoleValue>((value) => isConsoleValue(value), 'is not a logged value');
