/** The notifications that are stored and not recognised yet, ordered by id. */
import { countOf, type InboxRow } from '../listener/inbox.ts';
import type { LiveNotifications } from '../live-notifications.ts';
import type { StoreDatabase } from './database/store-database.ts';

/** The ids of notifications that arrived together. */
export interface InboxGroup {
  first: number;
  count: number;
}

export interface StoreInbox {
  /**
   * Stores all of them or none; returns the id of the first, the others have the ids after it. @throws StorageFailed
   */
  add(rows: readonly InboxRow[]): number;
  /** Ordered from the oldest. */
  groups(): readonly InboxGroup[];
  /** Deletes the row of a group and returns it; undefined when another process with the same file has recognised it. */
  take(first: number): Pick<InboxRow, 'about' | 'bodies'> | undefined;
  /** Removes the oldest groups, which were recognised. */
  drop(groups: number): void;
  /** The number of waiting notifications. */
  waiting(): number;
  /** The id of the oldest; Infinity without any. Notifications are recognised in the order in which they were stored. */
  firstWaiting(): number;
  /** Reads the groups of the file, including those that another process has added. */
  reload(): void;
}

/** Begins without the groups of the file; `reload` adds them. */
export function prepareInbox({ statements, transaction }: StoreDatabase, live: LiveNotifications): StoreInbox {
  let groups: InboxGroup[] = [];
  let waiting = 0;
  return {
    add(rows) {
      const total = countOf(rows);
      const added: InboxGroup[] = [];
      transaction(() => {
        const { seq } = statements.reserve.get(total) as { seq: number };
        let first = seq - total + 1;
        for (const { about, bodies, count, originals } of rows) {
          statements.appendBatch.run(first, count, about, bodies);
          for (const original of originals) live.add(first + original.index, original);
          added.push({ first, count });
          first += count;
        }
      });
      groups.push(...added);
      waiting += total;
      return added[0]?.first ?? 0;
    },
    groups: () => groups,
    take: (first) => statements.take.get(first) as Pick<InboxRow, 'about' | 'bodies'> | undefined,
    drop(count) {
      waiting -= countOf(groups.splice(0, count));
    },
    waiting: () => waiting,
    firstWaiting: () => groups[0]?.first ?? Infinity,
    reload() {
      groups = statements.waitingBatches.all() as unknown as InboxGroup[];
      waiting = countOf(groups);
    },
  };
}
