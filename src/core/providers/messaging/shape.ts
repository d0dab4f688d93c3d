/**
 * Shapes of notifications, read off their examples, and how a notification differs from one. The documentation does
 * not say what is required, so a field that an example has is expected, but for those known to be left out.
 */
import { isRecord } from './body.ts';

export type Shape =
  | { type: 'object'; fields: ReadonlyMap<string, Shape>; optional?: ReadonlySet<string> }
  | { type: 'array'; item: Shape | undefined }
  | { type: 'string' | 'number' | 'boolean' | 'any' };

export interface Difference {
  /** JSON path from the root, such as `$.messageData.typeMessage`. */
  path: string;
  problem: 'missing' | 'not documented' | `is ${string}, documented as ${string}`;
}

export function shapeOf(example: unknown): Shape {
  if (Array.isArray(example))
    return { type: 'array', item: example.map(shapeOf).reduce<Shape | undefined>(merge, undefined) };
  if (isRecord(example)) {
    return { type: 'object', fields: new Map(Object.entries(example).map(([key, value]) => [key, shapeOf(value)])) };
  }
  if (typeof example === 'string' || typeof example === 'number' || typeof example === 'boolean') {
    return { type: typeof example } as Shape;
  }
  return { type: 'any' };
}

/** A shape that fits both: items of one list need not have the same fields. */
function merge(a: Shape | undefined, b: Shape): Shape {
  if (a?.type !== 'object' || b.type !== 'object') return a ?? b;
  const names = [...new Set([...a.fields.keys(), ...b.fields.keys()])];
  const fields = new Map(names.map((name) => [name, (a.fields.get(name) ?? b.fields.get(name)) as Shape]));
  const inOne = names.filter((name) => !a.fields.has(name) || !b.fields.has(name));
  return { type: 'object', fields, optional: new Set([...(a.optional ?? []), ...(b.optional ?? []), ...inOne]) };
}

/** Left out by some versions of the service, according to its own examples. */
const mayBeMissing = new Set([
  ...['$.senderData.chatName', '$.senderData.senderContactName', '$.senderData.senderName', '$.senderData'],
  ...['$.timestamp', '$.idMessage', '$.isVideo', '$.description', '$.sendByApi'],
]);
/** Keys that any message may carry beside what its own example shows. */
const mayBeAdded = new Set([
  'quotedMessage',
  'isForwarded',
  'forwardingScore',
  'jpegThumbnail',
  'typeInstance',
  'timestamp',
]);
/** Numbers in the examples, texts in the tables. */
const numberOrText = new Set(['listType', 'selectedIndex', 'used', 'total', 'duration', 'id', 'wid', 'price']);
const MAX_DIFFERENCES = 100;
const MAX_DEPTH = 64;
/** Characters of a name that the sender has chosen. */
const MAX_NAME = 200;

export function compare(value: unknown, shape: Shape): Difference[] {
  const found: Difference[] = [];
  visit(value, shape, '$', '', found, 0);
  return found;
}

function visit(value: unknown, shape: Shape, path: string, key: string, found: Difference[], depth: number): void {
  if (found.length >= MAX_DIFFERENCES || depth > MAX_DEPTH || shape.type === 'any') return;
  if (shape.type === 'object') {
    if (!isRecord(value)) return void found.push({ path, problem: `is ${typeName(value)}, documented as an object` });
    for (const [name, inner] of shape.fields) {
      const here = `${path}.${name}`;
      if (Object.hasOwn(value, name)) visit(value[name], inner, here, name, found, depth + 1);
      else if (!mayBeMissing.has(here) && !mayBeAdded.has(name) && !shape.optional?.has(name))
        found.push({ path: here, problem: 'missing' });
    }
    for (const name of Object.keys(value)) {
      if (found.length >= MAX_DIFFERENCES) return;
      if (!shape.fields.has(name) && !mayBeAdded.has(name))
        found.push({ path: `${path}.${name.slice(0, MAX_NAME)}`, problem: 'not documented' });
    }
    return;
  }
  if (shape.type === 'array') {
    if (!Array.isArray(value))
      return void found.push({ path, problem: `is ${typeName(value)}, documented as an array` });
    const { item } = shape;
    if (!item) return;
    for (const [index, one] of value.entries()) {
      if (found.length >= MAX_DIFFERENCES) return;
      visit(one, item, `${path}[${index}]`, key, found, depth + 1);
    }
    return;
  }
  const type = typeof value;
  if (type === shape.type) return;
  if (numberOrText.has(key) && (type === 'string' || type === 'number')) return;
  found.push({ path, problem: `is ${typeName(value)}, documented as a ${shape.type}` });
}

export function typeName(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object') return 'an object';
  return value === undefined ? 'missing' : `a ${typeof value}`;
}
