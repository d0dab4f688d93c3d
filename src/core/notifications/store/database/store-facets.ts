/**
 * Filters by columns with few different values: method, provider, event, kind, code, signature result. Each occurring
 * combination is a facet with a number, and every notification has the number of its facet. A filter by several columns
 * is then a few ranges of one index, already in order, even where each value alone is frequent and no notification has
 * all of them.
 */
import type { DatabaseSync } from 'node:sqlite';
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
  CREATE INDEX by_facet ON notifications (facet, received_at) WHERE removed = 0;
  CREATE INDEX by_facet_route ON notifications (facet, route, received_at) WHERE removed = 0;
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
  const placeOf = preparePlaces(database);

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
      const { from, where, values, newest, oldest } = rangeOf(filter);
      const last = before === undefined ? newest : olderOf(newest, placeOf(before));
      const page = database.prepare(
        `SELECT id, received_at AS at FROM ${from} WHERE ${where} ORDER BY received_at DESC, id DESC LIMIT ?`,
      );
      page.setReturnArrays(true);
      let places: Place[] = [];
      for (const facet of facets) {
        // Rows older than the last one of a full page are not read.
        const end = (places.length >= limit ? places.at(-1) : undefined) ?? oldest;
        const rows = page.all(facet, ...values, last.at, last.id, end.at, end.id, limit);
        const found = (rows as unknown as [number, number][]).map(([id, at]) => ({ id, at }));
        if (found.length > 0) places = [...places, ...found].sort(newestFirst).slice(0, limit);
      }
      return places.map(({ id }) => id);
    },
    count(filter, max) {
      const facets = matching(filter);
      if (!facets) return undefined;
      const { from, where, values, newest, oldest } = rangeOf(filter);
      const limited = database.prepare(`SELECT count(*) AS n FROM (SELECT 1 FROM ${from} WHERE ${where} LIMIT ?)`);
      let total = 0;
      for (const facet of facets) {
        if (total >= max) break;
        const counted = limited.get(facet, ...values, newest.at, newest.id, oldest.at, oldest.id, max - total);
        total += (counted as { n: number }).n;
      }
      return total;
    },
  };
}

/**
 * Returns the place of a notification in a list: of the next older one by number if it was deleted meanwhile, so that a
 * list goes on about there.
 */
export function preparePlaces(database: DatabaseSync): (id: number) => Place {
  const place = database.prepare('SELECT received_at AS at FROM notifications WHERE id <= ? ORDER BY id DESC LIMIT 1');
  return (id) => ({ id, at: (place.get(id) as { at: number } | undefined)?.at ?? OLDEST.at });
}

/**
 * The range of the index within one facet that matches, between two places: `values` follow the number of the facet, and
 * precede the places.
 */
function rangeOf({ path, since, until }: NotificationFilter) {
  return {
    from: `notifications INDEXED BY ${path === undefined ? 'by_facet' : 'by_facet_route'}`,
    where: `removed = 0 AND facet = ? ${path === undefined ? '' : 'AND route = ?'}
      AND (received_at, id) < (?, ?) AND (received_at, id) > (?, ?)`,
    values: path === undefined ? [] : [path],
    newest: { ...NEWEST, ...(until !== undefined && { at: millisecondsOf(until) }) },
    oldest: { ...OLDEST, ...(since !== undefined && { at: millisecondsOf(since) }) },
  };
}

/** Where a notification is in a list. */
export interface Place {
  id: number;
  /** Milliseconds since 1970. */
  at: number;
}
const NEWEST: Place = { id: Number.MAX_SAFE_INTEGER, at: Number.MAX_SAFE_INTEGER };
const OLDEST: Place = { id: 0, at: Number.MIN_SAFE_INTEGER };
const newestFirst = (a: Place, b: Place): number => b.at - a.at || b.id - a.id;
const olderOf = (a: Place, b: Place): Place => (newestFirst(a, b) > 0 ? a : b);

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
