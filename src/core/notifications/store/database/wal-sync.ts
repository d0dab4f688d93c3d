/**
 * Makes commits durable without holding up the thread that makes them: SQLite writes its log (WAL) and leaves the fsync
 * to us. One fsync is under way at a time; all that is written meanwhile waits for the next one together.
 */
import { closeSync, existsSync, fdatasync, openSync } from 'node:fs';
import { promisify } from 'node:util';

export interface WalSync {
  /** Resolves when everything committed until now is on disk. @throws the file system's error */
  sync(): Promise<void>;
  /** Lets go of the file when nothing is under way any more. */
  close(): void;
}

/** @param database the file of an open database; where it has no log, SQLite syncs each commit itself */
export function openWalSync(database: string): WalSync {
  if (!existsSync(`${database}-wal`)) return { sync: () => Promise.resolve(), close: () => undefined };
  // Windows lets only those sync a file who may write to it.
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
      // What was written while one is under way may have come too late for it.
      return (next ??= current.then(begin, begin));
    },
    close() {
      const last = next ?? current;
      if (last) void last.catch(() => undefined).then(() => closeSync(file));
      else closeSync(file);
    },
  };
}
