/** Without zod: the command line reads its options with these values while zod is still being loaded. */

/** The default number of concurrent iterations of arrivals. */
export const DEFAULT_MAX_RUNNING = 200;
