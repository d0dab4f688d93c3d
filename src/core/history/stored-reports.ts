/** Reads one table of runs in the history: the summaries, and the report of one run. */
import type { DatabaseSync } from 'node:sqlite';
import type * as z from 'zod';
import { codedError } from '../../contract/errors.ts';
import { jsonText } from '../platform/json/json-text.ts';

export interface StoredReportsOptions<S, R> {
  /** Has the columns `id`, `summary` and `report`; the last two hold JSON. */
  table: 'runs' | 'load_runs';
  summary: z.ZodType<S>;
  report: z.ZodType<R>;
  /** The word for a row in messages, such as "run". */
  noun: string;
}
export interface StoredReports<S, R> {
  /** The newest first. Damaged rows are left out. */
  list(): (S & { id: number })[];
  /** @throws FileNotFound when it is no longer stored, InvalidData when it is damaged */
  get(id: number): R;
}

export function prepareStoredReports<S, R>(
  database: DatabaseSync,
  { table, summary, report, noun }: StoredReportsOptions<S, R>,
): StoredReports<S, R> {
  const list = database.prepare(`SELECT id, summary FROM ${table} WHERE id <= ? ORDER BY id DESC`);
  const get = database.prepare(`SELECT report FROM ${table} WHERE id = ?`);
  const summaryText = jsonText(summary);
  const reportText = jsonText(report);
  return {
    list: () =>
      (list.all(Number.MAX_SAFE_INTEGER) as { id: number; summary: string }[]).flatMap((row) => {
        const parsed = summaryText.safeParse(row.summary);
        return parsed.success ? [{ ...parsed.data, id: row.id }] : [];
      }),
    get(id) {
      const row = get.get(id) as { report: string } | undefined;
      if (!row) throw codedError('FileNotFound', `This ${noun} is no longer stored.`, 'Reload the list.');
      const parsed = reportText.safeParse(row.report);
      if (!parsed.success) throw codedError('InvalidData', `The report of this ${noun} is damaged.`, 'Run it again.');
      return parsed.data;
    },
  };
}
