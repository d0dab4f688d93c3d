/** Runs of a collection, with their reports: SQLite beside the history of sends; bounded in number. */
import type { DatabaseSync } from 'node:sqlite';
import { storedExchange, type StoredExchange } from '../../contract/http/http.ts';
import { keptRun, runReport, type KeptRun, type ReportRequest, type RunReport } from '../../contract/runs/report.ts';
import { countReport, hasFailed } from '../../contract/runs/fold-report.ts';
import { inTransaction } from '../platform/files/open-database.ts';
import { jsonText } from '../platform/json/json-text.ts';
import type { Mask } from '../platform/secrets/mask.ts';
import { maskReport } from '../runs/reports/mask-report.ts';
import { prepareStoredReports } from './stored-reports.ts';

export const MAX_RUNS = 100;
const exchangeText = jsonText(storedExchange);
/** Limit for the requests and responses of one run, in characters. */
const MAX_EXCHANGES_SIZE = 2 * 1024 * 1024;

export interface KeptRuns {
  /** @returns its number */
  add(folder: string, report: RunReport, mask: Mask): number;
  /** The newest first. */
  list(): KeptRun[];
  get(id: number): RunReport;
  /** Stores the requests and responses of a run as far as there is room, those that failed first. */
  addExchanges(
    id: number,
    requests: readonly ReportRequest[],
    exchangeOf: (index: number) => StoredExchange | null,
  ): void;
  /** Null where it was not stored. */
  exchange(id: number, index: number): StoredExchange | null;
  clear(): void;
}

export const schemaOfRuns = `
  CREATE TABLE IF NOT EXISTS runs (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    summary TEXT NOT NULL,
    report TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS run_exchanges (
    run INTEGER NOT NULL,
    request INTEGER NOT NULL,
    exchange TEXT NOT NULL,
    PRIMARY KEY (run, request)
  ) STRICT, WITHOUT ROWID;
`;
export const usedOfRuns = ['SELECT id, summary, report FROM runs', 'SELECT run, request, exchange FROM run_exchanges'];

/** @param database has the tables of `schemaOfRuns` */
export function openKeptRuns(database: DatabaseSync): KeptRuns {
  return {
    ...prepareRuns(database),
    ...prepareExchanges(database),
    clear() {
      database.exec('DELETE FROM runs; DELETE FROM run_exchanges;');
    },
  };
}

function prepareRuns(database: DatabaseSync): Pick<KeptRuns, 'add' | 'list' | 'get'> {
  const insert = database.prepare('INSERT INTO runs (summary, report) VALUES (?, ?)');
  const prune = database.prepare('DELETE FROM runs WHERE id <= (SELECT max(id) FROM runs) - ?');
  const pruneExchanges = database.prepare('DELETE FROM run_exchanges WHERE run <= (SELECT max(id) FROM runs) - ?');
  const stored = prepareStoredReports(database, {
    table: 'runs',
    noun: 'run',
    summary: keptRun.omit({ id: true }),
    report: runReport,
  });
  return {
    add(folder, unmasked, mask) {
      const report = maskReport(unmasked, mask);
      const { lastInsertRowid } = insert.run(JSON.stringify(summaryOf(folder, report)), JSON.stringify(report));
      prune.run(MAX_RUNS);
      pruneExchanges.run(MAX_RUNS);
      return Number(lastInsertRowid);
    },
    ...stored,
  };
}

function prepareExchanges(database: DatabaseSync): Pick<KeptRuns, 'addExchanges' | 'exchange'> {
  const insert = database.prepare('INSERT INTO run_exchanges (run, request, exchange) VALUES (?, ?, ?)');
  const get = database.prepare('SELECT exchange FROM run_exchanges WHERE run = ? AND request = ?');
  return {
    addExchanges(id, requests, exchangeOf) {
      let size = 0;
      inTransaction(database, () => {
        for (const { index } of [...requests].sort((a, b) => Number(hasFailed(b)) - Number(hasFailed(a)))) {
          const exchange = exchangeOf(index);
          if (!exchange) continue;
          const text = JSON.stringify(exchange);
          size += text.length;
          if (size > MAX_EXCHANGES_SIZE) break;
          insert.run(id, index, text);
        }
      });
    },
    exchange(id, index) {
      const row = get.get(id, index) as { exchange: string } | undefined;
      const parsed = row && exchangeText.safeParse(row.exchange);
      return parsed?.success ? parsed.data : null;
    },
  };
}

function summaryOf(folder: string, report: RunReport): Omit<KeptRun, 'id'> {
  const { name, startedAt, durationMs, outcome } = report;
  const { requests, passed, failed, errors } = countReport(report.requests);
  return { name, folder, startedAt, durationMs, outcome, requests, passed, failed, errors };
}
