/** Converts values to data for the console; bounded in depth, width, length and number, without calling getters. */
import type { ConsoleValue } from '../../contract/scripts/console-value.ts';
import {
  hasOwn,
  apply,
  defineProperty,
  descriptorOf,
  isArray,
  keysOf,
  max,
  min,
  ownKeys,
  prototypeOf,
  toText,
} from '../primordials.ts';
import { correctStack } from '../script-position.ts';

const everyObject = Object.prototype;
const MAX_DEPTH = 8;
const MAX_ITEMS = 100;
const MAX_VALUES = 5_000;
const MAX_TEXT = 200_000;
/** Limit for all strings inside of one logged value, in characters. */
const MAX_TEXT_INSIDE = 1_000_000;

export const isPlain = (value: unknown): boolean =>
  value === null || (typeof value !== 'object' && typeof value !== 'function' && typeof value !== 'symbol');

export const clip = (text: string, maxLength = MAX_TEXT): string =>
  text.length > maxLength ? `${text.slice(0, maxLength)}… (${text.length - maxLength} more characters)` : text;

/** The console's text of a value that need not be expandable. */
export function plainText(value: unknown, maxLength = MAX_TEXT): string {
  return typeof value === 'bigint' ? `${value}n` : clip(Object.is(value, -0) ? '-0' : toText(value), maxLength);
}

export function inspect(value: unknown): ConsoleValue {
  const budget = { values: MAX_VALUES, text: MAX_TEXT_INSIDE };
  return typeof value === 'string' ? { type: 'text', text: clip(value) } : show(value, budget, undefined);
}

/** An object that is being shown, and those that contain it. */
interface Shown {
  value: object;
  /** 1 for the logged value itself. */
  depth: number;
  outer: Shown | undefined;
}
function contains(shown: Shown | undefined, value: unknown): boolean {
  for (let part = shown; part; part = part.outer) if (part.value === value) return true;
  return false;
}

interface Budget {
  values: number;
  text: number;
}
function clipInside(text: string, budget: Budget): string {
  const clipped = clip(text, max(0, min(MAX_TEXT, budget.text)));
  budget.text -= clipped.length;
  return clipped;
}
const note = (text: string): ConsoleValue => ({ type: 'note', text });

function show(value: unknown, budget: Budget, above: Shown | undefined): ConsoleValue {
  budget.values -= 1;
  try {
    switch (typeof value) {
      case 'string':
        return { type: 'string', text: clipInside(value, budget) };
      case 'number':
      case 'bigint':
        return { type: 'number', text: plainText(value) };
      case 'boolean':
        return { type: 'keyword', text: toText(value) };
      case 'symbol':
        return { type: 'symbol', text: toText(value) };
      case 'function':
        return { type: 'function', text: functionText(value) };
      default:
        if (value === null || value === undefined) return { type: 'keyword', text: toText(value) };
        if (contains(above, value)) return note('[Circular]');
        return showObject(value, budget, { value, depth: (above?.depth ?? 0) + 1, outer: above });
    }
  } catch {
    return note('[a value that cannot be shown]');
  }
}

function showObject(value: object, budget: Budget, shown: Shown): ConsoleValue {
  const inner = (item: unknown) => show(item, budget, shown);
  const isLeftOut = shown.depth > MAX_DEPTH || budget.values <= 0;
  // Most logged values: what comes before the fields concerns other classes only.
  if (!isLeftOut && prototypeOf(value) === everyObject && !isArray(value)) return showFields(value, '', inner, budget);
  if (value instanceof Date) {
    return { type: 'date', text: Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString() };
  }
  if (value instanceof String || value instanceof Number || value instanceof Boolean) {
    return value instanceof String ? textOf(value.valueOf(), budget, shown) : show(value.valueOf(), budget, shown);
  }
  if (value instanceof RegExp) return { type: 'regexp', text: toText(value) };
  const name = className(value);
  if (isLeftOut) return note(isArray(value) ? '[Array]' : `[${name || 'Object'}]`);
  if (value instanceof Error) return showError(value, inner, budget);
  const values = (type: 'object' | 'list', title: string, items: Iterable<unknown>, size: number) =>
    container(budget, { type, title, items, size, show: (item) => ({ value: inner(item) }) });
  const list = (title: string, items: Iterable<unknown>, size: number) => values('list', title, items, size);
  if (isArray(value)) return list(name === 'Array' ? '' : `${name}(${value.length})`, value, value.length);
  if (ArrayBuffer.isView(value) && !(value instanceof DataView)) {
    const bytes = value as unknown as Iterable<unknown> & { length: number };
    return list(`${name}(${bytes.length})`, bytes, bytes.length);
  }
  if (value instanceof ArrayBuffer) return note(`[ArrayBuffer { byteLength: ${value.byteLength} }]`);
  if (value instanceof Map) return showMap(value, inner, budget);
  if (value instanceof Set) return values('object', `Set(${value.size})`, value.values(), value.size);
  if (value instanceof Promise) return note('Promise');
  if (value instanceof WeakMap || value instanceof WeakSet) return note(`[${name}]`);
  const text = name === 'Object' ? undefined : ownText(value);
  if (text !== undefined) return textOf(text, budget, shown);
  const plainValue = packageFields(value) ?? value;
  if (isArray(plainValue)) return list('', plainValue, plainValue.length);
  const title =
    plainValue !== value || name === 'Object' ? '' : name || (prototypeOf(value) === null ? '[no prototype]' : '');
  return showFields(plainValue, title, inner, budget);
}

/** Without quotes where it is the whole logged value. */
const textOf = (text: string, budget: Budget, { depth }: Shown): ConsoleValue => ({
  type: depth > 1 ? 'string' : 'text',
  text: clipInside(text, budget),
});

