/**
 * Says which processes have a store open: each holds a shared lock on a file beside the database. The kernel ends the lock
 * with its process, killed or not.
 */
import { DatabaseSync } from 'node:sqlite';
import { makePrivateFile } from '../../../platform/files/private-files.ts';

/** How long another process may hold the exclusive lock: it reads some numbers meanwhile. */
const BUSY_MS = 10_000;

export interface OpenLock {
  close(): void;
}

/**
 * Takes the lock for this process. The lock file stays behind, empty.
 * @param whenAlone runs before that, while no other process has the store open and none can open it; not called otherwise
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
    // A transaction that has read holds the shared lock until it ends.
    database.exec('BEGIN; SELECT count(*) FROM sqlite_master');
  }
  return { close: () => database.close() };
}
