/** Opens a SQLite database that only this user can read, in the folder of a workspace's state. */
import { renameSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makePrivateFile } from './private-files.ts';

/** Milliseconds that a statement waits while another process writes. */
const BUSY_MS = 2000;

/**
 * Opens or creates the database. A damaged file is renamed and replaced; where no file can be written, the database is
 * in memory only.
 * @param options.schema statements that create missing tables
 * @param options.used statements that a database of this schema can execute: where one cannot be prepared, a table has
 *   other columns, and the file is damaged
 * @param options.content names the content, as the subject of a sentence: "The history"
 */
export function openDatabase(options: {
  file: string;
  schema: string;
  used?: readonly string[];
  content: string;
  onNotice: (text: string) => void;
}): DatabaseSync {
  const { file, schema, used = [], content, onNotice } = options;
  const prepare = (name: string): DatabaseSync => {
    const database = new DatabaseSync(name, { timeout: BUSY_MS });
    try {
      database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; ${schema}`);
      for (const statement of used) database.prepare(statement);
      return database;
    } catch (error) {
      // Windows renames no file that is open.
      database.close();
      throw error;
    }
  };
  try {
    makePrivateFile(file);
    try {
      return prepare(file);
    } catch (error) {
      // SQLITE_CORRUPT, SQLITE_NOTADB, and SQLITE_ERROR for a table with other columns
      const { errcode = 0 } = error as { errcode?: number };
      const isOther = errcode === 1 && used.length > 0;
      if (errcode !== 11 && errcode !== 26 && !isOther) throw error;
      const damagedFile = `${file}.damaged-${new Date().toISOString().replaceAll(':', '-')}`;
      renameSync(file, damagedFile);
      onNotice(`${content} in ${file} was damaged. It was kept as ${path.basename(damagedFile)}.`);
      return prepare(file);
    }
  } catch (error) {
    // A workspace whose folder is not writable can still be used.
    onNotice(`${content} cannot be stored in ${file}: ${(error as Error).message}`);
    return prepare(':memory:');
  }
}

/** Commits all changes of the work with one write to the disk, or rolls all of them back when it throws. */
export function inTransaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    // Some errors have already rolled back.
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}
