/**
 * Puts the results of a script's tests in the order of the script. The result of an async test is known later than
 * those of the tests after it, and how much later depends on requests and timers: without a fixed order, two reports of
 * the same run would differ. In Postman such tests have the same place.
 */
import type { ReportFrame } from './report-limits.ts';

type TestFrame = Extract<ReportFrame, { t: 'test' }>;
export type TestResult = TestFrame & { state: Exclude<TestFrame['state'], 'open'> };

export interface TestOrder {
  /** Adds a result, or the place of a result that is not known yet. */
  add(frame: TestFrame): void;
  /** Passes on all results that have arrived; called when the script has ended, in whatever way. */
  flush(): void;
}

/** @param onResult receives each result as soon as those before it are known */
export function createTestOrder(onResult: (result: TestResult) => void): TestOrder {
  /** From the first place without a result. */
  let waiting: { result?: TestResult }[] = [];
  const openPlaces = new Map<number, { result?: TestResult }>();

  function passOn(): void {
    const firstOpen = waiting.findIndex(({ result }) => !result);
    const ready = waiting.splice(0, firstOpen === -1 ? waiting.length : firstOpen);
    for (const { result } of ready) if (result) onResult(result);
  }
  return {
    add(frame) {
      if (frame.state === 'open') {
        const entry = {};
        openPlaces.set(frame.place ?? 0, entry);
        waiting.push(entry);
        return;
      }
      const result: TestResult = { ...frame, state: frame.state };
      const entry = frame.place === undefined ? undefined : openPlaces.get(frame.place);
      if (entry) {
        openPlaces.delete(frame.place ?? 0);
        entry.result = result;
        if (entry === waiting[0]) passOn();
      } else if (waiting.length > 0) waiting.push({ result });
      else onResult(result);
    },
    flush() {
      const rest = waiting;
      waiting = [];
      openPlaces.clear();
      for (const { result } of rest) if (result) onResult(result);
    },
  };
}
