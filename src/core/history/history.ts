/**
 * Sent requests with their responses: SQLite in the folder of the workspace's state; bounded, searchable, clearable.
 */
import type { HistoryDetail, HistoryEntry } from '../../contract/collection/collection.ts';
import { codedError } from '../../contract/errors.ts';
import type { Mask } from '../platform/secrets/mask.ts';
import { maskContent } from '../platform/secrets/mask-content.ts';
import { openDatabase } from '../platform/files/open-database.ts';
import { withoutCredentials, type SentRecord } from './history-record.ts';
import { openKeptLoadRuns, type KeptLoadRuns } from './kept-load-runs.ts';
import { openKeptRuns, type KeptRuns } from './kept-runs.ts';

const MAX_SENDS = 5_000;
const MAX_TEXT = 256 * 1024;

export interface History {
  /**
   * @param mask hides the known secrets; credentials in known places (such as the header Authorization) are masked as
   * well
   */
  add(record: SentRecord, mask: Mask): void;
  /** The newest first. @param search words in name, address, method or status */
  list(search: string, page: { before?: number | undefined; limit: number }): HistoryEntry[];
  get(id: number): HistoryDetail;
  /** Hides an entry; it is deleted when the history is closed. */
  remove(id: number): void;
  restore(id: number): void;
  clear(): void;
  /** Runs of the collection, in the same file. */
  runs: KeptRuns;
  /** Load runs, in the same file. */
  loads: KeptLoadRuns;
  close(): void;
}

const schema = `
  CREATE TABLE IF NOT EXISTS sends (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL,
    request TEXT NOT NULL,
    name TEXT NOT NULL,
    method TEXT NOT NULL,
    url TEXT NOT NULL,
    status INTEGER,
    duration REAL NOT NULL,
    size INTEGER NOT NULL,
    failure TEXT,
    detail TEXT NOT NULL
  ) STRICT;
  PRAGMA user_version = 1;
`;
const columns = 'id, at, request, name, method, url, status, duration AS durationMs, size, failure';

/** @throws StorageFailed */
export function openHistory(file: string, onNotice: (text: string) => void): History {
  const database = openDatabase({ file, schema, content: 'The history', onNotice });
  const insert = database.prepare(
    'INSERT INTO sends (at, request, name, method, url, status, duration, size, failure, detail) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const prune = database.prepare('DELETE FROM sends WHERE id <= (SELECT max(id) FROM sends) - ?');
  const get = database.prepare(`SELECT ${columns}, detail FROM sends WHERE id = ?`);
  /** Hidden entries, which are not deleted yet. */
  const removedIds = new Set<number>();
  const loads = openKeptLoadRuns(database);
  return {
    runs: openKeptRuns(database),
    loads,
    add(record, mask) {
      const { edited, requestHeaders, headers, text, ...entry } = maskContent(withoutCredentials(record), mask);
      const truncated = text.length > MAX_TEXT;
      const detail = JSON.stringify({ edited, requestHeaders, headers, text: text.slice(0, MAX_TEXT), truncated });
      const { at, request, name, method, url, status, durationMs, size, failure } = entry;
      try {
        insert.run(at, request, name, method, url, status, durationMs, size, failure, detail);
        prune.run(MAX_SENDS);
      } catch (error) {
        onNotice(`A send could not be stored in the history: ${(error as Error).message}`);
      }
    },
    list(search, { before = Number.MAX_SAFE_INTEGER, limit }) {
      const words = search.trim().split(/\s+/).filter(Boolean);
      const text = "(name || ' ' || url || ' ' || method || ' ' || coalesce(status, failure))";
      const conditions = words.map(() => `AND ${text} LIKE ? ESCAPE '\\'`).join(' ');
      const values = words.map((word) => `%${word.replace(/[%_\\]/g, '\\$&')}%`);
      const rows = database
        .prepare(
          `SELECT ${columns} FROM sends WHERE id < ? ${conditions} AND id NOT IN (SELECT value FROM json_each(?)) ORDER BY id DESC LIMIT ?`,
        )
        .all(before, ...values, JSON.stringify([...removedIds]), limit);
      return rows.map((row) => ({ ...row })) as unknown as HistoryEntry[];
    },
    get(id) {
      const row = get.get(id) as (HistoryEntry & { detail: string }) | undefined;
      if (!row) throw codedError('FileNotFound', 'This request is no longer in the history.', 'Reload the list.');
      const { detail, ...entry } = row;
      return { ...entry, ...(JSON.parse(detail) as Omit<HistoryDetail, keyof HistoryEntry>) };
    },
    remove: (id) => void removedIds.add(id),
    restore: (id) => void removedIds.delete(id),
    clear() {
      database.exec('DELETE FROM sends; VACUUM;');
    },
    close() {
      if (!database.isOpen) return;
      loads.emptyTrash();
      database
        .prepare('DELETE FROM sends WHERE id IN (SELECT value FROM json_each(?))')
        .run(JSON.stringify([...removedIds]));
      database.close();
    },
  };
}
