/**
 * Sent requests with their responses: SQLite in the folder of the workspace's state; bounded, searchable, clearable.
 */
import type { DatabaseSync } from 'node:sqlite';
import { historyEntry, type HistoryDetail, type HistoryEntry } from '../../contract/collection/collection.ts';
import { codedError } from '../../contract/errors.ts';
import type { Mask } from '../platform/secrets/mask.ts';
import { maskContent } from '../platform/secrets/mask-content.ts';
import { openDatabase } from '../platform/files/open-database.ts';
import { withoutCredentials, type SentRecord } from './history-record.ts';
import { openKeptLoadRuns, schemaOfLoadRuns, usedOfLoadRuns, type KeptLoadRuns } from './kept-load-runs.ts';
import { openKeptRuns, schemaOfRuns, usedOfRuns, type KeptRuns } from './kept-runs.ts';

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
/** Integers are read as other numbers: one that is too large for JavaScript would end the reading of all rows. */
const columns = `CAST(id AS REAL) AS id, CAST(at AS REAL) AS at, request, name, method, url,
  CAST(status AS REAL) AS status, duration AS durationMs, CAST(size AS REAL) AS size, failure`;
/** Prepared when the file is opened, so that a table with other columns is found then. */
const used = [`SELECT ${columns}, detail FROM sends`, ...usedOfRuns, ...usedOfLoadRuns];

/** @throws StorageFailed */
export function openHistory(file: string, onNotice: (text: string) => void): History {
  const database = openDatabase({
    file,
    schema: `${schema} ${schemaOfRuns} ${schemaOfLoadRuns}`,
    used,
    content: 'The history',
    onNotice,
  });
  const insert = database.prepare(
    'INSERT INTO sends (at, request, name, method, url, status, duration, size, failure, detail) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const prune = database.prepare('DELETE FROM sends WHERE id <= (SELECT max(id) FROM sends) - ?');
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
    ...prepareReading(database, removedIds),
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

/** Entries that cannot be read are left out of the list. @param removedIds hidden entries */
function prepareReading(database: DatabaseSync, removedIds: ReadonlySet<number>): Pick<History, 'list' | 'get'> {
  const get = database.prepare(`SELECT ${columns}, detail FROM sends WHERE id = ?`);
  return {
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
      return rows.flatMap((row) => historyEntry.safeParse(row).data ?? []);
    },
    get(id) {
      const row = get.get(id) as (HistoryEntry & { detail: string }) | undefined;
      if (!row) throw codedError('FileNotFound', 'This request is no longer in the history.', 'Reload the list.');
      const { detail, ...entry } = row;
      try {
        return { ...entry, ...(JSON.parse(detail) as Omit<HistoryDetail, keyof HistoryEntry>) };
      } catch {
        throw codedError('InvalidData', 'This request is damaged in the history.', 'Send it again.');
      }
    },
  };
}
