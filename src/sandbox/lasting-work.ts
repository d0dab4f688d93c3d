/**
 * A script ends when its code, timers and calls have ended. These built-ins can run its code later, from other threads
 * or the garbage collector, and cannot be cancelled. They are replaced before any script runs, so that the process is
 * told when one is used; the originals stay in this closure.
 */
import { apply, withoutPrototype } from './primordials.ts';

type AnyFunction = (...values: unknown[]) => unknown;

/** @param notice called before each use */
export function watchLastingWork(notice: () => void): void {
  const call = (original: unknown, self: unknown, values: unknown[]): unknown => {
    notice();
    return apply(original as AnyFunction, self, values);
  };
  const atomics = Atomics as unknown as Record<'waitAsync', unknown>;
  const registry = FinalizationRegistry.prototype as unknown as Record<'register', unknown>;
  const wasm: Record<string, unknown> = typeof WebAssembly === 'undefined' ? {} : WebAssembly;
  const { waitAsync } = atomics;
  const { register } = registry;
  const { compile, instantiate } = wasm;
  // Methods have the names of the originals.
  const watched = withoutPrototype({
    __proto__: null,
    waitAsync(this: unknown, ...values: unknown[]) {
      return call(waitAsync, this, values);
    },
    register(this: unknown, ...values: unknown[]) {
      return call(register, this, values);
    },
    compile(this: unknown, ...values: unknown[]) {
      return call(compile, this, values);
    },
    instantiate(this: unknown, ...values: unknown[]) {
      return call(instantiate, this, values);
    },
  });
  // Assigned, because an assignment preserves the property's attributes.
  atomics.waitAsync = watched.waitAsync;
  registry.register = watched.register;
  wasm['compile'] = watched.compile;
  wasm['instantiate'] = watched.instantiate;
}
