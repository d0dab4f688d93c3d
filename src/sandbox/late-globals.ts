/**
 * Globals that are made when a script first reads them. They stand behind the global object, in its prototype: to
 * define them all, or only to name them, would take every script a tenth of the time of a small one.
 */
import { defineHidden, hasOwn, prototypeOf } from './primordials.ts';

/** How the global of that name is made; undefined where there is none. */
export type FindGlobal = (name: PropertyKey) => (() => unknown) | undefined;

/** What is made as undefined, or throws while it is made, is asked for again the next time. */
export function createLateGlobals(global: object, find: FindGlobal): void {
  const { get, has, set, setPrototypeOf } = Reflect;
  /** Names of globals that have been created or assigned, including those that a script has deleted again. */
  const settledNames = new Set<PropertyKey>();
  const makerOf = (name: PropertyKey) => (settledNames.has(name) ? undefined : find(name));

  setPrototypeOf(
    global,
    new Proxy(prototypeOf(global) as object, {
      has: (behind, name) => makerOf(name) !== undefined || has(behind, name),
      get(behind, name, receiver) {
        const make = makerOf(name);
        if (!make) return get(behind, name, receiver) as unknown;
        // While it is made there is nothing: a polyfill leaves alone what is there.
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
  );
}
