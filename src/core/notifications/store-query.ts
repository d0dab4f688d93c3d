/** Filters as SQL. What people type is only ever a value, never a part of a statement. */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { NotificationFilter } from '../../contract/notification.ts';

export const EVERYTHING = 'removed = 0';
/** Up to so many rows are looked at one by one. */
const MAX_RARE = 1000;

export interface StoreQuery {
  from: string;
  where: string;
  values: SQLInputValue[];
  order: string;
}

/**
 * SQLite does not know which values are rare, and would look through a million rows for a few. So the statement begins
 * with a rare value where the filter has one, else with the search, else with the time; a `+` keeps SQLite from beginning
 * with another column.
 *
 * @param before number of the notification that precedes the page
 */
export function queryOf(database: DatabaseSync, filter: NotificationFilter, before?: number): StoreQuery {
  const where = [EVERYTHING];
  const values: SQLInputValue[] = [];
  const add = (condition: string, ...parameters: SQLInputValue[]) => {
    where.push(condition);
    values.push(...parameters);
  };
  const equal = equalities(filter);
  const times = timesIn(filter);
  const words = matchOf(filter.search ?? '');
  const isSimple = equal.length + times.length + (words ? 1 : 0) < 2;
  const rare = isSimple ? undefined : equal.find((one) => isRare(database, one));
  const first = rare ? 'rare' : words ? 'words' : times.length > 0 ? 'time' : 'id';

  // From the index of words to the rows, in its order: a common word ends after one page.
  if (first === 'words') add('words MATCH ? AND notifications.id = words.rowid', words);
  else if (words) add('id IN (SELECT words.rowid FROM words WHERE words MATCH ?)', words);
  for (const one of equal)
    add(`${one === rare || first === 'id' ? '' : '+'}${one.column} = ?${one.and ?? ''}`, one.value);
  for (const { operator, at } of times) add(`${first === 'time' ? '' : '+'}received_at ${operator} ?`, at);
  if (filter.code === 'any') add('code IS NOT NULL');
  if (filter.pinned) add('pinned = 1');
  if (before !== undefined) {
    if (first === 'words') add('words.rowid < ?', before);
    else if (first === 'time')
      add('(received_at, id) < (SELECT page.received_at, page.id FROM notifications page WHERE page.id = ?)', before);
    else add('id < ?', before);
  }
  return {
    from: first === 'words' ? 'words CROSS JOIN notifications' : 'notifications',
    where: where.join(' AND '),
    values,
    order: { rare: 'id DESC', id: 'id DESC', words: 'words.rowid DESC', time: 'received_at DESC, id DESC' }[first],
  };
}

interface Equality {
  column: string;
  value: string;
  /** What SQLite has to read in order to use a partial index. */
  and?: string;
}

function equalities(filter: NotificationFilter): Equality[] {
  const { method, path, provider, event, kind, code, verdict, chat, idMessage } = filter;
  const columns = { message: idMessage, chat, event, route: path, method, provider, kind };
  const equal = Object.entries(columns).flatMap(([column, value]) => (value === undefined ? [] : [{ column, value }]));
  return [
    ...equal,
    ...(code === undefined || code === 'any' ? [] : [{ column: 'code', value: code }]),
    ...(verdict === undefined ? [] : [verdictIs(verdict)]),
  ];
}
const verdictIs = (verdict: string): Equality => ({
  column: 'verdict',
  value: verdict,
  ...(verdict === 'documented' ? {} : { and: " AND verdict <> 'documented'" }),
});

/** In milliseconds since 1970; a text that is no time is 1970. */
function timesIn({ since, until }: NotificationFilter): { operator: '>=' | '<='; at: number }[] {
  const at = (text: string) => new Date(text).getTime() || 0;
  return [
    ...(since === undefined ? [] : [{ operator: '>=' as const, at: at(since) }]),
    ...(until === undefined ? [] : [{ operator: '<=' as const, at: at(until) }]),
  ];
}

function isRare(database: DatabaseSync, { column, value, and = '' }: Equality): boolean {
  const some = `SELECT 1 FROM notifications WHERE ${column} = ?${and} LIMIT ${MAX_RARE + 1}`;
  const { n } = database.prepare(`SELECT count(*) AS n FROM (${some})`).get(value) as { n: number };
  return n <= MAX_RARE;
}

/** Words as FTS5 wants them: each quoted, so that none is an operator; the last may be the beginning of one. */
function matchOf(search: string): string {
  const words = search.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.map((word, index) => `"${word}"${index === words.length - 1 ? '*' : ''}`).join(' ');
}
