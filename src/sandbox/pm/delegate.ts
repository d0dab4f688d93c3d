import {
  define,
  deleteProperty,
  descriptorOf,
  get,
  has,
  hasOwn,
  ownKeys,
  preventExtensions,
  prototypeOf,
  set,
  setPrototypeOf,
  withoutPrototype,
  PlainProxy,
} from '../primordials.ts';

/**
 * Combines two objects: commonly used members are in `light`, and all others are those of `full`, a library's object
 * that takes milliseconds to create and is created when first needed. Looks like `full` to the script.
 */
export function delegate<T extends object>(light: object, full: () => T): T {
  return new PlainProxy(light, new Delegation(full)) as T;
}

/** The target is `light`; members that a script replaces or deletes are removed from it. */
class Delegation implements ProxyHandler<object> {
  // Declared only, and not private names, which each script would have to create.
  declare private readonly full: () => object;
  /**
   * Set once a script has frozen the object: the language requires of the target of a frozen Proxy that it has the
   * members that the Proxy shows, so the target has those of `full` from then on, and these are what `light` had.
   */
  declare private light: object | undefined;
  constructor(full: () => object) {
    this.full = full;
    this.light = undefined;
  }
  get(light: object, key: PropertyKey, receiver: unknown): unknown {
    if (hasOwn(light, key)) return get(light, key) as unknown;
    const full = this.full();
    return this.light && !has(full, key) ? get(this.light, key) : get(full, key, receiver);
  }
  set(light: object, key: PropertyKey, value: unknown): boolean {
    if (this.light) return set(this.full(), key, value) && set(light, key, value);
    deleteProperty(light, key);
    return set(this.full(), key, value);
  }
  defineProperty(light: object, key: PropertyKey, descriptor: PropertyDescriptor): boolean {
    if (this.light) return define(this.full(), key, descriptor) && define(light, key, descriptor);
    deleteProperty(light, key);
    return define(this.full(), key, descriptor);
  }
  has(light: object, key: PropertyKey): boolean {
    return hasOwn(light, key) || has(this.full(), key);
  }
  ownKeys(): (string | symbol)[] {
    return ownKeys(this.full());
  }
  getOwnPropertyDescriptor(light: object, key: PropertyKey): PropertyDescriptor | undefined {
    if (this.light) return descriptorOf(light, key);
    const descriptor = descriptorOf(this.full(), key);
    // A Proxy has to report a property that its target lacks as configurable.
    return descriptor && { ...descriptor, configurable: true };
  }
  getPrototypeOf(): object | null {
    return prototypeOf(this.full()) as object | null;
  }
  deleteProperty(light: object, key: PropertyKey): boolean {
    if (this.light) return deleteProperty(this.full(), key) && deleteProperty(light, key);
    deleteProperty(light, key);
    return deleteProperty(this.full(), key);
  }
  preventExtensions(light: object): boolean {
    const full = this.full();
    this.light ??= moveMembers(light, full);
    setPrototypeOf(light, prototypeOf(full) as object | null);
    preventExtensions(full);
    return preventExtensions(light);
  }
}

/** Gives the members of `full` to `light`. @returns an object with those that `light` had */
function moveMembers(light: object, full: object): object {
  const before = withoutPrototype<object>({ __proto__: null });
  for (const key of ownKeys(light)) {
    define(before, key, descriptorOf(light, key) as PropertyDescriptor);
    deleteProperty(light, key);
  }
  for (const key of ownKeys(full)) define(light, key, descriptorOf(full, key) as PropertyDescriptor);
  return before;
}
