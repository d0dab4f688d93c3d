import type { RunOutcome } from './run-event.ts';

/** The outcome in one word. A run without a passed test has not “passed”: its responses may all have the status 500. */
export const outcomeWord = (outcome: RunOutcome | 'running', passedTests: number): string =>
  outcome === 'passed' && passedTests === 0 ? 'finished' : outcome;
