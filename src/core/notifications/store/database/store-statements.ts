/** The prepared statements of the store, one set for each open file. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { prepareChange } from './store-file.ts';
import { contentColumns, insertRow, summaryColumns } from './store-row.ts';

const wholeRow = `${summaryColumns}, ${contentColumns} FROM notifications JOIN contents USING (id)
  LEFT JOIN responses USING (id)`;

export function prepareStatements(database: DatabaseSync) {
  const sql = (text: string): StatementSync => database.prepare(text);
  return {
    reserve: sql("UPDATE sqlite_sequence SET seq = seq + ? WHERE name = 'notifications' RETURNING seq"),
    appendBatch: sql('INSERT INTO inbox (first_id, count, about, bodies) VALUES (?, ?, ?, ?)'),
    waitingBatches: sql('SELECT first_id AS first, count FROM inbox ORDER BY first_id'),
    take: sql('DELETE FROM inbox WHERE first_id = ? RETURNING about, bodies'),
    insert: sql(insertRow),
    insertContent: sql('INSERT INTO contents (id, headers, body) VALUES (?, ?, ?)'),
    insertResponse: sql('INSERT OR REPLACE INTO responses (id, headers, body, size) VALUES (?, ?, ?, ?)'),
    index: sql('INSERT INTO words (rowid, indexed) VALUES (?, ?)'),
    original: sql('SELECT id FROM notifications WHERE repeat_key = ? AND repeat_of IS NULL'),
    get: sql(`SELECT ${wholeRow} WHERE id = ?`),
    after: sql(`SELECT ${wholeRow} WHERE id > ? AND removed = 0 ORDER BY id LIMIT ?`),
    summary: sql(`SELECT ${summaryColumns} FROM notifications WHERE id = ?`),
    answer: prepareChange(
      database,
      'UPDATE notifications SET answered_status = ?, answered_rule = ?, answered_after = ? WHERE id = ?',
    ),
    change: prepareChange(
      database,
      `UPDATE notifications SET pinned = coalesce(?, pinned), note = coalesce(?, note),
        signature = coalesce(?, signature) WHERE id = ?`,
    ),
    removeSignatures: prepareChange(
      database,
      'UPDATE notifications SET signature = NULL WHERE provider = ? AND signature IS NOT NULL',
    ),
    lastId: sql("SELECT seq FROM sqlite_sequence WHERE name = 'notifications'"),
    remove: prepareChange(database, 'UPDATE notifications SET removed = ? WHERE id = ?'),
  };
}
