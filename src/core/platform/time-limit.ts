import { MAX_TIMER_MS } from '../../contract/runs/timer-limit.ts';

/** Aborts after `ms` milliseconds; undefined for no limit, or one that is too long for a timer. */
export function timeLimit(ms: number | undefined): AbortSignal | undefined {
  return ms !== undefined && ms <= MAX_TIMER_MS ? AbortSignal.timeout(Math.max(0, Math.ceil(ms))) : undefined;
}

/** In so many steps a limit of running time is counted. */
const STEPS = 20;

/**
 * Calls `action` once this process has run for `ms` milliseconds. The time in which it was suspended with its computer,
 * was stopped by a signal, or did other work, counts as one step at most: what it waits for may have arrived meanwhile.
 * @returns ends the wait
 */
export function afterRunningFor(ms: number, action: () => void): () => void {
  let steps = 0;
  let timer: NodeJS.Timeout;
  const next = () => {
    timer = setTimeout(() => {
      steps += 1;
      if (steps < STEPS) next();
      else action();
    }, ms / STEPS);
  };
  next();
  return () => clearTimeout(timer);
}
