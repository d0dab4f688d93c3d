/**
 * The realm's built-ins, saved before any script runs: a script may replace them for itself, but the messages of the
 * sandbox stay well-formed.
 */
export const parseJson = JSON.parse;
export const toJson = JSON.stringify;
/** Creates an object that JSON.stringify writes as this text. TypeScript's library does not have it yet. */
export const rawJson = (JSON as unknown as { rawJSON: (text: string) => { rawJSON: string } }).rawJSON;
export const PlainError = Error;
export const { captureStackTrace } = Error;
export const PlainPromise = Promise;
export const PlainDate = Date;
export const now = Date.now;
export const PlainNumber = Number;
export const toText = String;
export const isArray = Array.isArray;
export const keysOf = Object.keys;
export const defineProperty = Object.defineProperty;
export const descriptorOf = Object.getOwnPropertyDescriptor;
export const prototypeOf = Object.getPrototypeOf;
export const hasOwn = Object.hasOwn;
/** False for a value that is no object. */
export const isExtensible = Object.isExtensible as (value: unknown) => value is object;
export const { get, set, has, ownKeys, deleteProperty, apply } = Reflect;
/** Unlike `defineProperty`, it returns whether the property was defined, and does not throw. */
export const { defineProperty: define } = Reflect;

/**
 * An object without a prototype. In a fresh realm, where V8 has no hidden class for it yet, it is created in half the
 * time; and additions of a script to `Object.prototype` are not found in it.
 */
export const withoutPrototype = <T extends object>(members: T & { __proto__: null }): T => members;

/** As the language defines its own globals and methods: may be changed, and is not listed. */
export const defineHidden = (target: object, name: PropertyKey, value: unknown): object =>
  defineProperty(
    target,
    name,
    withoutPrototype<PropertyDescriptor>({ __proto__: null, value, writable: true, configurable: true }),
  );

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
