/** The notifications that each process of a workspace has yet to forward, in the database that they share. */
import type { DatabaseSync } from 'node:sqlite';
import { isProcessAlive } from '../platform/process-alive.ts';

/** `owner` is the number of the process. Several processes usually wait for the same notification. */
export const waitingSchema = `CREATE TABLE IF NOT EXISTS waiting_in_process (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    server TEXT NOT NULL,
    notification INTEGER NOT NULL,
    received_at TEXT NOT NULL,
    owner INTEGER NOT NULL,
    UNIQUE (server, notification, received_at, owner)
  ) STRICT;`;

export interface ForwardedNotification {
  id: number;
  /** ISO 8601. Part of the key, because ids begin with 1 again when the file of notifications was deleted. */
  receivedAt: string;
}
type Key = readonly [server: string, notification: number, receivedAt: string];

/** @param max the oldest entries beyond this number are deleted */
export function prepareWaitingEntries(database: DatabaseSync, max: number) {
  const isKey = 'server = ? AND notification = ? AND received_at = ?';
  const insert = database.prepare(
    'INSERT OR IGNORE INTO waiting_in_process (server, notification, received_at, owner) VALUES (?, ?, ?, ?)',
  );
  const prune = database.prepare(
    'DELETE FROM waiting_in_process WHERE id <= (SELECT max(id) FROM waiting_in_process) - ?',
  );
  const removeOf = database.prepare(`DELETE FROM waiting_in_process WHERE ${isKey} AND owner = ?`);
  const remove = database.prepare(`DELETE FROM waiting_in_process WHERE ${isKey}`);
  const owners = database.prepare('SELECT DISTINCT owner FROM waiting_in_process WHERE server = ?');
  const list = database.prepare(
    'SELECT DISTINCT notification AS id, received_at AS receivedAt FROM waiting_in_process WHERE server = ?',
  );
  return {
    /** @param keys all for the same server */
    add(keys: readonly Key[]): void {
      for (const key of keys) insert.run(...key, process.pid);
      prune.run(max);
    },
    /**
     * Removes this process's entries and those of ended processes. Other running processes keep theirs. @param keys all
     * for the same server
     */
    forget(keys: readonly Key[]): void {
      const rows = owners.all(keys[0]?.[0] ?? '') as { owner: number }[];
      const forgetful = rows.filter(({ owner }) => owner === process.pid || !isProcessAlive(owner));
      for (const { owner } of forgetful) for (const key of keys) removeOf.run(...key, owner);
    },
    /** Removes the entries of all processes. */
    remove: (key: Key) => void remove.run(...key),
    of: (server: string) => list.all(server) as unknown as ForwardedNotification[],
  };
}
