/** The figures of each request of a load run as a table, which the terminal, the interface and the report file show. */
import { loadPercentiles, type LoadReport, type LoadRow } from './load.ts';

type Percentile = (typeof loadPercentiles)[number];

export interface LoadTable {
  heads: string[];
  /** A row for each request and, where there are several, one for their total. The first cell is a name, unescaped. */
  rows: string[][];
}

export function loadTable(
  { rows, total }: LoadReport,
  percentiles: readonly Percentile[] = loadPercentiles,
): LoadTable {
  const cells = (row: LoadRow) => [
    `${row.method} ${row.name}`.trim(),
    String(row.requests),
    String(row.failures),
    perSecondText(row.requestsPerSecond),
    ...[row.minMs, row.averageMs, ...percentiles.map((percentile) => percentileOf(row, percentile)), row.maxMs].map(
      millisecondsText,
    ),
  ];
  return {
    heads: [
      'Request',
      'Requests',
      'Failed',
      'Rate/s',
      'Min',
      'Avg',
      ...percentiles.map((percentile) => `p${percentile}`),
      'Max',
    ],
    rows: (rows.length === 1 ? rows : [...rows, total]).map(cells),
  };
}

/** In milliseconds; 0 without requests. */
export const percentileOf = (row: LoadRow, percentile: Percentile): number =>
  row.percentilesMs[loadPercentiles.indexOf(percentile)] ?? 0;

export const millisecondsText = (value: number): string => (value < 10 ? value.toFixed(1) : String(Math.round(value)));
export const perSecondText = (value: number): string => value.toFixed(value < 10 ? 2 : 1);
