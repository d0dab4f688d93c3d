/** The number of notifications in the store. Counting a million takes a while, so the total is cached and updated. */
import type { DatabaseSync } from 'node:sqlite';

export interface StoreTotal {
  /** Counts again only after a change that did not update the total, of this process or of another one. */
  count(): number;
  /** To be called before a change. */
  invalidate(): void;
  /**
   * Runs a change that adds notifications, and updates the total.
   * @param addedOf the number of added notifications by the result; undefined: unknown
   */
  countAlong<T>(change: () => T, addedOf: (result: T) => number | undefined): T;
}

export function prepareTotal(database: DatabaseSync): StoreTotal {
  // Counted by the index `by_time`, which has these rows only: reading the rows themselves takes four times as long.
  const total = database.prepare('SELECT count(*) AS n FROM notifications WHERE removed = 0');
  const dataVersion = database.prepare('PRAGMA data_version');
  let cached: { total: number; version: number } | undefined;
  return {
    count() {
      const version = (dataVersion.get() as { data_version: number }).data_version;
      if (cached?.version !== version) cached = { total: (total.get() as { n: number }).n, version };
      return cached.total;
    },
    invalidate: () => void (cached = undefined),
    countAlong(change, addedOf) {
      const before = cached;
      cached = undefined;
      const result = change();
      const added = addedOf(result);
      if (before && added !== undefined) cached = { ...before, total: before.total + added };
      return result;
    },
  };
}
