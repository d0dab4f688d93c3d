/** Decides assertions about plain values and responses, as chai does. */
import { hasOwn, isArray, keysOf, prototypeOf } from '../primordials.ts';
import { isInclude } from './assertion-words.ts';
import { isKind } from './requests/sdk.ts';

/** Whether an assertion holds; undefined: chai has to decide. */
export type Decision = boolean | undefined;

interface ResponseLike {
  code: unknown;
  reason(): unknown;
  json(): unknown;
  headers: { has(name: string): boolean; get(name: string): unknown };
}
const isResponse = (value: unknown): value is ResponseLike => isKind(value, 'Response');

/** @param word of the kind `property` */
export function propertyHolds(word: PropertyKey, subject: unknown): Decision {
  switch (word) {
    case 'true':
      return subject === true;
    case 'false':
      return subject === false;
    case 'null':
      return subject === null;
    case 'undefined':
      return subject === undefined;
    case 'exist':
      return subject !== null && subject !== undefined;
    case 'ok':
      return isOk(subject);
    case 'json':
      return isJson(subject);
    case 'success':
      return isStatusClass(subject, 2);
    case 'clientError':
      return isStatusClass(subject, 4);
    case 'serverError':
      return isStatusClass(subject, 5);
    default:
      return undefined;
  }
}

function isOk(value: unknown): Decision {
  if (isResponse(value)) return (value.code === 200 && value.reason() === 'OK') || undefined;
  return isPlain(value) || typeof value !== 'object' ? !!value : undefined;
}
function isJson(value: unknown): Decision {
  if (!isResponse(value)) return undefined;
  try {
    value.json();
    return true;
  } catch {
    return undefined;
  }
}
function isStatusClass(value: unknown, hundreds: number): Decision {
  return isResponse(value) && typeof value.code === 'number' ? Math.floor(value.code / 100) === hundreds : undefined;
}

/**
 * Ignores `not`.
 * @param word of the kind `method` or `chainable`, but not `property`
 * @param values the arguments of its call
 * @param isDeep whether `deep` came before
 */
export function methodHolds(word: PropertyKey, subject: unknown, values: unknown[], isDeep: boolean): Decision {
  const [first] = values;
  const isOne = values.length === 1;
  switch (word) {
    case 'equal':
    case 'equals':
    case 'eq':
      return isOne ? isSame(subject, first, isDeep) : undefined;
    case 'status':
      return !isDeep && isResponse(subject) ? hasStatus(subject, first) : undefined;
    case 'header':
      return !isDeep && isResponse(subject) ? hasHeader(subject, values) : undefined;
    case 'jsonBody':
      return !isDeep && values.length === 0 ? isJson(subject) : undefined;
    default:
      return isOne && !isDeep ? valueHolds(word, subject, first) : undefined;
  }
}

function isSame(subject: unknown, other: unknown, isDeep: boolean): Decision {
  return isDeep ? alike(subject, other, 0) || undefined : subject === other;
}
function hasStatus(response: ResponseLike, expected: unknown): Decision {
  if (typeof expected === 'number') return typeof response.code === 'number' ? response.code === expected : undefined;
  return typeof expected === 'string' ? response.reason() === expected : undefined;
}
function hasHeader(response: ResponseLike, [name, ...value]: unknown[]): Decision {
  if (typeof name !== 'string') return undefined;
  if (value.length === 0) return response.headers.has(name);
  return response.headers.get(name) === value[0] || undefined;
}

/** The methods that have one argument. */
function valueHolds(word: PropertyKey, subject: unknown, value: unknown): Decision {
  switch (word) {
    case 'eql':
    case 'eqls':
      return isSame(subject, value, true);
    case 'a':
    case 'an':
      return isA(subject, value);
    case 'length':
    case 'lengthOf':
      return typeof subject === 'string' || isArray(subject) ? subject.length === value : undefined;
    case 'oneOf':
      return isArray(value) && isSimple(subject) ? value.indexOf(subject) !== -1 : undefined;
    case 'match':
      return typeof subject === 'string' && value instanceof RegExp && !value.global && !value.sticky
        ? value.exec(subject) !== null
        : undefined;
    default:
      if (isInclude(word)) return includes(subject, value);
      return typeof subject === 'number' && typeof value === 'number' ? compare(word, subject, value) : undefined;
  }
}

function compare(word: PropertyKey, subject: number, value: number): Decision {
  switch (word) {
    case 'above':
    case 'gt':
    case 'greaterThan':
      return subject > value;
    case 'least':
    case 'gte':
    case 'greaterThanOrEqual':
      return subject >= value;
    case 'below':
    case 'lt':
    case 'lessThan':
      return subject < value;
    case 'most':
    case 'lte':
    case 'lessThanOrEqual':
      return subject <= value;
    default:
      return undefined;
  }
}
function isA(subject: unknown, type: unknown): Decision {
  if (typeof type !== 'string') return undefined;
  const kind = subject === null ? 'null' : typeof subject;
  if (kind !== 'object') return kind === 'function' ? undefined : kind === type.toLowerCase();
  if (!isPlain(subject)) return undefined;
  return (isArray(subject) ? 'array' : 'object') === type.toLowerCase();
}
function includes(subject: unknown, part: unknown): Decision {
  if (typeof subject === 'string' && typeof part === 'string') return subject.includes(part);
  return isArray(subject) && isSimple(part) ? subject.indexOf(part) !== -1 : undefined;
}

/** Whether it is an array or object like those of JSON. */
export function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || Symbol.toStringTag in value) return false;
  const prototype: unknown = prototypeOf(value);
  return isArray(value) ? prototype === Array.prototype : prototype === Object.prototype;
}
/** Whether it is a primitive for which all kinds of equality agree. */
function isSimple(value: unknown): boolean {
  return (
    value === null || (typeof value !== 'object' && typeof value !== 'function' && value !== 0 && !Number.isNaN(value))
  );
}

/** Whether two JSON values are certainly equal; false means unknown. */
function alike(a: unknown, b: unknown, depth: number): boolean {
  if (!isPlain(a) || !isPlain(b)) return isSimple(a) && a === b;
  if (depth > 20 || isArray(a) !== isArray(b)) return false;
  const [keys, others] = [keysOf(a), keysOf(b)];
  if (keys.length !== others.length || Object.getOwnPropertySymbols(a).length + Object.getOwnPropertySymbols(b).length)
    return false;
  if (isArray(a) && a.length !== (b as unknown[]).length) return false;
  return keys.every((key) => hasOwn(b, key) && alike((a as never)[key], (b as never)[key], depth + 1));
}
