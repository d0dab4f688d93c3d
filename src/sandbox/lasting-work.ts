/**
 * A script ends when its code, timers and calls have ended. These built-ins can still run code of it later, from other
 * threads or the garbage collector, and nothing can cancel them. They are replaced before any script runs, so that the
 * process hears of their use; the originals stay in this closure.
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
    // An assignment keeps the attributes that the language gives to it.
    (owner as Record<string, unknown>)[name] = watched[name];
  };
  watch(Atomics, 'waitAsync');
  watch(FinalizationRegistry.prototype, 'register');
  if (typeof WebAssembly === 'undefined') return;
  watch(WebAssembly, 'compile');
  watch(WebAssembly, 'instantiate');
}
