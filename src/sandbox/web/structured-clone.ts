/** structuredClone of the web, for the kinds of values that a script's realm has. */
import { domException } from './dom-exception.ts';
import { isArray, keysOf, toText } from '../primordials.ts';

const errorClasses: Record<string, ErrorConstructor> = {
  Error,
  EvalError,
  RangeError,
  ReferenceError,
  SyntaxError,
  TypeError,
  URIError,
};
type View = ArrayBufferView & { length?: number };
type ViewClass = new (buffer: ArrayBufferLike, offset: number, length: number) => unknown;

/** @throws a DataCloneError for functions, symbols and whatever holds more than data */
export function structuredClone(value: unknown): unknown {
  const copies = new Map<object, unknown>();
  const refuse = (description: string): never => {
    throw new (domException())(`${description} could not be cloned.`, 'DataCloneError');
  };
  const remember = <T>(original: object, copy: T): T => {
    copies.set(original, copy);
    return copy;
  };

  function clone(original: unknown): unknown {
    if (typeof original === 'symbol') return refuse(String(original));
    if (typeof original === 'function') return refuse(toText(original));
    if (typeof original !== 'object' || original === null) return original;
    if (copies.has(original)) return copies.get(original);
    if (isArray(original)) return members(original, remember(original, new Array(original.length)));
    if (original instanceof Date) return remember(original, new Date(original));
    if (original instanceof RegExp) return remember(original, new RegExp(original.source, original.flags));
    if (original instanceof Boolean || original instanceof Number || original instanceof String) {
      return remember(original, Object(original.valueOf()));
    }
    if (original instanceof Map) {
      const copy = remember(original, new Map());
      for (const [key, item] of [...original]) copy.set(clone(key), clone(item));
      return copy;
    }
    if (original instanceof Set) {
      const copy = remember(original, new Set());
      for (const item of [...original]) copy.add(clone(item));
      return copy;
    }
    if (original instanceof ArrayBuffer) return remember(original, original.slice(0));
    if (ArrayBuffer.isView(original)) return view(original);
    if (original instanceof Error) return error(original);
    if (original instanceof Promise || original instanceof WeakMap || original instanceof WeakSet) {
      return refuse('An object that holds more than data');
    }
    return members(original, remember(original, {}));
  }
  function members<T extends object>(original: object, copy: T): T {
    for (const key of keysOf(original)) {
      const item = clone((original as Record<string, unknown>)[key]);
      Object.defineProperty(copy, key, { value: item, writable: true, enumerable: true, configurable: true });
    }
    return copy;
  }
  function view(original: View): unknown {
    const buffer = clone(original.buffer) as ArrayBufferLike;
    const Class = original.constructor as ViewClass;
    return remember(original, new Class(buffer, original.byteOffset, original.length ?? original.byteLength));
  }
  function error(original: Error): Error {
    const Class = errorClasses[original.name] ?? Error;
    const copy = remember(original, new Class(original.message));
    if (original.stack !== undefined) copy.stack = original.stack;
    if ('cause' in original) copy.cause = clone(original.cause);
    return copy;
  }
  return clone(value);
}
