/**
 * A script ends when its code, timers and calls have ended. These built-ins can run its code later, from other threads
 * or the garbage collector, and cannot be cancelled. They are replaced before any script runs, so that the process is
 * told when one is used; the originals stay in this closure.
 */
import { apply } from './primordials.ts';

/** @param notice called before each use */
export function watchLastingWork(notice: () => void): void {
  const watch = (owner: object, name: string): void => {
    const original = (owner as Record<string, unknown>)[name];
    if (typeof original !== 'function') return;
    const watched = {
      [name](this: unknown, ...values: unknown[]): unknown {
        notice();
        return apply(original as (...values: unknown[]) => unknown, this, values);
      },
    };
    // Assigned, because an assignment preserves the property's attributes.
    (owner as Record<string, unknown>)[name] = watched[name];
  };
  watch(Atomics, 'waitAsync');
  watch(FinalizationRegistry.prototype, 'register');
  if (typeof WebAssembly === 'undefined') return;
  watch(WebAssembly, 'compile');
  watch(WebAssembly, 'instantiate');
}
