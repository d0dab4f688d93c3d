/** Translates filters to SQL. Text of a person is only ever a bound value, never a part of a statement. */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { NotificationFilter } from '../../../../contract/webhooks/notification.ts';
import { millisecondsOf, preparePlaces, type Facets, type Place } from '../database/store-facets.ts';

export const EVERYTHING = 'removed = 0';
/** A filter with up to this many candidates is evaluated row by row. */
const MAX_RARE = 1000;

export interface StoreQuery {
  from: string;
  where: string;
  values: SQLInputValue[];
  order: string;
}

/**
 * Queries that facets (store-facets.ts) cannot answer: a search, a chat, a message, a time alone. SQLite does not know
 * which values are rare, and would scan a million rows for a few. So the statement begins with a rare value where the
 * filter has one, else with the search, else with the index that is named here.
 * @param before id of the notification that precedes the page
 */
export function queryOf(
  database: DatabaseSync,
  facets: Pick<Facets, 'ids'>,
  filter: NotificationFilter,
  before?: number,
): StoreQuery {
  const criteria = criteriaOf(filter);
  const { indexed, equalities, times, words } = criteria;
  const rare = rareIdsOf(database, facets, filter, criteria);
  const first = rare ? 'rare' : words ? 'words' : indexOf(filter);
  const conditions = createConditions();
  const { add } = conditions;

  const amongRare = 'IN (SELECT value FROM json_each(?))';
  // Joined from the full-text index, in its order, so that a frequent word ends after one page.
  if (first === 'words') add('words MATCH ? AND notifications.id = words.rowid', words);
  // With the `+`, SQLite does not search the full-text index for each row, which reads all words with a searched prefix
  // each time.
  else if (rare && words)
    add(
      `id IN (SELECT words.rowid FROM words WHERE words MATCH ? AND +words.rowid ${amongRare})`,
      words,
      JSON.stringify(rare),
    );
  else if (rare) add(`id ${amongRare}`, JSON.stringify(rare));
  // A unary `+` keeps SQLite from using the index of another column.
  const plus = rare || words ? '+' : '';
  for (const { column, value } of indexed) add(`${plus}${column} = ?`, value);
  for (const { column, value } of equalities) add(`${column} = ?`, value);
  const place = before === undefined || words ? undefined : preparePlaces(database)(before);
  for (const { condition, values } of boundsOf(times, place, plus)) add(condition, ...values);
  if (before !== undefined && words) add(`${first === 'words' ? 'words.rowid' : 'id'} < ?`, before);
  if (filter.code === 'any') add('code IS NOT NULL');
  if (filter.pinned) add('pinned = 1');
  return {
    from: sourceOf(first),
    where: conditions.where(),
    values: conditions.values,
    order: !words ? 'received_at DESC, id DESC' : first === 'words' ? 'words.rowid DESC' : 'id DESC',
  };
}

/** What a filter requires, by the way in which SQLite finds it. */
interface Criteria {
  /** Equalities with columns that have an index. */
  indexed: Equality[];
  equalities: Equality[];
  times: ReturnType<typeof timesIn>;
  /** The search in FTS5 syntax; empty without one. */
  words: string;
}

function criteriaOf(filter: NotificationFilter): Criteria {
  return {
    indexed: equalitiesOf({ message: filter.idMessage, chat: filter.chat }),
    equalities: equalitiesOf({
      method: filter.method,
      route: filter.path,
      provider: filter.provider,
      event: filter.event,
      kind: filter.kind,
      code: filter.code === 'any' ? undefined : filter.code,
      verdict: filter.verdict,
    }),
    times: timesIn(filter),
    words: matchOf(filter.search ?? ''),
  };
}

/** The ids with a value that few notifications have. Undefined where there is none, or the filter has one criterion. */
function rareIdsOf(
  database: DatabaseSync,
  facets: Pick<Facets, 'ids'>,
  filter: NotificationFilter,
  { indexed, equalities, times, words }: Criteria,
): number[] | undefined {
  if (indexed.length + equalities.length + times.length + (words ? 1 : 0) < 2) return undefined;
  const ofFacets = { ...filter, search: undefined, chat: undefined, idMessage: undefined, pinned: undefined };
  return firstOf(indexed, (item) => rareIds(database, item)) ?? fewIds(facets, ofFacets);
}

