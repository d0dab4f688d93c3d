/** Runs a change of the store's database as one transaction. */
import type { DatabaseSync } from 'node:sqlite';
import { codedError } from '../../../../contract/errors.ts';
import { inTransaction } from '../../../platform/files/open-database.ts';

/** Commits the changes of the work, or rolls all of them back when it throws. @throws StorageFailed */
export type Transaction = <T>(work: () => T) => T;

/** @param onRollback is called when the changes of the work were rolled back */
export function createTransaction(database: DatabaseSync, file: string, onRollback: () => void): Transaction {
  return (work) => {
    try {
      return inTransaction(database, work);
    } catch (error) {
      onRollback();
      throw codedError('StorageFailed', `Notifications cannot be stored in ${file}: ${(error as Error).message}`);
    }
  };
}
