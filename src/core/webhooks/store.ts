/**
 * Notifications on disk: SQLite in WAL mode. What `add` has returned from is durable. The bytes are kept as they came;
 * nothing in them is ever interpolated (decisions page, "stored" and "{{SWE002}}").
 */
import { existsSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { codedError } from '../../contract/errors.ts';
import type { NotificationFilter, NotificationSummary } from '../../contract/notification.ts';
import { text } from '../messaging/body.ts';
import { recognize, repeatKey } from '../messaging/recognize.ts';
import { makeStateFolder } from '../workspace/state-folder.ts';
import { parseBody } from './parse-body.ts';
import { conditions, EVERYTHING } from './store-query.ts';

export interface ReceivedNotification {
  receivedAt: Date;
  source: NotificationSummary['source'];
  method: string;
  path: string;
  peer: string;
  headers: { name: string; value: string }[];
  body: Buffer;
}
export interface StoredNotification extends ReceivedNotification {
  summary: NotificationSummary;
}

export interface NotificationStore {
  /** Stores all of them with one fsync, or none. @throws StorageFailed */
  add(received: readonly ReceivedNotification[]): NotificationSummary[];
  /** The newest first. */
  list(filter: NotificationFilter, page: { before?: number | undefined; limit: number }): NotificationSummary[];
  /** Exact without a filter; with one, no more than MAX_COUNTED are counted. */
  count(filter: NotificationFilter): number;
  get(id: number): StoredNotification | undefined;
  /** The oldest first, after this number. */
  after(id: number, limit: number): StoredNotification[];
  lastId(): number;
  /** Hides them; `restore` shows them again until `purge`. */
  remove(ids: readonly number[]): void;
  restore(ids: readonly number[]): void;
  removeAll(filter: NotificationFilter): number[];
  /** Deletes for good what was removed, and what is older or more than is to be kept. */
  purge(keep: { days?: number | undefined; megabytes?: number | undefined }): void;
  close(): void;
}

export const MAX_COUNTED = 10_000;

const VERSION = 1;
const schema = `
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
const summaryColumns =
  'id, received_at, source, kind, title, sentence, code, verdict, chat, message, status, repeat_of, length(body) AS size';
/** Text of a body that can be searched. */
const MAX_INDEXED = 64 * 1024;

interface Row {
  id: number;
  received_at: number;
  source: NotificationSummary['source'];
  method: string;
  path: string;
  peer: string;
  headers: string;
  body: Uint8Array;
  kind: string | null;
  title: string;
  sentence: string;
  code: string | null;
  verdict: NotificationSummary['verdict'];
  chat: string | null;
  message: string | null;
  status: string | null;
  repeat_of: number | null;
  size: number;
}

/** @param onNotice hears of a damaged file that was set aside, and of one that was deleted */
export function openNotificationStore(file: string, onNotice: (text: string) => void): NotificationStore {
  let { database, inode } = open();
  let statements = prepare();

  function open(): { database: DatabaseSync; inode: number } {
    try {
      makeStateFolder(path.dirname(file));
      return { database: openDatabase(file), inode: statSync(file).ino };
    } catch (error) {
      const { code, errcode } = error as { code?: string; errcode?: number };
      // SQLITE_CORRUPT, SQLITE_NOTADB
      if (code === 'ERR_SQLITE_ERROR' && (errcode === 11 || errcode === 26)) {
        const aside = `${file}.damaged-${new Date().toISOString().replaceAll(':', '-')}`;
        renameSync(file, aside);
        onNotice(`The notifications in ${file} were damaged. They were kept as ${path.basename(aside)}.`);
        return { database: openDatabase(file), inode: statSync(file).ino };
      }
      if (code === 'StorageFailed') throw error;
      throw codedError('StorageFailed', `Notifications cannot be stored in ${file}: ${(error as Error).message}`);
    }
  }
  function prepare() {
    const sql = (text: string): StatementSync => database.prepare(text);
    return {
      insert: sql(`INSERT INTO notifications (received_at, source, method, path, peer, headers, body, kind, title,
        sentence, code, verdict, chat, message, status, repeat_key, repeat_of)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`),
      index: sql('INSERT INTO words (rowid, indexed) VALUES (?, ?)'),
      original: sql('SELECT id FROM notifications WHERE repeat_key = ? AND repeat_of IS NULL'),
      get: sql(`SELECT *, length(body) AS size FROM notifications WHERE id = ?`),
      after: sql('SELECT *, length(body) AS size FROM notifications WHERE id > ? AND removed = 0 ORDER BY id LIMIT ?'),
      dataVersion: sql('PRAGMA data_version'),
      lastId: sql("SELECT seq FROM sqlite_sequence WHERE name = 'notifications'"),
      remove: sql('UPDATE notifications SET removed = ? WHERE id = ?'),
    };
  }
  /** A file that somebody has deleted would take everything written from now on with it. */
  function checkFile(): void {
    const now = existsSync(file) ? statSync(file).ino : undefined;
    if (now === inode) return;
    database.close();
    ({ database, inode } = open());
    statements = prepare();
    onNotice(`${file} was deleted while Outrigger was running. A new one was begun; what was in the old one is gone.`);
  }
  /** Counting a million takes a while: done again only after a change that was not counted along. */
  let known: { total: number; version: number } | undefined;
  const dataVersion = () => (statements.dataVersion.get() as { data_version: number }).data_version;
  function countAll(): number {
    const version = dataVersion();
    if (known?.version !== version) {
      // Each by an index of its own: to look whether a row was removed would be to read it, body and all.
      const all = 'SELECT count(*) FROM notifications';
      const { n } = database.prepare(`SELECT (${all}) - (${all} WHERE removed = 1) AS n`).get() as { n: number };
      known = { total: n, version };
    }
    return known.total;
  }
  function inOneStep<T>(work: () => T): T {
    try {
      known = undefined;
      database.exec('BEGIN IMMEDIATE');
      const result = work();
      database.exec('COMMIT');
      return result;
    } catch (error) {
      try {
        database.exec('ROLLBACK');
      } catch {
        // SQLite has rolled back by itself.
      }
      throw codedError('StorageFailed', `Notifications cannot be stored in ${file}: ${(error as Error).message}`);
    }
  }
  function insert(received: ReceivedNotification): NotificationSummary {
    const { text: words, json } = parseBody(received.body, received.headers);
    const known = recognize(json);
    const inner = known.kind?.startsWith('queue_') ? ((json as { body?: unknown }).body ?? json) : json;
    const key = repeatKey(inner);
    const original = key === null ? undefined : (statements.original.get(key) as { id: number } | undefined);
    const chat = text(inner, 'senderData.chatId') || text(inner, 'chatId') || text(inner, 'from') || null;
    const message = text(inner, 'idMessage') || null;
    const status = text(inner, 'status') || text(inner, 'stateInstance') || null;
    const at = received.receivedAt.getTime();
    const { lastInsertRowid } = statements.insert.run(
      ...[at, received.source, received.method, received.path, received.peer, JSON.stringify(received.headers)],
      ...[received.body, known.kind, known.title, known.sentence, known.code?.code ?? null, known.verdict],
      ...[chat, message, status, key, original?.id ?? null],
    );
    const id = Number(lastInsertRowid);
    statements.index.run(id, `${words.slice(0, MAX_INDEXED)} ${known.title}`);
    return {
      id,
      receivedAt: received.receivedAt.toISOString(),
      source: received.source,
      kind: known.kind,
      title: known.title,
      sentence: known.sentence,
      code: known.code?.code ?? null,
      verdict: known.verdict,
      chat,
      idMessage: message,
      status,
      repeatOf: original?.id ?? null,
      size: received.body.length,
    };
  }

  return {
    add(received) {
      checkFile();
      const before = known;
      const added = inOneStep(() => received.map(insert));
      if (before) known = { ...before, total: before.total + added.length };
      return added;
    },
    list(filter, { before, limit }) {
      const { from, where, values, order } = conditions(filter, before);
      const rows = database
        .prepare(`SELECT ${summaryColumns} FROM ${from} WHERE ${where} ORDER BY ${order} DESC LIMIT ?`)
        .all(...values, limit) as unknown as Row[];
      return rows.map(summaryOf);
    },
    count(filter) {
      const { from, where, values } = conditions(filter);
      if (where === EVERYTHING) return countAll();
      const counted = `SELECT 1 FROM ${from} WHERE ${where} LIMIT ${MAX_COUNTED}`;
      return (database.prepare(`SELECT count(*) AS n FROM (${counted})`).get(...values) as { n: number }).n;
    },
    get(id) {
      const row = statements.get.get(id) as unknown as Row | undefined;
      return row && storedOf(row);
    },
    after: (id, limit) => (statements.after.all(id, limit) as unknown as Row[]).map(storedOf),
    lastId: () => (statements.lastId.get() as { seq: number } | undefined)?.seq ?? 0,
    remove: (ids) => void inOneStep(() => ids.forEach((id) => statements.remove.run(1, id))),
    restore: (ids) => void inOneStep(() => ids.forEach((id) => statements.remove.run(0, id))),
    removeAll(filter) {
      const { from, where, values } = conditions(filter);
      return inOneStep(() => {
        const rows = database.prepare(`SELECT id FROM ${from} WHERE ${where}`).all(...values) as { id: number }[];
        for (const { id } of rows) statements.remove.run(1, id);
        return rows.map(({ id }) => id);
      });
    },
    purge({ days, megabytes }) {
      inOneStep(() => {
        const run = (sql: string, values: SQLInputValue[]) => {
          const statement = database.prepare(sql);
          // What deleting from the index leaves as the last row's number is larger than a number can be.
          statement.setReadBigInts(true);
          statement.run(...values);
        };
        const drop = (where: string, ...values: SQLInputValue[]) => {
          run(`DELETE FROM words WHERE rowid IN (SELECT id FROM notifications WHERE ${where})`, values);
          run(`DELETE FROM notifications WHERE ${where}`, values);
        };
        drop('removed = 1');
        if (days !== undefined) drop('received_at < ?', Date.now() - days * 86_400_000);
        if (megabytes !== undefined) {
          const sized = `SELECT id, sum(length(body)) OVER (ORDER BY id DESC) AS total FROM notifications`;
          drop(`id IN (SELECT id FROM (${sized}) WHERE total > ?)`, megabytes * 1024 * 1024);
        }
      });
    },
    close: () => database.close(),
  };
}

function openDatabase(file: string): DatabaseSync {
  const database = new DatabaseSync(file);
  try {
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 5000;');
    const { user_version: version } = database.prepare('PRAGMA user_version').get() as { user_version: number };
    if (version > VERSION) {
      const message = `${file} was written by a newer version of Outrigger (${version}; this one knows ${VERSION}).`;
      throw codedError('StorageFailed', message, 'Update Outrigger, or move the file away.');
    }
    if (version < 1) database.exec(`BEGIN; ${schema} PRAGMA user_version = ${VERSION}; COMMIT;`);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function summaryOf(row: Row): NotificationSummary {
  const { id, source, kind, title, sentence, code, verdict, chat, message, status, repeat_of, size } = row;
  const receivedAt = new Date(row.received_at).toISOString();
  const known = { id, receivedAt, source, kind, title, sentence, code, verdict, chat };
  return { ...known, idMessage: message, status, repeatOf: repeat_of, size };
}
function storedOf(row: Row): StoredNotification {
  return {
    summary: summaryOf(row),
    receivedAt: new Date(row.received_at),
    source: row.source,
    method: row.method,
    path: row.path,
    peer: row.peer,
    headers: JSON.parse(row.headers) as { name: string; value: string }[],
    body: Buffer.from(row.body),
  };
}
