/** A time limit of which a stop in the debugger uses up no more than a tenth, however long the stop takes. */

const PARTS = 10;

export interface TimerFunctions {
  setTimeout(callback: () => void, ms: number): unknown;
  clearTimeout(timer: unknown): void;
}

/**
 * The time is measured in parts, one timer after the other: while the process is stopped, only one of them becomes due.
 * @param ms milliseconds of the whole limit
 * @returns ends the limit without `onExceeded`
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