/** Collects the conditions of a statement with their bound values. */
function createConditions() {
  const conditions = [EVERYTHING];
  const values: SQLInputValue[] = [];
  return {
    values,
    add(condition: string, ...parameters: SQLInputValue[]): void {
      conditions.push(condition);
      values.push(...parameters);
    },
    where: () => conditions.join(' AND '),
  };
}

function sourceOf(first: string): string {
  if (first === 'words') return 'words CROSS JOIN notifications';
  return first === 'rare' ? 'notifications' : `notifications INDEXED BY ${first}`;
}

/** The index that a query begins with which has neither a rare value nor a search. */
function indexOf({ pinned, idMessage, chat }: NotificationFilter): string {
  if (pinned) return 'by_pinned';
  if (idMessage !== undefined) return 'by_message';
  return chat === undefined ? 'by_time' : 'by_chat';
}

interface Equality {
  column: string;
  value: string;
}

const equalitiesOf = (columns: Record<string, string | undefined>): Equality[] =>
  Object.entries(columns).flatMap(([column, value]) => (value === undefined ? [] : [{ column, value }]));

/** The bounds in milliseconds since 1970. */
function timesIn({ since, until }: NotificationFilter): { operator: '>=' | '<='; at: number }[] {
  return [
    ...(since === undefined ? [] : [{ operator: '>=' as const, at: millisecondsOf(since) }]),
    ...(until === undefined ? [] : [{ operator: '<=' as const, at: millisecondsOf(until) }]),
  ];
}

/**
 * Conditions for a page of a period. Of two upper bounds only the stricter one: SQLite seeks by one of them, and reads
 * every row up to the other.
 */
function boundsOf(times: ReturnType<typeof timesIn>, place: Place | undefined, plus: '+' | '') {
  const isLater = ({ operator, at }: (typeof times)[number]) =>
    place !== undefined && operator === '<=' && at >= place.at;
  const bounds = times
    .filter((time) => !isLater(time))
    .map(({ operator, at }) => ({ condition: `${plus}received_at ${operator} ?`, values: [at] }));
  if (!place || bounds.some(({ condition }) => condition.includes('<='))) return bounds;
  return [...bounds, { condition: '(received_at, id) < (?, ?)', values: [place.at, place.id] }];
}

/** The ids of the notifications with a value, if they are few. */
function rareIds(database: DatabaseSync, { column, value }: Equality): number[] | undefined {
  const sql = `SELECT id FROM notifications WHERE ${column} = ? AND ${EVERYTHING} LIMIT ${MAX_RARE + 1}`;
  const ids = (database.prepare(sql).all(value) as { id: number }[]).map(({ id }) => id);
  return ids.length <= MAX_RARE ? ids : undefined;
}

function firstOf<T, R>(items: readonly T[], find: (item: T) => R | undefined): R | undefined {
  for (const item of items) {
    const value = find(item);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** The ids of the notifications that match a filter of facets, if they are few. */
function fewIds(facets: Pick<Facets, 'ids'>, filter: NotificationFilter): number[] | undefined {
  const ids = facets.ids(filter, { limit: MAX_RARE + 1 });
  return ids && ids.length <= MAX_RARE ? ids : undefined;
}

/**
 * A word of a search. The tables of SQLite are older, and separate words at some of these letters: it searches such a
 * word as a phrase.
 */
const WORD = /[\p{L}\p{N}]+/gu;

/** A search in FTS5 syntax: each word is quoted, so that none is an operator; the last one is a prefix. */
export function matchOf(search: string): string {
  const words = search.match(WORD) ?? [];
  return words.map((word, index) => `"${word}"${index === words.length - 1 ? '*' : ''}`).join(' ');
}
