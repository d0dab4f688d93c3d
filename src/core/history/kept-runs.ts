/** Runs of a collection, with their reports: SQLite beside the history of sends; bounded in number. */
import type { DatabaseSync } from 'node:sqlite';
import { codedError } from '../../contract/errors.ts';
import { countReport, keptRun, runReport, type KeptRun, type RunReport } from '../../contract/report.ts';
import { jsonText } from '../platform/json-text.ts';
import type { Mask } from '../platform/mask.ts';
import { maskReport } from '../runs/reports/mask-report.ts';

export const MAX_RUNS = 100;
const summaryText = jsonText(keptRun.omit({ id: true }));
const reportText = jsonText(runReport);

export interface KeptRuns {
  /** @returns its number */
  add(folder: string, report: RunReport, mask: Mask): number;
  /** The newest first. */
  list(): KeptRun[];
  get(id: number): RunReport;
  clear(): void;
}

export function openKeptRuns(database: DatabaseSync): KeptRuns {
  database.exec(`
    CREATE TABLE IF NOT EXISTS runs (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      summary TEXT NOT NULL,
      report TEXT NOT NULL
    ) STRICT;
  `);
  const insert = database.prepare('INSERT INTO runs (summary, report) VALUES (?, ?)');
  const prune = database.prepare('DELETE FROM runs WHERE id <= (SELECT max(id) FROM runs) - ?');
  const list = database.prepare('SELECT id, summary FROM runs ORDER BY id DESC');
  const get = database.prepare('SELECT report FROM runs WHERE id = ?');
  return {
    add(folder, unmasked, mask) {
      const report = maskReport(unmasked, mask);
      const { name, startedAt, durationMs, outcome } = report;
      const { requests, passed, failed, errors } = countReport(report.requests);
      const summary: Omit<KeptRun, 'id'> = {
        name,
        folder,
        startedAt,
        durationMs,
        outcome,
        requests,
        passed,
        failed,
        errors,
      };
      const { lastInsertRowid } = insert.run(JSON.stringify(summary), JSON.stringify(report));
      prune.run(MAX_RUNS);
      return Number(lastInsertRowid);
    },
    list: () =>
      (list.all() as { id: number; summary: string }[]).flatMap(({ id, summary }) => {
        const parsed = summaryText.safeParse(summary);
        return parsed.success ? [{ ...parsed.data, id }] : [];
      }),
    get(id) {
      const row = get.get(id) as { report: string } | undefined;
      if (!row) throw codedError('FileNotFound', 'This run is not kept any more.', 'Look at the list again.');
      const parsed = reportText.safeParse(row.report);
      if (!parsed.success) throw codedError('InvalidData', 'The report of this run is damaged.', 'Run it again.');
      return parsed.data;
    },
    clear() {
      database.exec('DELETE FROM runs');
    },
  };
}
