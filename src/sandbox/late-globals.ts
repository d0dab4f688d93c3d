/**
 * Globals that are created when a script first reads them. They are found through the prototype of the global object,
 * because defining all of them, or only their names, would take a tenth of the time of a small script.
 */
import { defineHidden, get, has, hasOwn, prototypeOf, set, setPrototypeOf, withoutPrototype } from './primordials.ts';

/** Returns a function that creates the global of that name, or undefined. */
export type FindGlobal = (name: PropertyKey) => (() => unknown) | undefined;

/** A global whose creation returns undefined or throws is created again the next time. */
export function createLateGlobals(global: object, find: FindGlobal): void {
  /** Names of globals that have been created or assigned, including those that a script has deleted again. */
  const settledNames = new Set<PropertyKey>();
  const makerOf = (name: PropertyKey) => (settledNames.has(name) ? undefined : find(name));

  setPrototypeOf(
    global,
    new Proxy(
      prototypeOf(global) as object,
      withoutPrototype<ProxyHandler<object>>({
        __proto__: null,
        has: (behind, name) => makerOf(name) !== undefined || has(behind, name),
        get(behind, name, receiver) {
          const make = makerOf(name);
          if (!make) return get(behind, name, receiver) as unknown;
          // Marked before it is created, so that a polyfill finds nothing and does not read it again.
          settledNames.add(name);
          let value: unknown;
          try {
            value = make();
          } finally {
            if (value === undefined) settledNames.delete(name);
          }
          if (hasOwn(global, name)) return (global as Record<PropertyKey, unknown>)[name];
          if (value !== undefined) defineHidden(global, name, value);
          return value;
        },
        set(behind, name, value, receiver) {
          if (!makerOf(name)) return set(behind, name, value, receiver);
          settledNames.add(name);
          defineHidden(global, name, value);
          return true;
        },
      }),
    ),
  );
}
