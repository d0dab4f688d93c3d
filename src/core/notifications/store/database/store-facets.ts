/**
 * Filters by columns with few different values: method, provider, event, kind, code, signature result. Each occurring
 * combination is a facet with a number, and every notification has the number of its facet. A filter by several columns
 * is then a few ranges of one index, already in order, even where each value alone is frequent and no notification has
 * all of them.
 */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { NotificationFilter } from '../../../../contract/webhooks/notification.ts';

/** A filter that matches more facets is evaluated row by row: only a sender of ever new events makes so many. */
const MAX_FACETS = 5000;
const MAX_CACHED = 10_000;

const facetColumns = ['method', 'provider', 'event', 'kind', 'code', 'verdict'] as const;
type FacetValues = Record<(typeof facetColumns)[number], string | null>;

export const facetTables = `
  CREATE TABLE facets (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, ${facetColumns.join(' TEXT, ')} TEXT) STRICT;
`;
export const facetIndexes = `
  CREATE INDEX by_facet ON notifications (facet, id) WHERE removed = 0;
  CREATE INDEX by_facet_time ON notifications (facet, received_at) WHERE removed = 0;
  CREATE INDEX by_facet_route ON notifications (facet, route, id) WHERE removed = 0;
  CREATE INDEX by_facet_route_time ON notifications (facet, route, received_at) WHERE removed = 0;
`;
/** Sets the facet of every notification in a file. */
export const fillFacets = `
  INSERT INTO facets (key, ${facetColumns.join(', ')})
    SELECT DISTINCT json_array(${facetColumns.join(', ')}), ${facetColumns.join(', ')} FROM notifications;
  UPDATE notifications SET facet =
    (SELECT facets.id FROM facets WHERE facets.key = json_array(${facetColumns.map((name) => `notifications.${name}`).join(', ')}));
`;

export interface FacetPage {
  /** The last id of the previous page. */
  before?: number | undefined;
  limit: number;
}
export interface Facets {
  /** The facet number of a row; a new number if no other row has this combination. */
  of(row: FacetValues): number;
  /** To be called after a rollback: issued numbers may not exist. */
  forget(): void;
  /** Ids of the matching notifications in list order; undefined where another query is faster. */
  ids(filter: NotificationFilter, page: FacetPage): number[] | undefined;
  /** The number of matching notifications, counted up to `max`; undefined where another query is faster. */
  count(filter: NotificationFilter, max: number): number | undefined;
}

export function prepareFacets(database: DatabaseSync): Facets {
  return { ...prepareNumbers(database), ...prepareSearch(database) };
}

interface CachedFacets {
  id?: number;
  under: Map<string | null, CachedFacets>;
}

/** Assigns numbers to facets. */
function prepareNumbers(database: DatabaseSync): Pick<Facets, 'of' | 'forget'> {
  /** By the values of the columns, one level of maps for each, because this is looked up for every notification. */
  const cache: CachedFacets = { under: new Map() };
  let cached = 0;
  const select = database.prepare('SELECT id FROM facets WHERE key = ?');
  const insert = database.prepare(
    `INSERT INTO facets (key, ${facetColumns.join(', ')}) VALUES (?, ${facetColumns.map(() => '?').join(', ')})`,
  );
  function numberOf(values: (string | null)[]): number {
    const key = JSON.stringify(values);
    const existing = select.get(key) as { id: number } | undefined;
    return existing?.id ?? Number(insert.run(key, ...values).lastInsertRowid);
  }
  function forget(): void {
    cache.under.clear();
    cached = 0;
  }
  return {
    of(row) {
      let entry = cache;
      for (const name of facetColumns) {
        const value = row[name];
        let next = entry.under.get(value);
        if (!next) entry.under.set(value, (next = { under: new Map() }));
        entry = next;
      }
      if (entry.id !== undefined) return entry.id;
      if (cached >= MAX_CACHED) forget();
      cached += 1;
      return (entry.id = numberOf(facetColumns.map((name) => row[name])));
    },
    forget,
  };
}

