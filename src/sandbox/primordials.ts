/**
 * The realm's own built-ins, taken before any script runs: a script may replace them for itself, but what the
 * guest reports stays well-formed.
 */
export const parseJson = JSON.parse;
export const toJson = JSON.stringify;
/** An object that becomes this text in JSON. The language's library for TypeScript does not have it yet. */
export const rawJson = (JSON as unknown as { rawJSON: (text: string) => { rawJSON: string } }).rawJSON;
export const PlainError = Error;
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
export const { get, set, has, ownKeys, deleteProperty, apply } = Reflect;

/**
 * An object of the sandbox's own. Without a prototype it is made in half the time in a fresh realm, where V8 has no hidden
 * class for it yet; and what a script adds to `Object.prototype` is not found in it.
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

/** `promise.then(...)` by the realm's original `then`. */
export function whenSettled<T>(promise: Promise<T>, ok: (value: T) => void, bad: (reason: unknown) => void): void {
  apply(then, promise, [ok, bad]);
}
