/**
 * Globals that are made when a script first reads them. They stand behind the global object, in its prototype: an
 * accessor for each would take every script the time of a small script.
 */
import { defineHidden, prototypeOf } from './primordials.ts';

type Values = Record<string, unknown>;

/** What gives undefined, or throws, is asked again the next time. */
export interface LateGlobals {
  one(name: string, make: () => unknown): void;
  /** @param make gives the values of all these names; called when a script first reads one of them */
  several(names: readonly string[], make: () => Values): void;
}

export function createLateGlobals(global: object): LateGlobals {
  const { get, has, set, setPrototypeOf } = Reflect;
  const groups = new Map<PropertyKey, { names: readonly string[]; make: () => Values }>();

  setPrototypeOf(
    global,
    new Proxy(prototypeOf(global) as object, {
      has: (behind, name) => groups.has(name) || has(behind, name),
      get(behind, name, receiver) {
        const group = groups.get(name);
        if (!group) return get(behind, name, receiver) as unknown;
        // While it is made there is nothing: a polyfill leaves alone what is there.
        for (const one of group.names) groups.delete(one);
        let values: Values = {};
        try {
          values = group.make();
        } finally {
          for (const one of group.names) {
            if (Object.hasOwn(global, one)) continue;
            if (values[one] === undefined) groups.set(one, group);
            else defineHidden(global, one, values[one]);
          }
        }
        return Object.hasOwn(global, name) ? (global as Record<PropertyKey, unknown>)[name] : undefined;
      },
      set(behind, name, value, receiver) {
        if (!groups.delete(name)) return set(behind, name, value, receiver);
        defineHidden(global, name, value);
        return true;
      },
    }),
  );
  return {
    one: (name, make) => void groups.set(name, { names: [name], make: () => ({ [name]: make() }) }),
    several(names, make) {
      for (const name of names) groups.set(name, { names, make });
    },
  };
}
