/**
 * A lock between processes. The kernel holds it (SQLite locks its file with fcntl or LockFileEx) and releases it when
 * its owner ends, even if it is killed, so no stale lock has to be detected by times or process ids.
 */
import { open } from 'node:fs/promises';
import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { codedError } from '../../../contract/errors.ts';

const WAIT_MS = 10_000;
const POLL_MS = 5;
const SQLITE_BUSY = 5;

export interface LockWait {
  /** Ends waiting for the lock. Without a signal, waiting ends after ten seconds; with one it has no limit. */
  signal?: AbortSignal | undefined;
  /** Milliseconds between two attempts. */
  pollMs?: number | undefined;
  /** Called after each failed attempt. */
  onWait?: (() => void) | undefined;
}

/**
 * Runs `work` while no other holder of the same lock file works.
 * @param lockFile is not removed; the folder must exist
 * @throws WriteFailed when another process holds the lock for ten seconds, Cancelled when the signal aborts before
 */
export async function withFileLock<T>(lockFile: string, work: () => Promise<T>, wait: LockWait = {}): Promise<T> {
  const release = await acquire(lockFile, wait);
  try {
    return await work();
  } finally {
    release();
  }
}

async function acquire(lockFile: string, { signal, pollMs = POLL_MS, onWait }: LockWait): Promise<() => void> {
  await createPrivately(lockFile);
  const { DatabaseSync } = await import('node:sqlite');
  const database = new DatabaseSync(lockFile, { timeout: 0 });
  try {
    const deadline = performance.now() + (signal ? Infinity : WAIT_MS);
    while (!tryLock(database)) {
      if (signal?.aborted) throw codedError('Cancelled', 'Waiting for another process was stopped.');
      onWait?.();
      if (performance.now() > deadline) {
        const message = `${lockFile} is locked by another running process.`;
        throw codedError('WriteFailed', message, 'Close the other window or command, and try again.');
      }
      await sleep(pollMs * (1 + Math.random()), undefined, { signal }).catch(() => undefined);
    }
  } catch (error) {
    database.close();
    throw error;
  }
  // Closing rolls the empty transaction back, which releases the lock.
  return () => database.close();
}

function tryLock(database: DatabaseSync): boolean {
  try {
    database.exec('BEGIN IMMEDIATE');
    return true;
  } catch (error) {
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return false;
    throw error;
  }
}

/**
 * An existing file is never opened here: on POSIX, closing any descriptor of a file drops the locks that this process
 * holds on it.
 */
async function createPrivately(lockFile: string): Promise<void> {
  try {
    await (await open(lockFile, 'wx', 0o600)).close();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
