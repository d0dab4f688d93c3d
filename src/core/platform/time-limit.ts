/** The longest delay of a timer, in milliseconds: about 25 days. A timer with a longer one fires at once. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

/** Aborts after `ms` milliseconds; undefined for no limit, or one that is too long for a timer. */
export function timeLimit(ms: number | undefined): AbortSignal | undefined {
  return ms !== undefined && ms <= MAX_TIMER_MS ? AbortSignal.timeout(Math.max(0, Math.ceil(ms))) : undefined;
}
