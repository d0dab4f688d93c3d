/**
 * lodash, a function with some hundred functions as its properties. Evaluating all of it takes a realm milliseconds,
 * and most scripts call a few functions, so each one is evaluated when it is first read. Properties without a module of
 * their own (wrappers, chains, settings that several functions share) are read from the whole library.
 */
type Library = ((...values: unknown[]) => unknown) & Record<PropertyKey, unknown>;

/** Functions that accept the library itself as a placeholder argument. */
const withPlaceholder = ['bind', 'bindKey', 'curry', 'curryRight', 'partial', 'partialRight'];

export interface LazyFunctions {
  /** Evaluates the module of one function; undefined where only the whole library has it. */
  functionNamed(name: string): unknown;
  /** Evaluates the whole library. */
  whole(): Library;
}

export function lazyFunctions({ functionNamed, whole }: LazyFunctions): Library {
  const { get, set, has, apply, construct, ownKeys, getOwnPropertyDescriptor, defineProperty, deleteProperty } =
    Reflect;
  /** Functions that were already read; their identity is preserved when the whole library is evaluated later. */
  const read = new Map<PropertyKey, unknown>();
  let library: Library | undefined;
  const loaded = (): Library => {
    if (library) return library;
    library = whole();
    for (const [name, value] of read) library[name] = value;
    // The original would remove a global that belongs to the script.
    library['noConflict'] = () => lazy;
    for (const name of withPlaceholder) Object.assign(library[name] as object, { placeholder: lazy });
    return library;
  };
  const lazy = new Proxy((() => undefined) as unknown as Library, {
    get(_target, name, receiver: unknown) {
      if (library) return get(library, name, receiver === lazy ? library : receiver);
      if (read.has(name)) return read.get(name);
      if (name === 'noConflict') return () => lazy;
      const value = typeof name === 'string' ? functionNamed(name) : undefined;
      if (value === undefined) return get(loaded(), name);
      read.set(name, value);
      return value;
    },
    set: (_target, name, value) => set(loaded(), name, value),
    has: (_target, name) => has(loaded(), name),
    apply: (_target, self, values) => apply(loaded(), self, values),
    construct: (_target, values) => construct(loaded(), values) as object,
    ownKeys: () => ownKeys(loaded()).filter((name) => name !== 'prototype'),
    getOwnPropertyDescriptor(_target, name) {
      const descriptor = name === 'prototype' ? undefined : getOwnPropertyDescriptor(loaded(), name);
      // A Proxy has to report a property that its target lacks as configurable.
      return descriptor && { ...descriptor, configurable: true };
    },
    defineProperty: (_target, name, descriptor) =>
      defineProperty(loaded(), name, { ...descriptor, configurable: true }),
    deleteProperty: (_target, name) => deleteProperty(loaded(), name),
  });
  return lazy;
}
