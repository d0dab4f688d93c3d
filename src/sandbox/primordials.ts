/**
 * The realm's built-ins, saved before any script runs: a script may replace them for itself, but the messages of the
 * sandbox stay well-formed.
 */
export const parseJson = JSON.parse;
export const toJson = JSON.stringify;
/** `rawJSON` creates an object that JSON.stringify writes as this text. TypeScript's library does not have it yet. */
export const { rawJSON: rawJson, isRawJSON: isRawJson } = JSON as unknown as {
  rawJSON: (text: string) => { rawJSON: string };
  isRawJSON: (value: unknown) => boolean;
};
export const PlainError = Error;
export const { captureStackTrace } = Error;
export const PlainPromise = Promise;
export const PlainMap = Map;
export const PlainSet = Set;
export const PlainProxy = Proxy;
export const PlainDate = Date;
export const now = Date.now;
export const PlainNumber = Number;
export const toText = String;
export const isArray = Array.isArray;
export const keysOf = Object.keys;
export const defineProperty = Object.defineProperty;
export const descriptorOf = Object.getOwnPropertyDescriptor;
export const prototypeOf = Object.getPrototypeOf;
export const { min, max } = Math;
export const hasOwn = Object.hasOwn;
/** False for a value that is no object. */
export const isExtensible = Object.isExtensible as (value: unknown) => value is object;
export const { get, set, has, ownKeys, deleteProperty, preventExtensions, setPrototypeOf, apply } = Reflect;
/** Unlike `defineProperty`, it returns whether the property was defined, and does not throw. */
export const { defineProperty: define } = Reflect;

const { indexOf, slice } = String.prototype;
export const indexIn = (text: string, part: string, from = 0): number => apply(indexOf, text, [part, from]);
/** The text from one index up to another, or up to its end. */
export const partOf = (text: string, from: number, to?: number): string => apply(slice, text, [from, to]);

/**
 * An object without a prototype. In a fresh realm, where V8 has no hidden class for it yet, it is created in half the
 * time; and additions of a script to `Object.prototype` are not found in it.
 */
export const withoutPrototype = <T extends object>(members: T & { __proto__: null }): T => members;

/** As the language defines its own globals and methods: may be changed, and is not listed. */
export function defineHidden(target: object, name: PropertyKey, value: unknown): object {
  hidden.value = value;
  return defineProperty(target, name, hidden);
}
/** Each script defines several properties with it. */
const hidden = withoutPrototype<PropertyDescriptor>({
  __proto__: null,
  value: undefined,
  writable: true,
  configurable: true,
});

const then = Promise.prototype.then;

/**
 * `promise.then(...)` with the realm's original `then`. That reads the constructor of the promise, which a script may have
 * replaced by a getter that throws: `bad` is called at once then.
 */
export function whenSettled<T>(promise: Promise<T>, ok: (value: T) => void, bad: (reason: unknown) => void): void {
  try {
    apply(then, promise, [ok, bad]);
  } catch (thrown) {
    bad(thrown);
  }
}

/** Calls the function after the pending microtasks; also where a script has replaced `Promise`, as for Bluebird. */
export function afterMicrotasks(callback: () => void): void {
  whenSettled(new PlainPromise<void>((resolve) => resolve()), callback, callback);
}

const weakMap = WeakMap.prototype;
const [noteOf, addNote] = [weakMap.get, weakMap.set];
/** A WeakMap that works also where a script has replaced the methods of its class. */
export function createNotes<T>(): { get(key: object): T | undefined; set(key: object, value: T): void } {
  const notes = new WeakMap<object, T>();
  return withoutPrototype({
    __proto__: null,
    get: (key: object): T | undefined => apply(noteOf, notes, [key]) as T | undefined,
    set: (key: object, value: T) => void apply(addNote, notes, [key, value]),
  });
}

/**
 * Values by number, for what decides when a script ends. Used instead of `Map`, whose methods a script may replace: it
 * would then wait until its time limit. A class, because each script has several, and its functions are created once.
 */
export class Table<T> {
  private readonly values = withoutPrototype<Record<number, T>>({ __proto__: null });
  size = 0;

  get(id: number): T | undefined {
    return this.values[id];
  }
  /** Adds a value; the number must be free. */
  add(id: number, value: T): void {
    this.values[id] = value;
    this.size += 1;
  }
  /** @returns the removed value; undefined when there was none */
  remove(id: number): T | undefined {
    const value = this.values[id];
    if (value === undefined) return undefined;
    deleteProperty(this.values, id);
    this.size -= 1;
    return value;
  }
  each(visit: (value: T) => void): void {
    for (const id in this.values) {
      const value = this.values[id];
      if (value !== undefined) visit(value);
    }
  }
}
