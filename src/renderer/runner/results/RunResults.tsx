import { SegmentedControl, UnstyledButton } from '@mantine/core';
import { useRef, useState } from 'react';
import type { ReportRequest } from '../../../contract/runs/report.ts';
import { countReport, hasFailed } from '../../../contract/runs/fold-report.ts';
import { visibleText } from '../../../contract/visible-text.ts';
import { useFrom } from '../../context/app-context.ts';
import { outcomeWord } from '../../../contract/runs/outcome-word.ts';
import { countText } from '../../../contract/count-text.ts';
import { duration } from '../../ui/labels/duration.ts';
import { Chip } from '../../ui/labels/Chip.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { MethodLabel } from '../../ui/labels/MethodLabel.tsx';
import { StatusLabel } from '../../ui/labels/StatusLabel.tsx';
import { comparisonText, isChanged, sameBefore } from './compare-runs.ts';
import { RunDetail } from './RunDetail.tsx';
import { ResultActions } from './ResultActions.tsx';
import { failureText, notSentText, rowState } from './row-state.ts';
import { listProps } from '../../ui/lists/list-props.ts';
import { useRenderedLines } from '../../ui/lists/use-rendered-lines.ts';
import classes from '../runner.module.css';
import shared from '../../ui/shared.module.css';

const ROW = 28;

/** The requests of a run with their results, live; details of the selected one are shown below. */
export function RunResults() {
  const report = useFrom('runner', (state) => state.shown);
  const before = useFrom('runner', (state) => state.before);
  const underWay = useFrom('runner', (state) => state.underWay);
  const [chosenFilter, setFilter] = useState('all');
  // Without a run before, nothing has changed, and the filter is not offered.
  const only = chosenFilter === 'changed' && !before ? 'all' : chosenFilter;
  const [chosenIndex, setChosen] = useState<number>();
  const scroller = useRef<HTMLDivElement>(null);
  const rows = (report?.requests ?? []).filter(
    (request) => only === 'all' || (only === 'failed' ? hasFailed(request) : isChanged(before, request)),
  );

  const virtual = useRenderedLines(scroller, { count: rows.length, height: ROW });
  if (!report)
    return <EmptyState text="Check the requests to run on the left and press Run, or choose an earlier run." />;
  const counts = countReport(report.requests);
  const outcome = outcomeWord(report.outcome, counts.passed);
  const request = report.requests.find(({ index }) => index === chosenIndex);
  const isUnderWay = ({ index }: ReportRequest) => report.outcome === 'running' && underWay.has(index);
  const keyboardList = listProps({
    id: request && `run-row-${request.index}`,
    index: rows.findIndex(({ index }) => index === chosenIndex),
    count: rows.length,
    choose(index) {
      setChosen(rows[index]?.index);
      virtual.scrollToIndex(index);
    },
  });
  return (
    <div className={classes['results']}>
      <div className={classes['counts']} role="status">
        <b data-outcome={outcome}>{outcome}</b>
        <span>{countText(counts.requests, 'request')}</span>
        <span data-good={counts.passed > 0 || undefined}>{countText(counts.passed, 'test')} passed</span>
        <span data-bad={counts.failed > 0 || undefined}>{counts.failed} failed</span>
        <span data-bad={counts.errors > 0 || undefined}>{countText(counts.errors, 'error')}</span>
        {report.durationMs > 0 && <span>{duration(report.durationMs)}</span>}
        {before && <span>{comparisonText(before, report)}</span>}
        <span className={classes['space']} />
        <ResultActions />
        <SegmentedControl
          size="xs"
          aria-label="Requests to show"
          data={[
            { value: 'all', label: 'All' },
            { value: 'failed', label: 'Failed' },
            ...(before ? [{ value: 'changed', label: 'Changed' }] : []),
          ]}
          value={only}
          onChange={setFilter}
        />
      </div>
      <div ref={scroller} className={classes['rows']} aria-label="Requests of the run" {...keyboardList}>
        <div style={{ height: virtual.getTotalSize(), position: 'relative' }}>
          {virtual.getVirtualItems().map(({ key, index, start }) => {
            const row = rows[index];
            return (
              row && (
                <div key={key} className={shared['renderedLine']} style={{ transform: `translateY(${start}px)` }}>
                  <Row
                    request={row}
                    caller={row.caller === undefined ? undefined : report.requests[row.caller]?.name}
                    iterations={report.iterations}
                    isUnderWay={isUnderWay(row)}
                    changed={isChanged(before, row)}
                    chosen={row.index === chosenIndex}
                    onChoose={() => setChosen(row.index === chosenIndex ? undefined : row.index)}
                  />
                </div>
              )
            );
          })}
        </div>
      </div>
      {request && (
        <RunDetail
          key={request.index}
          request={request}
          isUnderWay={isUnderWay(request)}
          before={sameBefore(before, request)}
        />
      )}
    </div>
  );
}

const signs = { passed: '✓', received: '', failed: '✗', skipped: '–', stopped: '–', notSent: '–', pending: '·' };

function Row(props: {
  request: ReportRequest;
  /** Name of the request whose script has run this one. */
  caller: string | undefined;
  iterations: number;
  isUnderWay: boolean;
  changed: boolean;
  chosen: boolean;
  onChoose: () => void;
}) {
  const { request, caller, iterations, isUnderWay, changed, chosen, onChoose } = props;
  const { state, isSent } = rowState(request, isUnderWay);
  const path = visibleText(request.path.slice(1).join(' / '));
  const problem = failureText(request);
  const passed = request.tests.filter(({ state }) => state === 'passed').length;
  return (
    <UnstyledButton
      id={`run-row-${request.index}`}
      className={classes['row'] ?? ''}
      role="option"
      tabIndex={-1}
      aria-selected={chosen}
      onClick={onChoose}
    >
      <b data-outcome={state === 'passed' || state === 'failed' ? state : 'stopped'}>{signs[state]}</b>
      {iterations > 1 && <em>{request.iteration + 1}</em>}
      <MethodLabel method={request.method} />
      <span className={classes['path']} title={path}>
        <bdi>{path}</bdi>
      </span>
      {problem !== undefined && (
        <span className={classes['problem']} title={visibleText(problem)}>
          {visibleText(problem)}
        </span>
      )}
      {state === 'stopped' && isSent && <em>stopped</em>}
      {caller !== undefined && <em>run by {visibleText(caller)}</em>}
      {changed && <Chip tone="warn">changed</Chip>}
      <small data-outcome={passed < request.tests.length ? 'failed' : undefined}>
        {request.tests.length > 0 && `${passed}/${request.tests.length}`}
      </small>
      <small className={classes['rowStatus']}>
        {isSent ? <StatusLabel status={request.status} /> : notSentText(state)}
      </small>
      <small>{request.status === null ? '' : duration(request.durationMs)}</small>
    </UnstyledButton>
  );
}
