import { MAX_TIMER_MS } from '../../contract/runs/timer-limit.ts';

/** Aborts after `ms` milliseconds; undefined for no limit, or one that is too long for a timer. */
export function timeLimit(ms: number | undefined): AbortSignal | undefined {
  return ms !== undefined && ms <= MAX_TIMER_MS ? AbortSignal.timeout(Math.max(0, Math.ceil(ms))) : undefined;
}
