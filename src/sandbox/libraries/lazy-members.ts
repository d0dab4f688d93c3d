/**
 * A library of objects to which modules add members, such as crypto-js: each of these modules is evaluated when one of the
 * members that it adds is first read.
 */
type Members = Record<string, unknown>;

/** @param modules a function that evaluates the module, by the path of a member (`algo.SHA256`) that it adds */
export function lazyMembers(library: Members, modules: Record<string, () => unknown>): void {
  const pending = new Set(Object.keys(modules));
  /** Defines the members whose owner is there; a module may bring the owner of other members. */
  const define = () => {
    for (const path of pending) {
      const dot = path.indexOf('.');
      const owner: unknown = dot < 0 ? library : Object.getOwnPropertyDescriptor(library, path.slice(0, dot))?.value;
      if (owner === undefined) continue;
      pending.delete(path);
      const name = path.slice(dot + 1);
      if (Object.hasOwn(owner as Members, name)) continue;
      defineLazy(owner as Members, name, () => {
        modules[path]?.();
        define();
      });
    }
  };
  define();
}

function defineLazy(owner: Members, name: string, evaluate: () => void): void {
  Object.defineProperty(owner, name, {
    get(): unknown {
      // The module may ask whether its member is there already.
      Reflect.deleteProperty(owner, name);
      evaluate();
      return owner[name];
    },
    // The module adds its member, or a script replaces it.
    set: (value) => Object.defineProperty(owner, name, { value, writable: true, enumerable: true, configurable: true }),
    enumerable: true,
    configurable: true,
  });
}
