/** Load runs with their reports, in the file of the history; bounded in number and in size. */
import type { DatabaseSync } from 'node:sqlite';
import { codedError } from '../../contract/errors.ts';
import { keptLoadRun, loadReport, type KeptLoadRun, type LoadReport } from '../../contract/load.ts';
import { jsonText } from '../platform/json-text.ts';

export const MAX_LOAD_RUNS = 100;
/** Characters of all reports together. A report is bounded by the requests and seconds of a run; the newest is always kept. */
const MAX_REPORTS_SIZE = 64 * 1024 * 1024;

const summaryText = jsonText(keptLoadRun.omit({ id: true }));
const reportText = jsonText(loadReport);

export interface KeptLoadRuns {
  /** @param report without secrets. @returns its number */
  add(report: LoadReport): number;
  /** The newest first. A row that is damaged is left out. */
  list(): KeptLoadRun[];
  /** @throws FileNotFound when it is not kept any more, InvalidData when it is damaged */
  get(id: number): LoadReport;
  /** Hides a run; `restore` shows it again until `emptyTrash`. */
  remove(id: number): void;
  restore(id: number): void;
  /** Deletes the hidden runs. */
  emptyTrash(): void;
}

/** @param maxSize characters of all reports together */
export function openKeptLoadRuns(database: DatabaseSync, maxSize = MAX_REPORTS_SIZE): KeptLoadRuns {
  database.exec(`
    CREATE TABLE IF NOT EXISTS load_runs (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      summary TEXT NOT NULL,
      report TEXT NOT NULL,
      size INTEGER NOT NULL
    ) STRICT;
  `);
  const insert = database.prepare('INSERT INTO load_runs (summary, report, size) VALUES (?, ?, ?)');
  const prune = database.prepare(`
    DELETE FROM load_runs WHERE id IN (
      SELECT id FROM (
        SELECT id, row_number() OVER newest AS place, sum(size) OVER newest AS total
        FROM load_runs WINDOW newest AS (ORDER BY id DESC)
      ) WHERE place > ? OR (place > 1 AND total > ?)
    )`);
  const list = database.prepare('SELECT id, summary FROM load_runs ORDER BY id DESC');
  const get = database.prepare('SELECT report FROM load_runs WHERE id = ?');
  const erase = database.prepare('DELETE FROM load_runs WHERE id = ?');
  const hidden = new Set<number>();
  return {
    add(report) {
      const text = JSON.stringify(report);
      const { lastInsertRowid } = insert.run(JSON.stringify(summaryOf(report)), text, text.length);
      prune.run(MAX_LOAD_RUNS, maxSize);
      return Number(lastInsertRowid);
    },
    list: () =>
      (list.all() as { id: number; summary: string }[]).flatMap(({ id, summary }) => {
        const parsed = summaryText.safeParse(summary);
        return parsed.success && !hidden.has(id) ? [{ ...parsed.data, id }] : [];
      }),
    get(id) {
      const row = get.get(id) as { report: string } | undefined;
      if (!row) throw codedError('FileNotFound', 'This load run is not kept any more.', 'Look at the list again.');
      const parsed = reportText.safeParse(row.report);
      if (!parsed.success) throw codedError('InvalidData', 'The report of this load run is damaged.', 'Run it again.');
      return parsed.data;
    },
    remove: (id) => void hidden.add(id),
    restore: (id) => void hidden.delete(id),
    emptyTrash() {
      for (const id of hidden) erase.run(id);
      hidden.clear();
    },
  };
}

function summaryOf({ name, startedAt, durationMs, outcome, model, total }: LoadReport): Omit<KeptLoadRun, 'id'> {
  const { requests, failures, requestsPerSecond } = total;
  return { name, startedAt, durationMs, outcome, model, requests, failures, requestsPerSecond };
}
