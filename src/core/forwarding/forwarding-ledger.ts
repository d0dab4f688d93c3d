/**
 * What the processes that have one workspace open know of each other's forwarding, so that a server gets each notification
 * once and in order although several of them forward to it.
 */
import { hash } from 'node:crypto';
import path from 'node:path';
import { withFileLock } from '../platform/file-lock.ts';
import { openDatabase } from '../platform/open-database.ts';

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
  /** Records that this process sends it to the server. False: it was sent there already. */
  claim(server: URL, notification: ForwardedNotification): boolean;
  /** It did not reach the server: any process may send it. */
  release(server: URL, notification: ForwardedNotification): void;
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
  CREATE TABLE IF NOT EXISTS identity (one INTEGER PRIMARY KEY CHECK (one = 1), id TEXT NOT NULL) STRICT;
  PRAGMA user_version = 1;
`;

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
      insert: database.prepare('INSERT OR IGNORE INTO claims (server, notification, received_at) VALUES (?, ?, ?)'),
      prune: database.prepare('DELETE FROM claims WHERE id <= (SELECT max(id) FROM claims) - ?'),
      remove: database.prepare('DELETE FROM claims WHERE server = ? AND notification = ? AND received_at = ?'),
      close: () => database.close(),
    };
  }
  // Opened with the first need of it: most workspaces forward nothing.
  const statements = () => (opened ??= open());
  const keyOf = (server: URL, { id, receivedAt }: ForwardedNotification) => [nameOf(server), id, receivedAt] as const;

  return {
    identity: () => statements().id,
    async inTurn(server, signal, work) {
      // Opening creates the folder.
      statements();
      const lockFile = path.join(stateFolder, `forwarding-${nameOf(server)}.lock`);
      return withFileLock(lockFile, work, { signal, pollMs: POLL_MS });
    },
    claim(server, notification) {
      const isNew = statements().insert.run(...keyOf(server, notification)).changes === 1;
      if (isNew) statements().prune.run(MAX_CLAIMS);
      return isNew;
    },
    release: (server, notification) => void statements().remove.run(...keyOf(server, notification)),
    close: () => opened?.close(),
  };
}

const nameOf = ({ href }: URL): string => hash('sha256', href).slice(0, 32);
