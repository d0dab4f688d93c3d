/** Filters as SQL. What people type is only ever a value, never a part of a statement. */
import type { SQLInputValue } from 'node:sqlite';
import type { NotificationFilter } from '../../contract/notification.ts';

export const EVERYTHING = 'removed = 0';

export function conditions(
  filter: NotificationFilter,
  before?: number,
): { from: string; where: string; values: SQLInputValue[]; order: string } {
  const where = [EVERYTHING];
  const values: SQLInputValue[] = [];
  const add = (condition: string, ...given: SQLInputValue[]) => {
    where.push(condition);
    values.push(...given);
  };
  const words = matchOf(filter.search ?? '');
  // From the index to the rows, in the order of the index: a common word ends after one page.
  if (words) add('words MATCH ? AND notifications.id = words.rowid', words);
  if (filter.method !== undefined) add('method = ?', filter.method);
  if (filter.path !== undefined) add('route = ?', filter.path);
  if (filter.provider !== undefined) add('provider = ?', filter.provider);
  if (filter.event !== undefined) add('event = ?', filter.event);
  if (filter.pinned) add('pinned = 1');
  if (filter.kind !== undefined) add('kind = ?', filter.kind);
  if (filter.code === 'any') add('code IS NOT NULL');
  else if (filter.code !== undefined) add('code = ?', filter.code);
  if (filter.verdict !== undefined) add('verdict = ?', filter.verdict);
  if (filter.chat !== undefined) add('chat = ?', filter.chat);
  if (filter.idMessage !== undefined) add('message = ?', filter.idMessage);
  if (filter.since !== undefined) add('received_at >= ?', new Date(filter.since).getTime() || 0);
  if (filter.until !== undefined) add('received_at <= ?', new Date(filter.until).getTime() || 0);
  if (before !== undefined) add(words ? 'words.rowid < ?' : 'id < ?', before);
  const from = words ? 'words CROSS JOIN notifications' : 'notifications';
  return { from, where: where.join(' AND '), values, order: words ? 'words.rowid' : 'id' };
}

/** Words as FTS5 wants them: each quoted, so that none is an operator; the last may be the beginning of one. */
function matchOf(search: string): string {
  const words = search.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.map((word, index) => `"${word}"${index === words.length - 1 ? '*' : ''}`).join(' ');
}
