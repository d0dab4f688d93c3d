/** The number of notifications in the store. Counting a million takes a while, so the total is cached and updated. */
import type { DatabaseSync } from 'node:sqlite';

/**
 * Limit for the pages in memory while all are counted, in KiB. A count reads every page once: with a larger limit they
 * would displace those of the indexes, and stay in memory.
 */
const COUNTING_CACHE_KB = 500;

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
  // SQLite counts a whole table by its pages, without looking at the rows. The smallest table with a row for each
  // notification is one that FTS5 keeps beside the full-text index. A count with a condition takes almost four times as
  // long.
  const total = database.prepare(
    `SELECT (SELECT count(*) FROM words_docsize) - (SELECT count(*) FROM notifications WHERE removed = 1) AS n`,
  );
  const dataVersion = database.prepare('PRAGMA data_version');
  function countAll(): number {
    // A prepared statement would return the size of when it was prepared.
    const { cache_size: before } = database.prepare('PRAGMA cache_size').get() as { cache_size: number };
    database.exec(`PRAGMA cache_size = -${COUNTING_CACHE_KB}`);
    try {
      return (total.get() as { n: number }).n;
    } finally {
      database.exec(`PRAGMA cache_size = ${before}`);
    }
  }
  let cached: { total: number; version: number } | undefined;
  return {
    count() {
      const version = (dataVersion.get() as { data_version: number }).data_version;
      if (cached?.version !== version) cached = { total: countAll(), version };
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
