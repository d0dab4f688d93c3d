/** The statistics of a load run as text for the terminal: one line during the run, a table at its end. */
import { loadTable } from '../../../contract/load/load-table.ts';
import type { LoadProgress, LoadReport } from '../../../contract/load/load.ts';
import { countText } from '../../../contract/count-text.ts';

const shownPercentiles = [50, 95, 99] as const;
const MAX_NAME = 40;
const MAX_FAILURES = 20;

const milliseconds = (value: number | null): string => (value === null ? '–' : `${Math.round(value)} ms`);

/** @param totalMs duration of the whole run */
export function progressText({ elapsedMs, requests, failures, second }: LoadProgress, totalMs: number): string {
  const times = `median ${milliseconds(second.medianMs)}, p95 ${milliseconds(second.p95Ms)}`;
  const time = `${Math.min(Math.round(elapsedMs / 1000), Math.ceil(totalMs / 1000))}/${Math.ceil(totalMs / 1000)} s`;
  return `${time}  ${second.running} running  ${second.requests} requests/s  ${times}  ${requests} requests, ${failures} failed`;
}

/** @param report masked */
export function loadText(report: LoadReport): string {
  const { total, failures, expectations, warnings } = report;
  const { heads, rows } = loadTable(report, shownPercentiles);
  const lines = [heads, ...rows.map(([name = '', ...figures]) => [shortened(name), ...figures])];
  const widths = heads.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const table = lines.map((line) =>
    line
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  '),
  );
  const listedFailures = failures.slice(0, MAX_FAILURES);
  return [
    ...table,
    ...(listedFailures.length > 0 ? ['', 'Failures:'] : []),
    ...listedFailures.map(
      ({ name, method, message, count }) => `  ${count} × ${`${method} ${name}`.trim()}: ${message}`,
    ),
    ...(failures.length > listedFailures.length
      ? [`  and ${failures.length - listedFailures.length} other messages`]
      : []),
    ...(expectations.length > 0 ? [''] : []),
    ...expectations.map(({ text, actual, isMet }) => `${isMet ? '✓' : '✗'} ${text} (${actual})`),
    ...warnings.map((text) => `! ${text}`),
    '',
    `${report.outcome}: ${countText(total.requests, 'request')} in ${(report.durationMs / 1000).toFixed(1)} s, ${countText(report.iterations, 'iteration')}; times in milliseconds`,
    '',
  ].join('\n');
}

const shortened = (name: string): string => (name.length > MAX_NAME ? `${name.slice(0, MAX_NAME - 1)}…` : name);
