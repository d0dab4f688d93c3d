/** Load runs with their reports, in the file of the history; bounded in number and in size. */
import type { DatabaseSync } from 'node:sqlite';
import { keptLoadRun, loadReport, type KeptLoadRun, type LoadReport } from '../../contract/load/load.ts';
import { prepareStoredReports } from './stored-reports.ts';

export const MAX_LOAD_RUNS = 100;
/**
 * Limit for all reports together, in characters. The size of a report is bounded by its requests and seconds; the
 * newest is always kept.
 */
const MAX_REPORTS_SIZE = 64 * 1024 * 1024;

export interface KeptLoadRuns {
  /** @param report without secrets. @returns its number */
  add(report: LoadReport): number;
  /** The newest first. Damaged rows are left out. */
  list(): KeptLoadRun[];
  /** @throws FileNotFound when it is no longer stored, InvalidData when it is damaged */
  get(id: number): LoadReport;
  /** Hides a run; `restore` shows it again until `emptyTrash`. */
  remove(id: number): void;
  restore(id: number): void;
  /** Deletes the hidden runs. */
  emptyTrash(): void;
}

export const schemaOfLoadRuns = `
  CREATE TABLE IF NOT EXISTS load_runs (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    summary TEXT NOT NULL,
    report TEXT NOT NULL,
    size INTEGER NOT NULL
  ) STRICT;
`;
export const usedOfLoadRuns = ['SELECT id, summary, report, size FROM load_runs'];

/**
 * @param database has the table of `schemaOfLoadRuns`
 * @param maxSize characters of all reports together
 */
export function openKeptLoadRuns(database: DatabaseSync, maxSize = MAX_REPORTS_SIZE): KeptLoadRuns {
  const insert = database.prepare('INSERT INTO load_runs (summary, report, size) VALUES (?, ?, ?)');
  const prune = database.prepare(`
    DELETE FROM load_runs WHERE id IN (
      SELECT id FROM (
        SELECT id, row_number() OVER newest AS place, sum(size) OVER newest AS total
        FROM load_runs WINDOW newest AS (ORDER BY id DESC)
      ) WHERE place > ? OR (place > 1 AND total > ?)
    )`);
  const stored = prepareStoredReports(database, {
    table: 'load_runs',
    noun: 'load run',
    summary: keptLoadRun.omit({ id: true }),
    report: loadReport,
  });
  const erase = database.prepare('DELETE FROM load_runs WHERE id = ?');
  const hiddenIds = new Set<number>();
  return {
    add(report) {
      const text = JSON.stringify(report);
      const { lastInsertRowid } = insert.run(JSON.stringify(summaryOf(report)), text, text.length);
      prune.run(MAX_LOAD_RUNS, maxSize);
      return Number(lastInsertRowid);
    },
    list: () => stored.list().filter(({ id }) => !hiddenIds.has(id)),
    get: stored.get,
    remove: (id) => void hiddenIds.add(id),
    restore: (id) => void hiddenIds.delete(id),
    emptyTrash() {
      for (const id of hiddenIds) erase.run(id);
      hiddenIds.clear();
    },
  };
}

function summaryOf({ name, startedAt, durationMs, outcome, model, total }: LoadReport): Omit<KeptLoadRun, 'id'> {
  const { requests, failures, requestsPerSecond } = total;
  return { name, startedAt, durationMs, outcome, model, requests, failures, requestsPerSecond };
}
