/** Reads recognized notifications from the database: one, a page, a count. */
import type { NotificationFilter, NotificationSummary } from '../../../../contract/webhooks/notification.ts';
import type { LiveNotifications } from '../../live-notifications.ts';
import type { NotificationStore } from '../store-api.ts';
import type { StoreDatabase } from '../database/store-database.ts';
import { EVERYTHING, queryOf } from './store-query.ts';
import { storedOf, summariesOf, summaryColumns, type Row, type StoredNotification } from '../database/store-row.ts';

export const MAX_COUNTED = 10_000;

export interface StoreReading extends Pick<NotificationStore, 'list' | 'count' | 'after' | 'lastId'> {
  summary(id: number): NotificationSummary | undefined;
  /** A notification in its stored form, and with its secrets where they are still in memory. */
  read(id: number): { received: StoredNotification; original: StoredNotification } | undefined;
  ids(filter: NotificationFilter): number[];
}

export function prepareReading(store: StoreDatabase, live: LiveNotifications): StoreReading {
  const { statements } = store;
  function summary(id: number): NotificationSummary | undefined {
    return summariesOf(statements.summary, id)[0];
  }
  return {
    summary,
    read(id) {
      const row = statements.get.get(id) as unknown as Row | undefined;
      const received = row && storedOf(row);
      return received && { received, original: live.restored(id, received) };
    },
    ...prepareFilters(store),
    after(id, limit, maxBytes = Infinity) {
      const page: StoredNotification[] = [];
      let bytes = 0;
      for (const row of statements.after.iterate(id, limit) as unknown as Iterable<Row>) {
        page.push(live.restored(row.id, storedOf(row)));
        bytes += row.size;
        if (bytes >= maxBytes) break;
      }
      return page;
    },
    lastId: () => (statements.lastId.get() as { seq: number } | undefined)?.seq ?? 0,
  };
}

/** Prepares filtered lists and counts. */
function prepareFilters({ database, facets, total }: StoreDatabase): Pick<StoreReading, 'list' | 'count' | 'ids'> {
  // One statement for the page, because one for each notification takes twice as long.
  const page = database.prepare(
    `SELECT ${summaryColumns} FROM json_each(?) AS listed CROSS JOIN notifications
      WHERE notifications.id = listed.value ORDER BY listed.key`,
  );
  const inOrder = (ids: readonly number[]): NotificationSummary[] => summariesOf(page, JSON.stringify(ids));
  return {
    ids(filter) {
      const { from, where, values } = queryOf(database, facets, filter);
      const rows = database.prepare(`SELECT id FROM ${from} WHERE ${where}`).all(...values) as { id: number }[];
      return rows.map(({ id }) => id);
    },
    list(filter, { before, limit }) {
      const ids = facets.ids(filter, { before, limit });
      if (ids) return inOrder(ids);
      const { from, where, values, order } = queryOf(database, facets, filter, before);
      const query = `SELECT ${summaryColumns} FROM ${from} WHERE ${where} ORDER BY ${order} LIMIT ?`;
      return summariesOf(database.prepare(query), ...values, limit);
    },
    count(filter) {
      const byFacets = facets.count(filter, MAX_COUNTED);
      if (byFacets !== undefined) return byFacets;
      const { from, where, values } = queryOf(database, facets, filter);
      if (where === EVERYTHING) return total.count();
      const counted = `SELECT 1 FROM ${from} WHERE ${where} LIMIT ${MAX_COUNTED}`;
      return (database.prepare(`SELECT count(*) AS n FROM (${counted})`).get(...values) as { n: number }).n;
    },
  };
}
