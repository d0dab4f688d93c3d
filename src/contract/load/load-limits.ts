/** Without zod: the command line reads its options with these values while zod is still being loaded. */

/** On one machine. */
export const MAX_LOAD_USERS = 10_000;
/** Users or iterations that start in a second, on one machine. */
export const MAX_LOAD_STARTS_PER_SECOND = 10_000;
export const MAX_LOAD_MS = 24 * 3_600_000;
/** The default number of concurrent iterations of arrivals. */
export const DEFAULT_MAX_RUNNING = 200;