function prepareSearch(database: DatabaseSync): Pick<Facets, 'ids' | 'count'> {
  const timeOf = database.prepare('SELECT received_at AS at FROM notifications WHERE id = ?');
  const atOf = (id: number): number => (timeOf.get(id) as { at: number } | undefined)?.at ?? 0;

  /** The matching facets; undefined where they are too many, or where the filter asks for more than facets. */
  function matching(filter: NotificationFilter): number[] | undefined {
    if (!isFor(filter)) return undefined;
    const conditions = facetColumns.flatMap((column) => conditionOf(column, filter[column]));
    const where = conditions.map(({ text }) => text).join(' AND ') || '1';
    const rows = database
      .prepare(`SELECT id FROM facets WHERE ${where} LIMIT ${MAX_FACETS + 1}`)
      .all(...conditions.flatMap(({ values }) => values)) as { id: number }[];
    return rows.length > MAX_FACETS ? undefined : rows.map(({ id }) => id);
  }

  return {
    ids(filter, { before, limit }) {
      const facets = matching(filter);
      if (!facets) return undefined;
      const { byTime, from, where, values } = rangeOf(filter);
      const { order, bound, boundValues, newestFirst } = byTime ? timeOrder : idOrder;
      const newest: Place = { id: Number.MAX_SAFE_INTEGER, at: Number.MAX_SAFE_INTEGER };
      const last = before === undefined ? newest : { id: before, at: atOf(before) };
      const page = database.prepare(
        `SELECT id, received_at AS at FROM ${from} WHERE ${where} AND ${bound('<')} AND ${bound('>')}
          ORDER BY ${order} LIMIT ?`,
      );
      let places: Place[] = [];
      for (const facet of facets) {
        // Rows older than the last one of a full page are not read.
        const oldest = (places.length >= limit ? places.at(-1) : undefined) ?? { id: 0, at: Number.MIN_SAFE_INTEGER };
        const rows = page.all(facet, ...values, ...boundValues(last), ...boundValues(oldest), limit);
        if (rows.length > 0) places = [...places, ...(rows as unknown as Place[])].sort(newestFirst).slice(0, limit);
      }
      return places.map(({ id }) => id);
    },
    count(filter, max) {
      const facets = matching(filter);
      if (!facets) return undefined;
      const { from, where, values } = rangeOf(filter);
      const limited = database.prepare(`SELECT count(*) AS n FROM (SELECT 1 FROM ${from} WHERE ${where} LIMIT ?)`);
      let total = 0;
      for (const facet of facets) {
        if (total >= max) break;
        total += (limited.get(facet, ...values, max - total) as { n: number }).n;
      }
      return total;
    },
  };
}

/** The range of the index within one facet that matches: `values` follow the number of the facet. */
function rangeOf(filter: NotificationFilter) {
  const { path, since, until } = filter;
  const byTime = since !== undefined || until !== undefined;
  const index = `by_facet${path === undefined ? '' : '_route'}${byTime ? '_time' : ''}`;
  const conditions = ['removed = 0', 'facet = ?'];
  const values: SQLInputValue[] = [];
  const also = (condition: string, value: SQLInputValue) => {
    conditions.push(condition);
    values.push(value);
  };
  if (path !== undefined) also('route = ?', path);
  if (since !== undefined) also('received_at >= ?', millisecondsOf(since));
  if (until !== undefined) also('received_at <= ?', millisecondsOf(until));
  return { byTime, from: `notifications INDEXED BY ${index}`, where: conditions.join(' AND '), values };
}

/** The order of a list, as SQL with the condition that bounds a page, and as a comparison. */
interface ListOrder {
  order: string;
  bound: (operator: '<' | '>') => string;
  boundValues: (place: Place) => number[];
  newestFirst: (a: Place, b: Place) => number;
}
const timeOrder: ListOrder = {
  order: 'received_at DESC, id DESC',
  bound: (operator) => `(received_at, id) ${operator} (?, ?)`,
  boundValues: ({ id, at }) => [at, id],
  newestFirst: (a, b) => b.at - a.at || b.id - a.id,
};
const idOrder: ListOrder = {
  order: 'id DESC',
  bound: (operator) => `id ${operator} ?`,
  boundValues: ({ id }) => [id],
  newestFirst: (a, b) => b.id - a.id,
};

interface Place {
  id: number;
  /** Milliseconds since 1970. */
  at: number;
}

/** Whether facets and route express the whole filter, except for the time. */
function isFor(filter: NotificationFilter): boolean {
  const { search = '', chat, idMessage, pinned, refused: _refused, since: _since, until: _until, ...others } = filter;
  if (search !== '' || chat !== undefined || idMessage !== undefined || pinned) return false;
  return Object.values(others).some((value) => value !== undefined);
}

function conditionOf(column: string, value: string | undefined): { text: string; values: string[] }[] {
  if (value === undefined) return [];
  if (column === 'code' && value === 'any') return [{ text: 'code IS NOT NULL', values: [] }];
  return [{ text: `${column} = ?`, values: [value] }];
}

/** An invalid time counts as 1970. */
export const millisecondsOf = (text: string): number => new Date(text).getTime() || 0;
