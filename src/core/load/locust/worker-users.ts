/** The users of a worker: those of the current run, and those of former runs that are still ending. */
import { createLoadUsers, type LoadUsers } from './load-users.ts';

export interface WorkerUsers {
  /** True also while iterations of ended users still run. */
  areRunning(): boolean;
  /** Begins a run unless one is under way. @returns whether it has begun */
  begin(): boolean;
  /** @param counts by class. @returns the present number of users by class */
  set(counts: Readonly<Record<string, number>>): Record<string, number>;
  counts(): Record<string, number>;
  /** The number of arrivals that were due since the last call, and the number that were started. */
  takeArrivals(): { offered: number; started: number };
  /**
   * Settles when no iteration is running, including those of users that were ended before.
   * @param graceMs time for iterations to end by themselves; a shorter time than that of an earlier call replaces it
   */
  end(graceMs: number): Promise<void>;
}

export function createWorkerUsers(iterate: (signal: AbortSignal) => Promise<void>, thinkMs: number): WorkerUsers {
  let users: LoadUsers | undefined;
  /** The users of former runs whose iterations still run. */
  const ending = new Set<LoadUsers>();
  return {
    areRunning: () => users !== undefined || ending.size > 0,
    begin() {
      if (users) return false;
      users = createLoadUsers(iterate, thinkMs);
      return true;
    },
    set: (counts) => users?.set(counts) ?? {},
    counts: () => users?.counts() ?? {},
    takeArrivals: () => users?.takeArrivals() ?? { offered: 0, started: 0 },
    async end(graceMs) {
      if (users) ending.add(users);
      users = undefined;
      const ends = [...ending].map((item) => item.end(graceMs).then(() => ending.delete(item)));
      await Promise.all(ends);
    },
  };
}
