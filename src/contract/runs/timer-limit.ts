/** Without zod: the realm of a script has it, too. */

/** The longest delay of a timer, in milliseconds: about 25 days. A timer with a longer one fires at once. */
export const MAX_TIMER_MS = 2 ** 31 - 1;
