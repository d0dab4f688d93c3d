/**
 * Bounds the references of a description before a library resolves them: it follows each chain of references from every
 * place in it, and compares each error with all others, so that 100,000 of them take hours.
 */
import { codedError } from '../../../contract/errors.ts';
import { isObject, type Json } from '../imported/imported.ts';

/** References to references, one after the other. Descriptions have a few. */
const MAX_CHAIN = 100;
/** References to what does not exist, or is in another file. Those after them are removed; the first are reported. */
const MAX_BROKEN = 1000;

/** @throws InvalidData when a reference leads over too many others */
export function boundReferences(description: Json): void {
  const lengths = new Map<string, number>();
  let broken = 0;
  for (const holder of objectsIn(description)) {
    const ref = holder['$ref'];
    if (typeof ref !== 'string') continue;
    if (targetOf(description, ref) === undefined && (broken += 1) > MAX_BROKEN) delete holder['$ref'];
    if (chainLength(description, ref, lengths) <= MAX_CHAIN) continue;
    const message = `The reference ${ref.slice(0, 200)} leads over more than ${MAX_CHAIN} others.`;
    throw codedError('InvalidData', message, 'Let references name what is meant.');
  }
}

function* objectsIn(description: Json): Generator<Json> {
  const waiting: unknown[] = [description];
  while (waiting.length > 0) {
    const item = waiting.pop();
    if (isObject(item)) yield item;
    if (typeof item !== 'object' || item === null) continue;
    for (const value of Object.values(item)) if (typeof value === 'object' && value !== null) waiting.push(value);
  }
}

/** How many references follow each other from this one on; those of a circle count once. */
function chainLength(description: Json, first: string, lengths: Map<string, number>): number {
  const passed = new Set<string>();
  let ref: unknown = first;
  while (typeof ref === 'string' && !passed.has(ref) && !lengths.has(ref) && passed.size <= MAX_CHAIN) {
    passed.add(ref);
    const target = targetOf(description, ref);
    ref = isObject(target) ? target['$ref'] : undefined;
  }
  let length = typeof ref === 'string' ? (lengths.get(ref) ?? 0) : 0;
  for (const item of [...passed].reverse()) lengths.set(item, (length += 1));
  return length;
}

/** What a reference within the description names; undefined where there is none. */
function targetOf(description: Json, ref: string): unknown {
  if (!ref.startsWith('#')) return undefined;
  const names = ref.split('/').slice(1);
  let target: unknown = description;
  for (const name of names) {
    const key = decode(name.replaceAll('~1', '/').replaceAll('~0', '~'));
    if (typeof target !== 'object' || target === null || !Object.hasOwn(target, key)) return undefined;
    target = (target as Json)[key];
  }
  return target;
}

/** As the library decodes names. */
function decode(name: string): string {
  try {
    return decodeURI(name);
  } catch {
    return name;
  }
}
