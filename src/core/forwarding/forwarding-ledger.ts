/**
 * What the processes that have one workspace open know of each other's forwarding, so that a server gets each notification
 * once and in order although several of them forward to it.
 */
import { hash } from 'node:crypto';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { withFileLock } from '../platform/files/file-lock.ts';
import { openDatabase } from '../platform/files/open-database.ts';

/** The oldest claims beyond so many are deleted; at most 10,000 notifications wait in each process. */
const MAX_CLAIMS = 50_000;
/** Between two tries to have the turn. */
const POLL_MS = 100;

export interface ForwardedNotification {
  id: number;
  /** ISO 8601. Numbers begin with 1 again when the notifications were deleted with their file. */
  receivedAt: string;
}

export interface ForwardingLedger {
  /** Names the forwarding of this workspace, in all of its processes. */
  identity(): string;
  /**
   * Works while no other process forwards to this server; the turn of a process that is killed ends with it.
   * @throws Cancelled when the signal aborts before the turn begins
   */
  inTurn(server: URL, signal: AbortSignal, work: () => Promise<void>): Promise<void>;
  /**
   * Records that this process begins to send it to the server; to be called in turn. False: it was sent there already. True
   * also where the process that had begun to send it was killed: the server may not have got it.
   */
  claim(server: URL, notification: ForwardedNotification): boolean;
  /** The server has it, or it cannot be sent: no process sends it again. */
  finish(server: URL, notification: ForwardedNotification): void;
  /** It did not reach the server, or sending was stopped: any process may send it. */
  release(server: URL, notification: ForwardedNotification): void;
  /** What killed processes had begun to send to the server, the oldest first; to be called in turn. */
  unfinished(server: URL): ForwardedNotification[];
  close(): void;
}

/** Addresses are stored as hashes: they may contain secrets. */
const schema = `
  CREATE TABLE IF NOT EXISTS claims (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    server TEXT NOT NULL,
    notification INTEGER NOT NULL,
    received_at TEXT NOT NULL,
    UNIQUE (server, notification, received_at)
  ) STRICT;
  CREATE TABLE IF NOT EXISTS unfinished (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    server TEXT NOT NULL,
    notification INTEGER NOT NULL,
    received_at TEXT NOT NULL,
    UNIQUE (server, notification, received_at)
  ) STRICT;
  CREATE TABLE IF NOT EXISTS identity (one INTEGER PRIMARY KEY CHECK (one = 1), id TEXT NOT NULL) STRICT;
  PRAGMA user_version = 1;
`;

type Key = readonly [server: string, notification: number, receivedAt: string];

function prepareEntries(database: DatabaseSync, table: 'claims' | 'unfinished') {
  const isKey = 'server = ? AND notification = ? AND received_at = ?';
  const insert = database.prepare(
    `INSERT OR IGNORE INTO ${table} (server, notification, received_at) VALUES (?, ?, ?)`,
  );
  const prune = database.prepare(`DELETE FROM ${table} WHERE id <= (SELECT max(id) FROM ${table}) - ?`);
  const remove = database.prepare(`DELETE FROM ${table} WHERE ${isKey}`);
  const find = database.prepare(`SELECT 1 FROM ${table} WHERE ${isKey}`);
  const list = database.prepare(
    `SELECT notification AS id, received_at AS receivedAt FROM ${table} WHERE server = ? ORDER BY notification`,
  );
  return {
    has: (key: Key) => find.get(...key) !== undefined,
    /** @returns whether it is new */
    add(key: Key): boolean {
      const isNew = insert.run(...key).changes === 1;
      if (isNew) prune.run(MAX_CLAIMS);
      return isNew;
    },
    remove: (key: Key) => void remove.run(...key),
    of: (server: string) => list.all(server) as unknown as ForwardedNotification[],
  };
}

/** @param stateFolder of the workspace, which all of its processes have in common */
export function createForwardingLedger(stateFolder: string, onNotice: (text: string) => void): ForwardingLedger {
  let opened: ReturnType<typeof open> | undefined;
  function open() {
    const file = path.join(stateFolder, 'forwarded.sqlite');
    const database = openDatabase({ file, schema, content: 'The list of what was forwarded', onNotice });
    database.prepare('INSERT OR IGNORE INTO identity (one, id) VALUES (1, ?)').run(crypto.randomUUID());
    const { id } = database.prepare('SELECT id FROM identity').get() as { id: string };
    return {
      id,
      claims: prepareEntries(database, 'claims'),
      unfinished: prepareEntries(database, 'unfinished'),
      close: () => database.close(),
    };
  }
  // Opened with the first need of it: most workspaces forward nothing.
  const statements = () => (opened ??= open());
  const keyOf = (server: URL, { id, receivedAt }: ForwardedNotification): Key => [nameOf(server), id, receivedAt];

  return {
    identity: () => statements().id,
    async inTurn(server, signal, work) {
      // Opening creates the folder.
      statements();
      const lockFile = path.join(stateFolder, `forwarding-${nameOf(server)}.lock`);
      return withFileLock(lockFile, work, { signal, pollMs: POLL_MS });
    },
    claim(server, notification) {
      const { claims, unfinished } = statements();
      const key = keyOf(server, notification);
      // The unfinished entry comes first: a process that is killed before the claim has still recorded what it begins.
      const isTakenOver = unfinished.has(key);
      if (!isTakenOver) unfinished.add(key);
      const isNew = claims.add(key);
      if (isNew || isTakenOver) return true;
      unfinished.remove(key);
      return false;
    },
    finish: (server, notification) => statements().unfinished.remove(keyOf(server, notification)),
    release(server, notification) {
      const { claims, unfinished } = statements();
      const key = keyOf(server, notification);
      claims.remove(key);
      unfinished.remove(key);
    },
    unfinished: (server) => statements().unfinished.of(nameOf(server)),
    close: () => opened?.close(),
  };
}

const nameOf = ({ href }: URL): string => hash('sha256', href).slice(0, 32);
