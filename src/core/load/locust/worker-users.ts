/** The users that a worker runs: those of the current run, and the end of those of runs before it. */
import { createLoadUsers, type LoadUsers } from './load-users.ts';

export interface WorkerUsers {
  /** Also while iterations of users that were ended still run. */
  areRunning(): boolean;
  /** Begins a run, where none is under way. @returns whether it has begun */
  begin(): boolean;
  /** @param counts by class. @returns how many there are now */
  set(counts: Readonly<Record<string, number>>): Record<string, number>;
  counts(): Record<string, number>;
  /** Starts of arrivals that were due since the last call, and those that took place. */
  takeArrivals(): { offered: number; started: number };
  /**
   * Settles when no iteration runs any more, also of users that were ended before.
   * @param graceMs that iterations have to end by themselves
   */
  end(graceMs: number): Promise<void>;
}

export function createWorkerUsers(iterate: (signal: AbortSignal) => Promise<void>, thinkMs: number): WorkerUsers {
  let users: LoadUsers | undefined;
  let ending: Promise<unknown> = Promise.resolve();
  let endings = 0;
  return {
    areRunning: () => users !== undefined || endings > 0,
    begin() {
      if (users) return false;
      users = createLoadUsers(iterate, thinkMs);
      return true;
    },
    set: (counts) => users?.set(counts) ?? {},
    counts: () => users?.counts() ?? {},
    takeArrivals: () => users?.takeArrivals() ?? { offered: 0, started: 0 },
    async end(graceMs) {
      const former = users;
      users = undefined;
      endings += 1;
      await (ending = Promise.all([ending, former?.end(graceMs)]));
      endings -= 1;
    },
  };
}
