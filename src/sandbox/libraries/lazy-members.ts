/**
 * A library of objects to which modules add members, such as crypto-js: a module is evaluated when one of the members
 * that it adds is first read.
 */
type Members = Record<string, unknown>;

/** @param modules functions that evaluate the modules, by the path of a member (`algo.SHA256`) that each adds */
export function lazyMembers(library: Members, modules: Record<string, () => unknown>): void {
  const pending = new Set(Object.keys(modules));
  /** Defines the members whose owners exist; a module may create the owner of other members. */
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
      // Removed first, because the module may check whether its member already exists.
      Reflect.deleteProperty(owner, name);
      evaluate();
      return owner[name];
    },
    // Called when the module adds its member, or a script replaces it.
    set: (value) => Object.defineProperty(owner, name, { value, writable: true, enumerable: true, configurable: true }),
    enumerable: true,
    configurable: true,
  });
}
