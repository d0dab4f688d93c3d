/** Listens to the signal of a run, which thousands of requests and scripts share. */

const abortsOf = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls `abort` when the signal is aborted, until the returned function is called. Adding a listener to a signal and
 * removing it again takes as long as parsing an address, so each signal gets one listener.
 */
export function onAbort(signal: AbortSignal, abort: () => void): () => void {
  const aborts = abortsOf.get(signal) ?? new Set();
  if (!abortsOf.has(signal)) {
    abortsOf.set(signal, aborts);
    signal.addEventListener('abort', () => aborts.forEach((each) => each()), { once: true });
  }
  aborts.add(abort);
  return () => void aborts.delete(abort);
}
