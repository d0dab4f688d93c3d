/**
 * Divides long work on the thread that serves the interface into turns; calls of the interface are answered between
 * them.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Milliseconds of a turn. A frame of the interface takes 16 ms. */
const TURN_MS = 8;

/** @returns a function to be awaited before each piece of the work: yields when the turn has taken 8 ms */
export function createTurns(): () => Promise<void> {
  let startMs = performance.now();
  return async () => {
    if (performance.now() - startMs < TURN_MS) return;
    await nextTurn();
    startMs = performance.now();
  };
}
