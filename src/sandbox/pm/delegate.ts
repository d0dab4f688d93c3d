import { define, deleteProperty, descriptorOf, get, has, hasOwn, ownKeys, prototypeOf, set } from '../primordials.ts';

/**
 * Combines two objects: commonly used members are in `light`, and all others are those of `full`, a library's object
 * that takes milliseconds to create and is created when first needed. Looks like `full` to the script.
 */
export function delegate<T extends object>(light: object, full: () => T): T {
  return new Proxy(light, new Delegation(full)) as T;
}

/** The target is `light`; members that a script replaces or deletes are removed from it. */
class Delegation implements ProxyHandler<object> {
  readonly #full: () => object;
  constructor(full: () => object) {
    this.#full = full;
  }
  get(light: object, key: PropertyKey, receiver: unknown): unknown {
    return hasOwn(light, key) ? (get(light, key) as unknown) : get(this.#full(), key, receiver);
  }
  set(light: object, key: PropertyKey, value: unknown): boolean {
    deleteProperty(light, key);
    return set(this.#full(), key, value);
  }
  defineProperty(light: object, key: PropertyKey, descriptor: PropertyDescriptor): boolean {
    deleteProperty(light, key);
    return define(this.#full(), key, descriptor);
  }
  has(light: object, key: PropertyKey): boolean {
    return hasOwn(light, key) || has(this.#full(), key);
  }
  ownKeys(): (string | symbol)[] {
    return ownKeys(this.#full());
  }
  getOwnPropertyDescriptor(_light: object, key: PropertyKey): PropertyDescriptor | undefined {
    const descriptor = descriptorOf(this.#full(), key);
    // A Proxy has to report a property that its target lacks as configurable.
    return descriptor && { ...descriptor, configurable: true };
  }
  getPrototypeOf(): object | null {
    return prototypeOf(this.#full()) as object | null;
  }
  deleteProperty(light: object, key: PropertyKey): boolean {
    deleteProperty(light, key);
    return deleteProperty(this.#full(), key);
  }
}
