/** The database of the notifications: its tables and indexes. */
import { renameSync, statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { codedError } from '../../../../contract/errors.ts';
import { inTransaction } from '../../../platform/files/open-database.ts';
import { makePrivateFile } from '../../../platform/files/private-files.ts';
import { facetIndexes, facetTables } from './store-facets.ts';
import { openWalSync, type WalSync } from './wal-sync.ts';

/** Raised with every change of the tables. */
const VERSION = 5;
/**
 * Headers and bodies have their own table, so that a list does not read them, and a change does not write them again.
 * Each index covers its queries, so that counting and skipping read no rows. All of them end with the time of arrival,
 * which is the order of lists, so that one index serves with a time and without; each further index takes a twentieth
 * of the time in which a notification is indexed. The full-text index collects more words in memory before it writes
 * them (bytes, by default 1 MiB), and merges later than by default, in small steps: both make it faster to write. It has
 * positions, although a search is for words only: without them, a search for a frequent word takes more than twice as long.
 */
const tables = `
  CREATE TABLE notifications (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    received_at INTEGER NOT NULL,
    source TEXT NOT NULL,
    method TEXT NOT NULL,
    path TEXT NOT NULL,
    peer TEXT NOT NULL,
    size INTEGER NOT NULL,
    provider TEXT, event TEXT, kind TEXT, title TEXT NOT NULL, sentence TEXT NOT NULL, code TEXT, verdict TEXT NOT NULL,
    chat TEXT, message TEXT, status TEXT, signature TEXT,
    repeat_key INTEGER, repeat_of INTEGER,
    answered_status INTEGER, answered_rule TEXT, answered_after INTEGER,
    pinned INTEGER NOT NULL DEFAULT 0,
    note TEXT NOT NULL DEFAULT '',
    removed INTEGER NOT NULL DEFAULT 0,
    facet INTEGER NOT NULL DEFAULT 0,
    route TEXT NOT NULL GENERATED ALWAYS AS (substr(path, 1, instr(path || '?', '?') - 1)) VIRTUAL
  ) STRICT;
  CREATE TABLE contents (id INTEGER PRIMARY KEY, headers TEXT NOT NULL, body BLOB NOT NULL) STRICT;
  CREATE TABLE responses (id INTEGER PRIMARY KEY, headers TEXT NOT NULL, body TEXT NOT NULL, size INTEGER NOT NULL)
    STRICT;
  ${facetTables}
  ${facetIndexes}
  CREATE INDEX by_time ON notifications (received_at) WHERE removed = 0;
  CREATE INDEX by_chat ON notifications (chat, received_at) WHERE chat IS NOT NULL AND removed = 0;
  CREATE INDEX by_message ON notifications (message, received_at) WHERE message IS NOT NULL AND removed = 0;
  CREATE INDEX by_repeat_key ON notifications (repeat_key) WHERE repeat_key IS NOT NULL AND repeat_of IS NULL;
  CREATE INDEX by_pinned ON notifications (id) WHERE pinned = 1;
  CREATE INDEX by_removed ON notifications (id) WHERE removed = 1;
  CREATE VIRTUAL TABLE words USING fts5 (
    indexed, content = '', contentless_delete = 1, tokenize = "unicode61"
  );
  INSERT INTO words (words, rank) VALUES ('automerge', 16), ('crisismerge', 64), ('hashsize', 4194304);
  CREATE TABLE inbox (first_id INTEGER PRIMARY KEY, count INTEGER NOT NULL, about TEXT NOT NULL, bodies BLOB NOT NULL)
    STRICT;
  INSERT INTO sqlite_sequence (name, seq) VALUES ('notifications', 0);
`;
/** What each start of a store needs: a file in which that is damaged could otherwise never be used again. */
const readFirst = `
  SELECT seq FROM sqlite_sequence;
  SELECT count(*) FROM inbox;
  SELECT count(*) FROM notifications WHERE removed = 1;
`;
/**
 * Limit for the pages in memory, in KiB: those of the indexes, which every notification changes. With SQLite's default of
 * 2000 they are read again and again, which takes a twelfth of the time in which notifications are indexed.
 */
const CACHE_KB = 16_000;
/** Code of the error for a file whose tables were created by an earlier version. */
const OUTDATED = 'OUTDATED';

export interface StoreFile {
  database: DatabaseSync;
  inode: number;
  wal: WalSync;
}

/**
 * Opens or creates the file. A damaged file, or one of an earlier version, is renamed and replaced by a new one.
 * @param onNotice receives a sentence with the name of the renamed file
 * @throws StorageFailed
 */
export function openStoreFile(file: string, onNotice: (text: string) => void): StoreFile {
  try {
    makePrivateFile(file);
    return openFile(file);
  } catch (error) {
    const { code, errcode } = error as { code?: string; errcode?: number };
    // SQLITE_CORRUPT, SQLITE_NOTADB
    const isDamaged = code === 'ERR_SQLITE_ERROR' && (errcode === 11 || errcode === 26);
    if (isDamaged || code === OUTDATED) {
      const [end, problem] = isDamaged ? ['damaged', 'were damaged'] : ['old', 'are of an earlier version'];
      const aside = `${file}.${end}-${new Date().toISOString().replaceAll(':', '-')}`;
      renameSync(file, aside);
      onNotice(`The notifications in ${file} ${problem}. They were kept as ${path.basename(aside)}.`);
      return openFile(file);
    }
    if (code === 'StorageFailed') throw error;
    throw codedError('StorageFailed', `Notifications cannot be stored in ${file}: ${(error as Error).message}`);
  }
}

/** @throws StorageFailed where a newer version has written the file; an error with the code OUTDATED for an earlier one */
function openFile(file: string): StoreFile {
  const database = new DatabaseSync(file);
  try {
    // Only has an effect on a new file: with pages of twice the default size, a batch needs half as many writes.
    database.exec('PRAGMA busy_timeout = 5000; PRAGMA page_size = 8192');
    const journal = database.prepare('PRAGMA journal_mode = WAL').get() as { journal_mode: string };
    // In WAL mode, a commit is on disk after the next `WalSync.sync`. File systems without shared memory do not support
    // WAL.
    const synchronous = journal.journal_mode === 'wal' ? 'NORMAL' : 'FULL';
    database.exec(`PRAGMA synchronous = ${synchronous}; PRAGMA cache_size = -${CACHE_KB}`);
    const version = () => (database.prepare('PRAGMA user_version').get() as { user_version: number }).user_version;
    if (version() > VERSION) {
      const message = `${file} was written by a newer version of Outrigger (${version()}; this one knows ${VERSION}).`;
      throw codedError('StorageFailed', message, 'Update Outrigger, or move the file away.');
    }
    if (version() < VERSION) {
      inTransaction(database, () => {
        // Another process that opens the same file may have created the tables meanwhile.
        if (version() === 0) database.exec(`${tables} PRAGMA user_version = ${VERSION};`);
      });
    }
    if (version() < VERSION) throw Object.assign(new Error(`${file} has older tables.`), { code: OUTDATED });
    database.exec(readFirst);
    return { database, inode: statSync(file).ino, wal: openWalSync(file) };
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * Prepares a statement that changes rows. It reads integers as BigInt, because the last row id after a deletion from
 * the full-text index exceeds the safe integers and is part of every result.
 */
export function prepareChange(database: DatabaseSync, sql: string): StatementSync {
  const statement = database.prepare(sql);
  statement.setReadBigInts(true);
  return statement;
}
