/** The open database of a store, with the helpers that every part of the store uses. */
import type { DatabaseSync } from 'node:sqlite';
import { prepareFacets, type Facets } from './store-facets.ts';
import { openStoreFile, type StoreFile } from './store-file.ts';
import { prepareStatements } from './store-statements.ts';
import { prepareTotal, type StoreTotal } from './store-total.ts';
import { createTransaction, type Transaction } from './store-transaction.ts';

export interface StoreDatabase {
  database: DatabaseSync;
  statements: ReturnType<typeof prepareStatements>;
  facets: Facets;
  total: StoreTotal;
  transaction: Transaction;
  /** Like `transaction`, for changes after which the notifications have to be counted again. */
  changeTotal: Transaction;
}

/** @throws StorageFailed */
export function openStoreDatabase(file: string, onNotice: (text: string) => void): StoreDatabase & StoreFile {
  const storeFile = openStoreFile(file, onNotice);
  const { database } = storeFile;
  const facets = prepareFacets(database);
  const total = prepareTotal(database);
  const transaction = createTransaction(database, file, facets.forget);
  return {
    ...storeFile,
    statements: prepareStatements(database),
    facets,
    total,
    transaction,
    changeTotal(work) {
      total.invalidate();
      return transaction(work);
    },
  };
}
