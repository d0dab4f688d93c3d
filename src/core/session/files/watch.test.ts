/** When changes of the workspace by other programs are reported. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { gatherChanges } from './watch.ts';

const report = vi.fn();
let changes: ReturnType<typeof gatherChanges>;
beforeEach(() => {
  vi.useFakeTimers();
  changes = gatherChanges(report);
});
afterEach(() => {
  report.mockReset();
  vi.useRealTimers();
});

/** A program writes a file each `everyMs`, for `durationMs`. */
function write(everyMs: number, durationMs: number): void {
  for (let elapsed = 0; elapsed < durationMs; elapsed += everyMs) {
    changes.add();
    vi.advanceTimersByTime(everyMs);
  }
}

test('changes in a row are reported once, after the last of them', () => {
  write(20, 200);
  expect(report).not.toHaveBeenCalled();
  vi.advanceTimersByTime(10_000);
  expect(report).toHaveBeenCalledTimes(1);
});

test('a file that is written without pause is reported while it is written, and once more after its end', () => {
  write(50, 9_000);
  expect(report.mock.calls.length).toBeGreaterThanOrEqual(4);
  expect(report.mock.calls.length).toBeLessThanOrEqual(6);
  report.mockClear();
  vi.advanceTimersByTime(10_000);
  expect(report).toHaveBeenCalledTimes(1);
});

test('nothing is reported after the end of watching', () => {
  write(50, 100);
  changes.stop();
  vi.advanceTimersByTime(10_000);
  expect(report).not.toHaveBeenCalled();
});
