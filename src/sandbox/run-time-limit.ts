/** A time limit in which a stop in the debugger counts for at most a tenth of the limit, however long it takes. */

const PARTS = 10;

export interface TimerFunctions {
  setTimeout(callback: () => void, ms: number): unknown;
  clearTimeout(timer: unknown): void;
}

/**
 * The time is measured by several consecutive timers: while the process is stopped, only one of them can expire.
 * @param ms milliseconds of the whole limit
 * @returns a function that cancels the limit
 */
export function startTimeLimit(
  { setTimeout, clearTimeout }: TimerFunctions,
  ms: number,
  onExceeded: () => void,
): () => void {
  let parts = 0;
  const next = () => {
    if (parts === PARTS) return onExceeded();
    parts += 1;
    timer = setTimeout(next, ms / PARTS);
  };
  let timer: unknown;
  next();
  return () => clearTimeout(timer);
}
