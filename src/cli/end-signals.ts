/** What asks a command to end: Ctrl+C, `kill`, and the end of its terminal. */
export const endSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
