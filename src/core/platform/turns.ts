/** Long work on the thread that also answers the interface, in turns: what others ask is answered between two of them. */
import { setImmediate as nextTurn } from 'node:timers/promises';

/** A frame of the interface takes 16 ms. */
const TURN_MS = 8;

/** @returns to be awaited before each piece of the work: gives way when the turn has taken 8 ms, else goes on at once */
export function createTurns(): () => Promise<void> {
  let began = performance.now();
  return async () => {
    if (performance.now() - began < TURN_MS) return;
    await nextTurn();
    began = performance.now();
  };
}
