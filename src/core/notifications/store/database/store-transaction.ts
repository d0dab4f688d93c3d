/** Runs a change of the store's database as one transaction. */
import type { DatabaseSync } from 'node:sqlite';
import { codedError } from '../../../../contract/errors.ts';

/** Commits what the work has written; nothing of it when it throws. @throws StorageFailed */
export type Transaction = <T>(work: () => T) => T;

/** @param onRollback hears that what the work has written does not exist */
export function createTransaction(database: DatabaseSync, file: string, onRollback: () => void): Transaction {
  return (work) => {
    try {
      database.exec('BEGIN IMMEDIATE');
      const result = work();
      database.exec('COMMIT');
      return result;
    } catch (error) {
      onRollback();
      try {
        database.exec('ROLLBACK');
      } catch {
        // SQLite has rolled back by itself.
      }
      throw codedError('StorageFailed', `Notifications cannot be stored in ${file}: ${(error as Error).message}`);
    }
  };
}
