/**
 * Coordinates the processes that have one workspace open, so that a server gets each notification once and in order
 * although several of them forward to it.
 */
import { hash } from 'node:crypto';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { withFileLock } from '../platform/files/file-lock.ts';
import { inTransaction, openDatabase } from '../platform/files/open-database.ts';
import { prepareWaitingEntries, waitingSchema, type ForwardedNotification } from './waiting-entries.ts';

/** The oldest claims beyond so many are deleted; at most 10,000 notifications wait in each process. */
const MAX_CLAIMS = 50_000;
/** Milliseconds between two attempts to get the turn. */
const POLL_MS = 100;

export interface ForwardingLedger {
  /** An id of this workspace's forwarding, shared by all of its processes. */
  identity(): string;
  /**
   * Runs the work while no other process forwards to this server. The turn of a killed process ends with it.
   * @param turn.onWait is called about ten times a second until the turn begins
   * @throws Cancelled when the signal aborts before the turn begins
   */
  inTurn(server: URL, turn: { signal: AbortSignal; onWait: () => void }, work: () => Promise<void>): Promise<void>;
  /**
   * Records that these notifications wait, so that they are sent even if this process is killed before it begins to.
   */
  wait(server: URL, notifications: readonly ForwardedNotification[]): void;
  /** Removes the notifications from this process's waiting list. Other processes that wait for them still send them. */
  forget(server: URL, notifications: readonly ForwardedNotification[]): void;
  /** Whether any process has sent the notification. */
  isSent(server: URL, notification: ForwardedNotification): boolean;
  /**
   * Records that this process begins to send the notification to the server; to be called in turn. Returns false if it
   * was sent there already. If the process that had begun to send it was killed, it returns true: the server may not
   * have got it.
   */
  claim(server: URL, notification: ForwardedNotification): boolean;
  /** Marks the notification as sent, or impossible to send: no process sends it again. */
  finish(server: URL, notification: ForwardedNotification): void;
  /** Undoes `claim` when the notification did not reach the server or sending was stopped: any process may send it. */
  release(server: URL, notification: ForwardedNotification): void;
  /**
   * The notifications for this server that killed processes had begun to send, and those that wait in any running or
   * killed process, the oldest first. To be called in turn.
   */
  unfinished(server: URL): ForwardedNotification[];
  close(): void;
}

/** Addresses are stored as hashes: they may contain secrets. */
const tables = ['claims', 'unfinished'] as const;
const schema = `
  ${tables
    .map(
      (table) => `CREATE TABLE IF NOT EXISTS ${table} (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    server TEXT NOT NULL,
    notification INTEGER NOT NULL,
    received_at TEXT NOT NULL,
    UNIQUE (server, notification, received_at)
  ) STRICT;`,
    )
    .join('\n  ')}
  ${waitingSchema}
  CREATE TABLE IF NOT EXISTS identity (one INTEGER PRIMARY KEY CHECK (one = 1), id TEXT NOT NULL) STRICT;
  PRAGMA user_version = 1;
`;

type Key = readonly [server: string, notification: number, receivedAt: string];

function prepareEntries(database: DatabaseSync, table: (typeof tables)[number]) {
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
    /** @returns true if the key was not there */
    add(key: Key): boolean {
      const isNew = insert.run(...key).changes === 1;
      if (isNew) prune.run(MAX_CLAIMS);
      return isNew;
    },
    remove: (key: Key) => void remove.run(...key),
    of: (server: string) => list.all(server) as unknown as ForwardedNotification[],
  };
}

function openLedger(stateFolder: string, onNotice: (text: string) => void) {
  const file = path.join(stateFolder, 'forwarded.sqlite');
  const database = openDatabase({ file, schema, content: 'The list of what was forwarded', onNotice });
  database.prepare('INSERT OR IGNORE INTO identity (one, id) VALUES (1, ?)').run(crypto.randomUUID());
  const { id } = database.prepare('SELECT id FROM identity').get() as { id: string };
  return {
    id,
    claims: prepareEntries(database, 'claims'),
    unfinished: prepareEntries(database, 'unfinished'),
    waiting: prepareWaitingEntries(database, MAX_CLAIMS),
    together: (change: () => void) => inTransaction(database, change),
    close: () => database.close(),
  };
}

const keyOf = (server: URL, { id, receivedAt }: ForwardedNotification): Key => [nameOf(server), id, receivedAt];

/** The notifications that wait in any process. */
function createWaiting(
  statements: () => ReturnType<typeof openLedger>,
): Pick<ForwardingLedger, 'wait' | 'forget' | 'isSent'> {
  return {
    wait(server, notifications) {
      const { waiting, together } = statements();
      together(() => waiting.add(notifications.map((notification) => keyOf(server, notification))));
    },
    forget(server, notifications) {
      if (notifications.length === 0) return;
      const { waiting, together } = statements();
      together(() => waiting.forget(notifications.map((notification) => keyOf(server, notification))));
    },
    isSent(server, notification) {
      const { claims, unfinished } = statements();
      const key = keyOf(server, notification);
      return claims.has(key) && !unfinished.has(key);
    },
  };
}

/** @param stateFolder of the workspace, which all of its processes share */
export function createForwardingLedger(stateFolder: string, onNotice: (text: string) => void): ForwardingLedger {
  let openedLedger: ReturnType<typeof openLedger> | undefined;
  // Opened when first needed: most workspaces forward nothing.
  const statements = () => (openedLedger ??= openLedger(stateFolder, onNotice));

  return {
    identity: () => statements().id,
    async inTurn(server, { signal, onWait }, work) {
      // Opening creates the folder.
      statements();
      const lockFile = path.join(stateFolder, `forwarding-${nameOf(server)}.lock`);
      return withFileLock(lockFile, work, { signal, onWait, pollMs: POLL_MS });
    },
    ...createWaiting(statements),
    claim(server, notification) {
      const { claims, unfinished, waiting } = statements();
      const key = keyOf(server, notification);
      // The unfinished entry comes first: a process that is killed before the claim has still recorded what it begins.
      const isTakenOver = unfinished.has(key);
      if (!isTakenOver) unfinished.add(key);
      const isNew = claims.add(key);
      if (isNew || isTakenOver) return true;
      unfinished.remove(key);
      waiting.remove(key);
      return false;
    },
    finish(server, notification) {
      const { unfinished, waiting } = statements();
      const key = keyOf(server, notification);
      unfinished.remove(key);
      waiting.remove(key);
    },
    release(server, notification) {
      const { claims, unfinished } = statements();
      const key = keyOf(server, notification);
      claims.remove(key);
      unfinished.remove(key);
    },
    unfinished(server) {
      const { unfinished, waiting } = statements();
      const all = [...unfinished.of(nameOf(server)), ...waiting.of(nameOf(server))];
      return [...new Map(all.map((item) => [`${item.id} ${item.receivedAt}`, item])).values()].sort(
        (a, b) => a.id - b.id,
      );
    },
    close: () => openedLedger?.close(),
  };
}

const nameOf = ({ href }: URL): string => hash('sha256', href).slice(0, 32);
