/** Validates the options of pm.webhooks; a number instead is the time in milliseconds. */
import type { Channel, Fields } from '../channel.ts';
import { isArray, keysOf, PlainDate, toText } from '../primordials.ts';
import { positionIn } from '../script-position.ts';
import { invalidCall } from './webhook-error.ts';

/** The start of the considered time: the start of the request or of the run, or a time in milliseconds. */
export type Since = 'request' | 'run' | number;
export interface Start {
  since?: Since;
  /** Only notifications with a larger id. */
  after: number;
}
export interface WaitOptions {
  ms: number;
  start: Start;
  /** Whether a notification that was returned to this script before may be returned again. */
  again: boolean;
}

interface WaitCall {
  /** The name of the function. */
  call: string;
  /** The option with the time: `timeout` or `within`. */
  time: string;
  defaultMs: number;
  stack: string;
}

/** @throws WebhookError (InvalidCall) */
export function readWaitOptions(
  script: { channel: Channel },
  options: unknown,
  { call, time, defaultMs, stack }: WaitCall,
): WaitOptions {
  const fields = (typeof options === 'object' && options !== null ? options : { [time]: options }) as Fields;
  warnOfUnknown(script, fields, call, [time, 'since', 'again'], stack);
  return {
    ms: readNumber(fields, time, 'a number of milliseconds', stack) ?? defaultMs,
    start: readStart(fields['since'], stack),
    again: fields['again'] === true,
  };
}

export function readListOptions(
  script: { channel: Channel },
  options: unknown,
  stack: string,
): { start: Start; limit: number } {
  const fields = (typeof options === 'object' && options !== null ? options : {}) as Fields;
  warnOfUnknown(script, fields, 'list', ['limit', 'since'], stack);
  return {
    start: readStart(fields['since'], stack),
    limit: readNumber(fields, 'limit', 'how many notifications to return at most', stack) ?? Infinity,
  };
}

/** A mistyped option would have no effect: a wait would last its default time without a word. */
function warnOfUnknown(
  { channel }: { channel: Channel },
  options: Fields,
  call: string,
  names: readonly string[],
  stack: string,
): void {
  const unknown = keysOf(options).find((name) => !names.includes(name));
  if (unknown === undefined) return;
  const { line } = positionIn(stack);
  const text = `pm.webhooks.${call} has no option "${unknown.slice(0, MAX_NAME)}". It has ${names.join(', ')}.`;
  channel.warn(text, line);
}

const MAX_NAME = 80;
const optionNames = ['timeout', 'within', 'since', 'again', 'limit'];

/**
 * Options in the place of the filter would be awaited as fields of a body, until the timeout.
 * @param call the name of the function
 * @throws WebhookError (InvalidCall) where the only argument has the names of options, and no others
 */
export function checkOptionsAreSecond(call: string, filter: unknown, options: unknown, stack: string): void {
  if (options !== undefined || typeof filter !== 'object' || filter === null || isArray(filter)) return;
  const names = keysOf(filter);
  if (names.length === 0 || !names.every((name) => optionNames.includes(name))) return;
  const text = `{ ${names.join(', ')} }`;
  throw invalidCall(
    `Options are the second argument of pm.webhooks.${call}, after the filter: ${call}(undefined, ${text}) for any notification. For one with such a field, give options too: ${call}(${text}, {}).`,
    stack,
  );
}

/** @returns undefined where the option is absent. @throws WebhookError (InvalidCall) where it is not such a number */
function readNumber(fields: Fields, name: string, meaning: string, stack: string): number | undefined {
  const value = fields[name];
  if (value === undefined) return undefined;
  const number = Number(value);
  if (Number.isFinite(number) && number >= 0) return number;
  throw invalidCall(`The option "${name}" is ${meaning}.`, stack);
}

function readStart(value: unknown, stack: string): Start {
  if (value === undefined || value === 'request') return { since: 'request', after: 0 };
  if (value === 'run') return { since: 'run', after: 0 };
  const { id } = Object(value) as { id?: unknown };
  if (typeof id === 'number' && Number.isSafeInteger(id)) return { after: Math.max(0, id) };
  if (typeof value === 'string' || value instanceof PlainDate) {
    const time = typeof value === 'string' ? PlainDate.parse(value) : value.getTime();
    if (Number.isFinite(time)) return { since: time, after: 0 };
  }
  throw invalidCall(
    `The option "since" is a Date, a time as ISO 8601 text, a notification, "run" or "request", and not ${toText(value).slice(0, 80)}.`,
    stack,
  );
}
