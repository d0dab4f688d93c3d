/**
 * Tracks whether other processes have a store open: each holds a shared lock on a file beside the database. The kernel
 * releases the lock when the process ends, even if it is killed.
 */
import { DatabaseSync } from 'node:sqlite';
import { makePrivateFile } from '../../../platform/files/private-files.ts';

/** Milliseconds for which another process may hold the exclusive lock, in which it reads some numbers. */
const BUSY_MS = 10_000;

export interface OpenLock {
  close(): void;
}

/**
 * Takes the lock for this process. The empty lock file is not removed.
 * @param whenAlone runs before that if no other process has the store open; until it returns, none can open it
 */
export function takeOpenLock(storeFile: string, whenAlone: () => void): OpenLock {
  const file = `${storeFile}.open`;
  makePrivateFile(file);
  const database = new DatabaseSync(file, { timeout: 0 });
  let isAlone = false;
  try {
    database.exec('BEGIN EXCLUSIVE');
    isAlone = true;
  } catch {
    // Another process has the store open.
  }
  try {
    if (isAlone) whenAlone();
  } finally {
    if (isAlone) database.exec('ROLLBACK');
    database.exec(`PRAGMA busy_timeout = ${BUSY_MS}`);
    // A transaction holds the shared lock from its first read until it ends.
    database.exec('BEGIN; SELECT count(*) FROM sqlite_master');
  }
  return { close: () => database.close() };
}
