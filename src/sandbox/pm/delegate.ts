import { deleteProperty, descriptorOf, get, has, hasOwn, ownKeys, prototypeOf, set } from '../primordials.ts';

/**
 * An object in two parts: what scripts mostly ask for is at hand in `light`; everything else is that of `full`, a
 * library's object that costs milliseconds to make and is made when it is first needed. Looks like `full`.
 */
export function delegate<T extends object>(light: object, full: () => T): T {
  return new Proxy(light, new Delegation(full)) as T;
}

/** The target is `light`; what a script replaces or deletes is taken from it. */
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
  has(light: object, key: PropertyKey): boolean {
    return hasOwn(light, key) || has(this.#full(), key);
  }
  ownKeys(): (string | symbol)[] {
    return ownKeys(this.#full());
  }
  getOwnPropertyDescriptor(_light: object, key: PropertyKey): PropertyDescriptor | undefined {
    const descriptor = descriptorOf(this.#full(), key);
    // Of a Proxy whose target lacks the property, it has to be configurable.
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
