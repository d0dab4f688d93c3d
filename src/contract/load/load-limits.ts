/** Without zod: the command line needs it to read its options, and loads zod while the sandbox process starts. */

/** Iterations of arrivals that run at once, where nothing else is said. */
export const DEFAULT_MAX_RUNNING = 200;
