/** Limits for the reports of one script: tests, errors, and console output. */
import { EVENT_BYTES, MAX_OUTPUT_BYTES, MAX_REPORTED_ERRORS } from '../../../contract/scripts/guest-operations.ts';
import type { GuestFrame } from '../../sandbox-process/served-script.ts';

/** Results of tests are never dropped: a script with more of them is ended. */
const MAX_TESTS = 100_000;
const MAX_TEST_BYTES = 64 * 1024 * 1024;

export type ReportFrame = Extract<GuestFrame, { t: 'console' | 'test' | 'error' | 'clear' }>;

export interface ReportLimitOptions {
  onEvent: (frame: ReportFrame) => void;
  /** Called once, when the script has used up its output; later output is dropped. */
  onOverflow: () => void;
  /** Ends the script, because it has reported too many tests or errors. */
  crash: (reason: string) => void;
}

/** @returns a function that receives each report of the script, with the size of its frame */
export function createReportLimits({ onEvent, onOverflow, crash }: ReportLimitOptions) {
  let outputBytes = 0;
  let hasOverflowed = false;
  let tests = 0;
  let testBytes = 0;
  let errors = 0;
  return (frame: ReportFrame, bytes: number): void => {
    switch (frame.t) {
      case 'test':
        // The result of an open test has been counted with its place.
        if (frame.state === 'open' || frame.place === undefined) tests += 1;
        testBytes += bytes;
        if (tests > MAX_TESTS || testBytes > MAX_TEST_BYTES) return crash(tooManyTests(tests));
        return onEvent(frame);
      case 'error':
        errors += 1;
        if (errors > MAX_REPORTED_ERRORS) return crash(`it reported more than ${MAX_REPORTED_ERRORS} errors`);
        return onEvent(frame);
      default:
        outputBytes += bytes + EVENT_BYTES;
        if (outputBytes <= MAX_OUTPUT_BYTES) return onEvent(frame);
        if (!hasOverflowed) onOverflow();
        hasOverflowed = true;
    }
  };
}

function tooManyTests(count: number): string {
  const limit = count > MAX_TESTS ? `${MAX_TESTS} tests` : `${MAX_TEST_BYTES / 1024 / 1024} MB of test results`;
  return `it reported more than ${limit}; put several checks into one test`;
}
