/** Filters of pm.webhooks: a part of a body, a kind or a code, or a function of the script. */
import type { ArrivedNotification } from '../../contract/webhooks/notification.ts';
import { apply, hasOwn, isArray, keysOf, toJson, toText } from '../primordials.ts';
import { invalidCall } from './webhook-error.ts';

export interface Notification extends Omit<ArrivedNotification, 'base64'> {
  /** The parsed JSON, or the text for another body. */
  body: unknown;
}
export type FilterFunction = (body: unknown, notification: Notification) => unknown;
/** Without a filter, every notification matches. */
export type Filter = string | Record<string, unknown> | FilterFunction | undefined;

/** One value of a notification that differs from the filter. */
export interface Mismatch {
  path: string;
  expected: string;
  actual: string;
}

const MAX_DEPTH = 50;
const MAX_VALUE = 80;
const MAX_REASONS = 3;
const test = RegExp.prototype.test;

/** @throws WebhookError (InvalidCall) for an invalid filter */
export function checkFilter(value: unknown, stack: string): Filter {
  const type = typeof value;
  if (value === undefined || type === 'string' || type === 'function') return value as Filter;
  if (type === 'object' && value !== null && !isArray(value)) return value as Filter;
  throw invalidCall(
    'A filter is part of a notification, such as { typeWebhook: "incomingCall" }, a kind, or a function of the body.',
    stack,
  );
}

/** The differences between a notification and a filter that is not a function; empty where it matches. */
export function mismatches(filter: Exclude<Filter, FilterFunction>, notification: Notification): Mismatch[] {
  const { body, kind, code } = notification;
  if (filter === undefined) return [];
  if (typeof filter === 'string') {
    const type = (body as { typeWebhook?: unknown } | null)?.typeWebhook;
    if (filter === kind || filter === code || filter === type) return [];
    return [{ path: 'kind', expected: filter, actual: toText(kind ?? type ?? 'unknown') }];
  }
  const differences: Mismatch[] = [];
  compare(filter, body, '', differences, 0);
  return differences;
}

/** The differences as a sentence: `status is "sent", wanted "read"; …`. */
export function describeMismatches(differences: readonly Mismatch[]): string {
  return differences
    .slice(0, MAX_REASONS)
    .map(({ path, expected, actual }) => `${path} is ${actual}, wanted ${expected}`)
    .join('; ');
}

export function describeFilter(filter: Filter): string {
  if (filter === undefined) return 'any notification';
  if (typeof filter !== 'function') return short(filter);
  return filter.name ? `the function ${filter.name.slice(0, MAX_VALUE)}` : 'the function';
}

function compare(expected: unknown, actual: unknown, path: string, differences: Mismatch[], depth: number): void {
  const differs = () => differences.push({ path: path || 'body', expected: short(expected), actual: short(actual) });
  if (expected instanceof RegExp) {
    if (typeof actual !== 'string' || !matchesText(expected, actual)) differs();
    return;
  }
  if (typeof expected !== 'object' || expected === null || depth > MAX_DEPTH) {
    if (expected !== actual) differs();
    return;
  }
  if (typeof actual !== 'object' || actual === null || isArray(expected) !== isArray(actual)) return void differs();
  for (const key of keysOf(expected)) {
    const value = hasOwn(actual, key) ? (actual as Record<string, unknown>)[key] : undefined;
    compare((expected as Record<string, unknown>)[key], value, path ? `${path}.${key}` : key, differences, depth + 1);
  }
}

/** A pattern with the flag g or y continues at its last match; here each text is searched from its start. */
function matchesText(pattern: RegExp, text: string): boolean {
  const { lastIndex } = pattern;
  pattern.lastIndex = 0;
  try {
    return apply<RegExp, [string], boolean>(test, pattern, [text]);
  } finally {
    pattern.lastIndex = lastIndex;
  }
}

/** Patterns within an object are shown as written, not as `{}`. */
function short(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value instanceof RegExp) return toText(value).slice(0, MAX_VALUE);
  // For a function or a symbol the result is undefined, unlike its type.
  const json: unknown = toJson(value, (_key, item: unknown) => (item instanceof RegExp ? toText(item) : item));
  return toText(json ?? value).slice(0, MAX_VALUE);
}
