import { SegmentedControl, UnstyledButton } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, useState } from 'react';
import { countReport, hasFailed, type ReportRequest, type RunReport } from '../../contract/report.ts';
import { useApp, useFrom } from '../context/app-context.ts';
import { showError } from '../ui/notify.ts';
import { duration } from '../ui/duration.ts';
import { Chip } from '../ui/Chip.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { sizeText } from '../ui/size.ts';
import { sameBefore } from './runner-store.ts';
import classes from './runner.module.css';

const ROW = 28;

/** The requests of a run with what became of them, live; one is opened below. */
export function RunResults() {
  const report = useFrom('runner', (state) => state.shown);
  const before = useFrom('runner', (state) => state.before);
  const [only, setOnly] = useState('all');
  const [chosen, setChosen] = useState<number>();
  const scroller = useRef<HTMLDivElement>(null);
  const shown = (report?.requests ?? []).filter(
    (request) => only === 'all' || hasFailed(request) || (only === 'changed' && isChanged(before, request)),
  );
  const rows =
    only === 'failed'
      ? shown.filter(hasFailed)
      : only === 'changed'
        ? shown.filter((one) => isChanged(before, one))
        : shown;

  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 10,
  });
  if (!report) return <EmptyState text="Start a run, or choose an earlier one, to see its results here." />;
  const counts = countReport(report.requests);
  const request = report.requests.find(({ index }) => index === chosen);
  return (
    <div className={classes['results']}>
      <div className={classes['counts']} role="status">
        <b data-outcome={report.outcome}>{report.outcome}</b>
        <span>{counts.requests} requests</span>
        <span data-good={counts.passed > 0 || undefined}>{counts.passed} passed</span>
        <span data-bad={counts.failed > 0 || undefined}>{counts.failed} failed</span>
        <span data-bad={counts.errors > 0 || undefined}>{counts.errors} errors</span>
        {report.durationMs > 0 && <span>{duration(report.durationMs)}</span>}
        {before && <span>{compared(before, report)}</span>}
        <span className={classes['space']} />
        <SegmentedControl
          size="xs"
          aria-label="Requests to show"
          data={[
            { value: 'all', label: 'All' },
            { value: 'failed', label: 'Failed' },
            ...(before ? [{ value: 'changed', label: 'Changed' }] : []),
          ]}
          value={only}
          onChange={setOnly}
        />
      </div>
      <div ref={scroller} className={classes['rows']} tabIndex={0} role="listbox" aria-label="Requests of the run">
        <div style={{ height: virtual.getTotalSize(), position: 'relative' }}>
          {virtual.getVirtualItems().map(({ key, index, start }) => {
            const row = rows[index];
            return (
              row && (
                <div key={key} style={{ transform: `translateY(${start}px)` }}>
                  <Row
                    request={row}
                    caller={row.caller === undefined ? undefined : report.requests[row.caller]?.name}
                    iterations={report.iterations}
                    changed={isChanged(before, row)}
                    chosen={row.index === chosen}
                    onChoose={() => setChosen(row.index === chosen ? undefined : row.index)}
                  />
                </div>
              )
            );
          })}
        </div>
      </div>
      {request && <Detail request={request} before={sameBefore(before, request)} />}
    </div>
  );
}

const isChanged = (before: RunReport | undefined, request: ReportRequest): boolean => {
  const older = sameBefore(before, request);
  return before !== undefined && (!older || hasFailed(older) !== hasFailed(request) || older.status !== request.status);
};

function compared(before: RunReport, now: RunReport): string {
  const was = (request: ReportRequest) => sameBefore(before, request);
  const broken = now.requests.filter((one) => hasFailed(one) && was(one) && !hasFailed(was(one) ?? one)).length;
  const mended = now.requests.filter((one) => {
    const older = was(one);
    return older !== undefined && hasFailed(older) && !hasFailed(one);
  }).length;
  if (broken === 0 && mended === 0) return 'as the run before';
  return `since the run before: ${[broken > 0 ? `${broken} broken` : '', mended > 0 ? `${mended} mended` : ''].filter(Boolean).join(', ')}`;
}

function Row(props: {
  request: ReportRequest;
  /** Name of the request whose script has run this one. */
  caller: string | undefined;
  iterations: number;
  changed: boolean;
  chosen: boolean;
  onChoose: () => void;
}) {
  const { request, caller, iterations, changed, chosen, onChoose } = props;
  const bad = hasFailed(request);
  const passed = request.tests.filter(({ state }) => state === 'passed').length;
  return (
    <UnstyledButton
      className={classes['row'] ?? ''}
      role="option"
      tabIndex={-1}
      aria-selected={chosen}
      onClick={onChoose}
    >
      <b data-outcome={request.skipped ? 'stopped' : bad ? 'failed' : 'passed'}>
        {request.skipped ? '–' : bad ? '✗' : '✓'}
      </b>
      {iterations > 1 && <em>{request.iteration + 1}</em>}
      <span>{request.path.slice(1).join(' / ')}</span>
      {caller !== undefined && <em>run by {caller}</em>}
      {changed && <Chip tone="warn">changed</Chip>}
      {request.tests.length > 0 && (
        <small>
          {passed}/{request.tests.length}
        </small>
      )}
      <small>{request.skipped ? 'skipped' : (request.status ?? (request.failure ? 'no answer' : '…'))}</small>
      <small>{request.status === null ? '' : duration(request.durationMs)}</small>
    </UnstyledButton>
  );
}

function Detail({ request, before }: { request: ReportRequest; before: ReportRequest | undefined }) {
  const { app, requests } = useApp();
  const open = () => {
    app.getState().show('requests');
    void requests.getState().select(request.id).catch(showError);
  };
  return (
    <div className={classes['detail']}>
      <p>
        <code>
          {request.method} {request.url}
        </code>
        <small>
          {request.status === null
            ? 'no answer'
            : `${request.status} ${request.statusText} · ${sizeText(request.size)} · ${duration(request.durationMs)}`}
          {before && ` · before: ${before.status ?? 'no answer'}, ${duration(before.durationMs)}`}
        </small>
        <UnstyledButton onClick={open}>Open the request</UnstyledButton>
      </p>
      {[...(request.failure ? [`${request.failure.message} ${request.failure.remedy}`] : []), ...request.errors].map(
        (problem, index) => (
          <pre key={index}>{problem}</pre>
        ),
      )}
      <ul>
        {request.tests.map((test, index) => (
          <li key={index} data-outcome={test.state}>
            {test.state === 'passed' ? '✓' : test.state === 'failed' ? '✗' : '–'} {test.name}
            {test.error && <small>{test.error}</small>}
          </li>
        ))}
      </ul>
    </div>
  );
}