type Inner = (item: unknown) => ConsoleValue;

function showMap(value: Map<unknown, unknown>, inner: Inner, budget: Budget): ConsoleValue {
  return container(budget, {
    type: 'object',
    title: `Map(${value.size})`,
    items: value.entries(),
    size: value.size,
    show: ([key, item]) => ({ key: inner(key), value: inner(item) }),
  });
}

function showFields(value: object, title: string, inner: Inner, budget: Budget): ConsoleValue {
  const keys = ownKeys(value);
  const entries: Entries = [];
  let size = 0;
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index] as string | symbol;
    const descriptor = descriptorOf(value, key);
    if (!descriptor?.enumerable) continue;
    size += 1;
    if (!hasRoom(entries, budget)) continue;
    const fieldValue: ConsoleValue =
      'value' in descriptor ? inner(descriptor.value) : { type: 'getter', text: '[Getter]' };
    entries.push({ key: clipInside(typeof key === 'symbol' ? `[${toText(key)}]` : key, budget), value: fieldValue });
  }
  return containerOf('object', title, entries, size);
}

/** The stack of an error that got its message later, such as those of tv4, does not have it. */
function stackWithMessage(error: Error): string {
  const [stack, message] = [toText(error.stack || ''), toText(error.message)];
  if (stack !== '' && stack.includes(message)) return stack;
  const frames = stack.indexOf('\n    at ');
  return `${error.name}: ${message}${frames < 0 ? '' : stack.slice(frames)}`;
}

/** The stack, and further fields: the cause, the errors of an AggregateError, and others. */
function showError(error: Error, inner: Inner, budget: Budget): ConsoleValue {
  const text = clipInside(correctStack(stackWithMessage(error)), budget);
  const extras = ['cause', 'errors', ...Object.keys(error)];
  const entries = [...new Set(extras)]
    .filter((key) => key !== 'stack' && key !== 'message')
    .map((key) => ({ key, descriptor: descriptorOf(error, key) }))
    .filter(({ descriptor }) => descriptor !== undefined && 'value' in descriptor)
    .slice(0, MAX_ITEMS)
    .map(({ key, descriptor }) => ({ key, value: inner(descriptor?.value) }));
  return entries.length > 0 ? { type: 'object', text, entries } : note(text);
}

interface Container<T> {
  type: 'object' | 'list';
  title: string;
  items: Iterable<T>;
  size: number;
  show: (item: T) => { key?: ConsoleValue | string; value: ConsoleValue };
}

/** As many of the items as the budget allows. */
function container<T>(budget: Budget, { type, title, items, size, show }: Container<T>): ConsoleValue {
  const entries: Entries = [];
  for (const item of items) {
    if (!hasRoom(entries, budget)) break;
    entries.push(show(item));
  }
  return containerOf(type, title, entries, size);
}

type Entries = NonNullable<ConsoleValue['entries']>;

const hasRoom = (entries: Entries, budget: Budget): boolean => entries.length < MAX_ITEMS && budget.values > 0;

/** @param size the number of items, also of those that are not among the entries */
function containerOf(type: 'object' | 'list', text: string, entries: Entries, size: number): ConsoleValue {
  const value: ConsoleValue = { type, text, entries };
  const more = size - entries.length;
  if (more > 0) value.more = more;
  return value;
}

/**
 * The JSON of an object of postman-collection, without the package's internal fields; undefined for all other objects.
 * One level only, because the JSON of a response contains a number for each byte of its body.
 */
function packageFields(value: object): object | undefined {
  const maker: unknown = descriptorOf((prototypeOf(value) ?? {}) as object, 'constructor')?.value;
  const kind = typeof maker === 'function' ? descriptorOf(maker, '_postman_propertyName') : undefined;
  if (!kind) return undefined;
  // The scopes of `pm`, unlike those of the package. Their class is not imported, because it would be evaluated for each
  // script that uses the console.
  if (kind.value === 'VariableScope' && !hasOwn(value, 'values')) return (value as { toJSON(): object }).toJSON();
  const members: unknown = descriptorOf(value, 'members')?.value;
  if (isArray(members)) return members as unknown[];
  const fields = {};
  for (const key of keysOf(value)) {
    const descriptor = descriptorOf(value, key);
    if (!descriptor || key.startsWith('_') || ('value' in descriptor && descriptor.value === undefined)) continue;
    const isList =
      typeof descriptor.value === 'object' &&
      descriptor.value !== null &&
      isArray(descriptorOf(descriptor.value as object, 'members')?.value);
    defineProperty(fields, isList ? key.replace(/s$/, '') : key, descriptor);
  }
  return fields;
}

/** The text that the class of an object gives as its JSON, as those of Moment and URL do; undefined for all other objects. */
function ownText(value: object): string | undefined {
  const toJson: unknown = descriptorOf((prototypeOf(value) ?? {}) as object, 'toJSON')?.value;
  if (typeof toJson !== 'function') return undefined;
  try {
    const text: unknown = apply(toJson as () => unknown, value, []);
    return typeof text === 'string' ? text : undefined;
  } catch {
    return undefined;
  }
}

/** With its kind, such as `AsyncFunction`. The prototype of a class that extends another one is that class. */
function functionText(value: object): string {
  const kind = className(value);
  const [shownKind, name] = [kind.endsWith('Function') ? kind : 'Function', nameOf(value)];
  return name === '' ? `[${shownKind}]` : `[${shownKind}: ${name}]`;
}

const nameOf = (value: object) => toText(descriptorOf(value, 'name')?.value ?? '');

function className(value: object): string {
  const prototype = prototypeOf(value) as object | null;
  const maker: unknown = prototype ? descriptorOf(prototype, 'constructor')?.value : undefined;
  return typeof maker === 'function' ? nameOf(maker) : '';
}
