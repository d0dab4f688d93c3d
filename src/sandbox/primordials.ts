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
export const PlainNumber = Number;
export const toText = String;
export const isArray = Array.isArray;
export const keysOf = Object.keys;
export const defineProperty = Object.defineProperty;
export const descriptorOf = Object.getOwnPropertyDescriptor;
export const prototypeOf = Object.getPrototypeOf;

/** As the language defines its own globals and methods: may be changed, and is not listed. */
export const defineHidden = (target: object, name: PropertyKey, value: unknown): object =>
  defineProperty(target, name, { value, writable: true, configurable: true, enumerable: false });

const then = Promise.prototype.then;
export const apply = Reflect.apply;

/** `promise.then(...)` by the realm's original `then`. */
export function whenSettled<T>(promise: Promise<T>, ok: (value: T) => void, bad: (reason: unknown) => void): void {
  apply(then, promise, [ok, bad]);
}
