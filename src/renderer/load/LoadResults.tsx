import { Table } from '@mantine/core';
import { loadCharts } from '../../contract/load/load-charts.ts';
import { loadTable } from '../../contract/load/load-table.ts';
import type { LoadReport } from '../../contract/load/load.ts';
import { useFrom } from '../context/app-context.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { LineChart } from '../ui/LineChart.tsx';
import { countText } from '../../contract/count-text.ts';
import { visibleText } from '../../contract/visible-text.ts';
import { duration } from '../ui/labels/duration.ts';
import { loadComparison } from './compare-loads.ts';
import type { LoadStore } from './load-store.ts';
import classes from './load.module.css';

/** The measurements during a load run as charts; at its end, all figures. */
export function LoadResults() {
  const runId = useFrom('load', (state) => state.runId);
  const report = useFrom('load', (state) => state.report);
  const before = useFrom('load', (state) => state.before);
  if (runId === undefined && report === undefined) {
    return (
      <EmptyState text="Check the requests to send on the left and press Start load. Only test servers that you are allowed to put under load." />
    );
  }
  return (
    <div className={classes['results']} tabIndex={0} role="region" aria-label="Load results">
      <Counts />
      {report && before && <p>{loadComparison(before, report)}</p>}
      {report?.warnings.map((text) => (
        <p key={text} data-tone="warn">
          {text}
        </p>
      ))}
      {report && report.expectations.length > 0 && (
        <ul aria-label="Expectations">
          {report.expectations.map(({ text, actual, isMet }) => (
            <li key={text}>
              <b data-tone={isMet ? 'good' : 'bad'}>{isMet ? '✓' : '✗'}</b> {text} <small>{actual}</small>
            </li>
          ))}
        </ul>
      )}
      <Charts />
      {report && <Figures report={report} />}
    </div>
  );
}

function Charts() {
  const seconds = useFrom('load', (state) => state.seconds);
  const model = useFrom('load', (state) => state.model);
  const elapsedMs = useFrom('load', elapsedMsOf);
  return (
    <div className={classes['charts']}>
      {model && loadCharts({ seconds, model, elapsedMs }).map((chart) => <LineChart key={chart.title} {...chart} />)}
    </div>
  );
}

const elapsedMsOf = ({ report, progress }: LoadStore): number => report?.durationMs ?? progress?.elapsedMs ?? 0;

function Counts() {
  const progress = useFrom('load', (state) => state.progress);
  const report = useFrom('load', (state) => state.report);
  const durationMs = useFrom('load', (state) => state.durationMs);
  const { requests, failures } = report?.total ?? progress ?? { requests: 0, failures: 0 };
  const elapsedMs = useFrom('load', elapsedMsOf);
  return (
    <div className={classes['counts']} role="status">
      <b data-outcome={report?.outcome ?? 'running'}>{report?.outcome ?? 'running'}</b>
      <span>{countText(requests, 'request')}</span>
      <span data-tone={failures > 0 ? 'bad' : undefined}>{failures} failed</span>
      {report && <span>{report.total.requestsPerSecond.toFixed(1)} requests/s</span>}
      <span>{report ? duration(elapsedMs) : elapsedText(elapsedMs, durationMs)}</span>
    </div>
  );
}

/** While the last responses are awaited, the run takes longer than it sends. */
function elapsedText(elapsedMs: number, durationMs: number): string {
  const [elapsed, whole] = [Math.round(elapsedMs / 1000), durationMs / 1000];
  return elapsed > whole ? `${whole} of ${whole} s, waiting for the last responses` : `${elapsed} of ${whole} s`;
}

function Figures({ report }: { report: LoadReport }) {
  const { heads, rows } = loadTable(report);
  return (
    <>
      <div className={classes['wide']} tabIndex={0} role="region" aria-label="Details per request">
        <Table fz="xs" verticalSpacing={2}>
          <Table.Thead>
            <Table.Tr>
              {heads.map((head) => (
                <Table.Th key={head}>{head}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((cells) => (
              <Table.Tr key={cells[0]}>
                {cells.map((cell, column) => (
                  <Table.Td key={heads[column]}>{visibleText(cell)}</Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      {report.failures.length > 0 && (
        <ul aria-label="Failures">
          {report.failures.slice(0, 50).map(({ name, method, message, count }) => (
            <li key={`${method} ${name} ${message}`}>
              <b data-tone="bad">{count} ×</b> {visibleText(`${`${method} ${name}`.trim()}: ${message}`)}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
