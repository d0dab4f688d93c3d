/** Runs a change of the store's database as one transaction. */
import type { DatabaseSync } from 'node:sqlite';
import { codedError } from '../../../../contract/errors.ts';

/** Commits the changes of the work, or rolls all of them back when it throws. @throws StorageFailed */
export type Transaction = <T>(work: () => T) => T;

/** @param onRollback is called when the changes of the work were rolled back */
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
        // SQLite has already rolled back.
      }
      throw codedError('StorageFailed', `Notifications cannot be stored in ${file}: ${(error as Error).message}`);
    }
  };
}
