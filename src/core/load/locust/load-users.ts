/** The users of both classes of resources/outrigger.py that a master has assigned to this worker. */
import { DEFAULT_MAX_RUNNING, MAX_LOAD_USERS } from '../../../contract/load/load-limits.ts';
import { createArrivals } from '../arrivals.ts';
import { createVirtualUsers } from '../virtual-users.ts';

export interface LoadUsers {
  /** @param counts by class. @returns how many there are now */
  set(counts: Readonly<Record<string, number>>): Record<string, number>;
  counts(): Record<string, number>;
  /** The number of arrivals that were due since the last call, and the number that were started. */
  takeArrivals(): { offered: number; started: number };
  /**
   * Settles when no iteration is running. May be called again with less time.
   * @param graceMs time for iterations to end by themselves before they are aborted
   */
  end(graceMs: number): Promise<void>;
}

/** @param iterate runs one iteration, until the signal aborts it */
export function createLoadUsers(iterate: (signal: AbortSignal) => Promise<void>, thinkMs: number): LoadUsers {
  const stop = new AbortController();
  const iterateOnce = () => iterate(stop.signal);
  const users = createVirtualUsers(iterateOnce, thinkMs);
  const arrivals = createArrivals({ iterate: iterateOnce, spacing: 'poisson', maxRunning: DEFAULT_MAX_RUNNING });
  let current: Record<string, number> = {};
  let reportedCounts = { offered: 0, started: 0 };
  return {
    set(counts) {
      current = Object.fromEntries(
        Object.entries(counts).map(([name, count]) => [
          name,
          name === 'Users' || name === 'Arrivals' ? Math.min(count, MAX_LOAD_USERS) : 0,
        ]),
      );
      users.setCount(current['Users'] ?? 0);
      arrivals.setRate(current['Arrivals'] ?? 0);
      return current;
    },
    counts: () => current,
    takeArrivals() {
      const { offered, started } = arrivals.counts();
      const since = { offered: offered - reportedCounts.offered, started: started - reportedCounts.started };
      reportedCounts = { offered, started };
      return since;
    },
    async end(graceMs) {
      current = {};
      const ended = Promise.all([users.end(), arrivals.end()]);
      const grace = setTimeout(() => stop.abort(), graceMs);
      await ended;
      clearTimeout(grace);
    },
  };
}
