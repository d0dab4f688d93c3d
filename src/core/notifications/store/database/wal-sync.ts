/**
 * Makes commits durable without blocking the thread that commits: SQLite writes its log (WAL) without fsync, and this
 * file syncs it. One fsync is under way at a time; everything written meanwhile shares the next one.
 */
import { closeSync, existsSync, fdatasync, openSync } from 'node:fs';
import { promisify } from 'node:util';

export interface WalSync {
  /** Resolves when everything committed so far is on disk. @throws the file system's error */
  sync(): Promise<void>;
  /** Closes the file when no sync is under way. */
  close(): void;
}

/** @param database the file of an open database; without a log, SQLite syncs each commit itself */
export function openWalSync(database: string): WalSync {
  if (!existsSync(`${database}-wal`)) return { sync: () => Promise.resolve(), close: () => undefined };
  // Opened for writing, because Windows requires that for a sync.
  const file = openSync(`${database}-wal`, 'r+');
  const start = promisify(fdatasync);
  let current: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  const begin = (): Promise<void> => {
    next = undefined;
    return (current = start(file).finally(() => (current = undefined)));
  };
  return {
    sync() {
      if (!current) return begin();
      // Data that was written while a sync was under way needs another one.
      return (next ??= current.then(begin, begin));
    },
    close() {
      const last = next ?? current;
      if (last) void last.catch(() => undefined).then(() => closeSync(file));
      else closeSync(file);
    },
  };
}
