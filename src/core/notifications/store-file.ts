/** The database of the notifications: its tables, and how older ones become these. */
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { codedError } from '../../contract/errors.ts';

const first = `
  CREATE TABLE notifications (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    received_at INTEGER NOT NULL,
    source TEXT NOT NULL,
    method TEXT NOT NULL,
    path TEXT NOT NULL,
    peer TEXT NOT NULL,
    headers TEXT NOT NULL,
    body BLOB NOT NULL,
    kind TEXT, title TEXT NOT NULL, sentence TEXT NOT NULL, code TEXT, verdict TEXT NOT NULL,
    chat TEXT, message TEXT, status TEXT, repeat_key TEXT, repeat_of INTEGER,
    removed INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX by_kind ON notifications (kind, id);
  CREATE INDEX by_code ON notifications (code, id) WHERE code IS NOT NULL;
  CREATE INDEX by_verdict ON notifications (verdict, id) WHERE verdict <> 'documented';
  CREATE INDEX by_chat ON notifications (chat, id) WHERE chat IS NOT NULL;
  CREATE INDEX by_message ON notifications (message, id) WHERE message IS NOT NULL;
  CREATE INDEX by_repeat_key ON notifications (repeat_key) WHERE repeat_key IS NOT NULL AND repeat_of IS NULL;
  CREATE INDEX by_removed ON notifications (id) WHERE removed = 1;
  CREATE VIRTUAL TABLE words USING fts5 (indexed, content = '', contentless_delete = 1, tokenize = "unicode61");
`;
/** Received and not yet recognised: see inbox.ts. The numbers are given out when a row is kept. */
const second = `
  CREATE TABLE inbox (first_id INTEGER PRIMARY KEY, count INTEGER NOT NULL, about TEXT NOT NULL, bodies BLOB NOT NULL)
    STRICT;
  INSERT INTO sqlite_sequence (name, seq) SELECT 'notifications', 0
    WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'notifications');
`;
const versions = [first, second];

/** @throws StorageFailed where a newer version has written the file */
export function openDatabase(file: string): DatabaseSync {
  const database = new DatabaseSync(file);
  try {
    // Of a new file: in pages twice as large as usual, what arrives together is half as many writes.
    database.exec('PRAGMA busy_timeout = 5000; PRAGMA page_size = 8192');
    const journal = database.prepare('PRAGMA journal_mode = WAL').get() as { journal_mode: string };
    // With a log, a commit is on disk after the next `WalSync.sync`. A file system without shared memory has none.
    const synchronous = journal.journal_mode === 'wal' ? 'NORMAL' : 'FULL';
    database.exec(`PRAGMA synchronous = ${synchronous}`);
    const found = () => (database.prepare('PRAGMA user_version').get() as { user_version: number }).user_version;
    if (found() > versions.length) {
      const message = `${file} was written by a newer version of Outrigger (${found()}; this one knows ${versions.length}).`;
      throw codedError('StorageFailed', message, 'Update Outrigger, or move the file away.');
    }
    if (found() < versions.length) {
      // Another process may be about to do the same: whoever has the lock looks again.
      database.exec('BEGIN IMMEDIATE');
      for (const step of versions.slice(found())) database.exec(step);
      database.exec(`PRAGMA user_version = ${versions.length}; COMMIT;`);
    }
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * A statement that changes rows. What deleting from the full text leaves as the number of the last row is larger than a
 * number can be, and every change reports it.
 */
export function prepareChange(database: DatabaseSync, sql: string): StatementSync {
  const statement = database.prepare(sql);
  statement.setReadBigInts(true);
  return statement;
}
