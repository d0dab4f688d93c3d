/** Values as the console shows them; bounded in depth, width and length, and never running a getter. */
import { descriptorOf, isArray, keysOf, prototypeOf, toJson, toText } from './primordials.ts';

const MAX_DEPTH = 6;
const MAX_ITEMS = 100;
const MAX_TEXT = 200_000;

export function inspect(value: unknown): string {
  const shown = typeof value === 'string' ? value : show(value, 0, []);
  return shown.length > MAX_TEXT ? `${shown.slice(0, MAX_TEXT)}… (${shown.length - MAX_TEXT} more characters)` : shown;
}

function show(value: unknown, depth: number, above: readonly unknown[]): string {
  try {
    if (typeof value === 'string') return toJson(value.length > MAX_TEXT ? value.slice(0, MAX_TEXT) : value);
    if (typeof value === 'bigint') return `${value}n`;
    if (typeof value === 'function') return `[Function ${nameOf(value) || 'anonymous'}]`;
    if (typeof value === 'symbol' || typeof value !== 'object' || value === null) return toText(value);
    if (above.includes(value)) return '[Circular]';
    return showObject(value, depth, [...above, value]);
  } catch {
    return '[a value that cannot be shown]';
  }
}

function showObject(value: object, depth: number, above: readonly unknown[]): string {
  if (value instanceof Error) return toText(value.stack ?? value);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString();
  if (value instanceof RegExp) return toText(value);
  const name = className(value);
  if (depth >= MAX_DEPTH) return isArray(value) ? '[Array]' : `[${name || 'Object'}]`;
  const inner = (item: unknown) => show(item, depth + 1, above);
  if (isArray(value)) return wrap('', '[', ']', bounded(value, value.length, inner));
  if (value instanceof Map) {
    const pair = ([key, item]: [unknown, unknown]) => `${inner(key)} => ${inner(item)}`;
    return wrap(`Map(${value.size})`, '{', '}', bounded(value.entries(), value.size, pair));
  }
  if (value instanceof Set) return wrap(`Set(${value.size})`, '{', '}', bounded(value.values(), value.size, inner));
  const keys = keysOf(value);
  const entry = (key: string) => {
    const own = descriptorOf(value, key);
    return `${/^[\w$]+$/.test(key) ? key : toJson(key)}: ${own && !('value' in own) ? '[Getter]' : inner(own?.value)}`;
  };
  return wrap(name === 'Object' ? '' : name, '{', '}', bounded(keys, keys.length, entry));
}

function bounded<T>(items: Iterable<T>, size: number, each: (item: T) => string): string[] {
  const shown: string[] = [];
  for (const item of items) {
    if (shown.length === MAX_ITEMS) {
      shown.push(`… ${size - MAX_ITEMS} more`);
      break;
    }
    shown.push(each(item));
  }
  return shown;
}

function wrap(name: string, open: string, close: string, items: string[]): string {
  const before = name ? `${name} ` : '';
  if (items.length === 0) return `${before}${open}${close}`;
  const line = `${before}${open} ${items.join(', ')} ${close}`;
  if (line.length <= 100 && !line.includes('\n')) return line;
  return `${before}${open}\n${items.map((item) => `  ${item.replaceAll('\n', '\n  ')}`).join(',\n')}\n${close}`;
}

const nameOf = (value: object) => toText(descriptorOf(value, 'name')?.value ?? '');

function className(value: object): string {
  const prototype = prototypeOf(value) as object | null;
  const maker: unknown = prototype ? descriptorOf(prototype, 'constructor')?.value : undefined;
  return typeof maker === 'function' ? nameOf(maker) : '';
}
