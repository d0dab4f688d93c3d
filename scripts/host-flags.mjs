/**
 * Flags of Node for the process that serves the interface. New objects get at most three times 8 MB, which is collected
 * often enough: by default that grows to 50 MB more, most of it garbage, for no less processor time. V8 reads this flag
 * only when a process starts.
 */
export const hostFlags = ['--max-semi-space-size=8'];
