/**
 * An object in two parts: what scripts mostly ask for is at hand in `light`; everything else is that of `full`, a
 * library's object that costs milliseconds to make and is made when it is first needed. Looks like `full`.
 */
export function delegate<T extends object>(light: object, full: () => T): T {
  const { get, set, has, ownKeys, getOwnPropertyDescriptor, getPrototypeOf, deleteProperty } = Reflect;
  const lightKeys = new Set(ownKeys(light));
  return new Proxy(light, {
    get: (target, key, receiver: unknown) =>
      lightKeys.has(key) ? (get(target, key) as unknown) : get(full(), key, receiver),
    set(_target, key, value) {
      lightKeys.delete(key);
      return set(full(), key, value);
    },
    has: (_target, key) => lightKeys.has(key) || has(full(), key),
    ownKeys: () => ownKeys(full()),
    getOwnPropertyDescriptor(_target, key) {
      const descriptor = getOwnPropertyDescriptor(full(), key);
      // Of a Proxy whose target lacks the property, it has to be configurable.
      return descriptor && { ...descriptor, configurable: true };
    },
    getPrototypeOf: () => getPrototypeOf(full()),
    deleteProperty: (_target, key) => {
      lightKeys.delete(key);
      return deleteProperty(full(), key);
    },
  }) as T;
}
