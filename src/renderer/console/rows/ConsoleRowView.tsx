import { CopyButton, Loader } from '@mantine/core';
import { IconCheck, IconCopy, IconPlayerStopFilled } from '@tabler/icons-react';
import { memo } from 'react';
import type { ProgramEntry, RunState, SingleEntry } from '../../../contract/runs/fold-run.ts';
import { outcomeWord } from '../../../contract/runs/outcome-word.ts';
import { isStop } from '../../../contract/errors.ts';
import type { ProgramFailure, ScriptError } from '../../../contract/runs/run-event.ts';
import { visibleLines, visibleText } from '../../../contract/visible-text.ts';
import { useApp } from '../../context/app-context.ts';
import { HttpRow } from './HttpRow.tsx';
import { Line } from './Line.tsx';
import { AnsiText } from './AnsiText.tsx';
import { ConsoleValueView } from '../ConsoleValueView.tsx';
import { ProgramFailureText } from '../ProgramFailureText.tsx';
import { duration } from '../../ui/labels/duration.ts';
import { copyHint, outcomeText, rowText, type ConsoleRow, type RowPlace } from './console-rows.ts';
import { IconButton } from '../../ui/buttons/IconButton.tsx';
import classes from '../console.module.css';

/** One row; rendered again only when its own content changes. */
export const ConsoleRowView = memo(
  function ConsoleRowView({ row }: { row: ConsoleRow }) {
    switch (row.kind) {
      case 'run':
        return <RunRow run={row.run} />;
      case 'end':
        return (
          <div
            className={classes['end']}
            data-status={outcomeWord(row.run.status, row.run.tests.passed)}
            data-testid="run-end"
          >
            {outcomeText(row.run)}
          </div>
        );
      case 'dropped':
      case 'continued':
        return <div className={classes['quiet']}>{visibleText(rowText(row))}</div>;
      case 'command':
        return <CommandRow entry={row.entry} place={row.place} />;
      case 'output':
        return (
          <Line className="output" place={row.place}>
            <span className={classes['tag']} data-stream={row.stream}>
              {row.stream}
            </span>
            <span data-stream={row.stream}>
              <AnsiText text={row.text} />
            </span>
          </Line>
        );
      case 'failure':
        return <ProgramFailureText failure={row.failure} />;
      case 'single':
        return <SingleRow entry={row.entry} runId={row.runId} place={row.place} />;
    }
  },
  (before, after) => {
    const [a, b] = [before.row, after.row];
    if (a.key !== b.key || a.kind !== b.kind) return false;
    if (a.kind === 'output' || a.kind === 'failure' || a.kind === 'dropped' || a.kind === 'continued')
      return JSON.stringify(a) === JSON.stringify(b);
    if ('run' in a && 'run' in b) return a.run === b.run;
    return 'entry' in a && 'entry' in b && a.entry === b.entry;
  },
);

function RunRow({ run }: { run: RunState }) {
  const { runs } = useApp();
  const name = visibleText(run.scriptName) || 'starting…';
  return (
    <div className={classes['run']}>
      <time>{run.startedAt && new Date(run.startedAt).toLocaleTimeString()}</time>
      <span>{name}</span>
      {run.status === 'running' && (
        <>
          <Loader size={12} role="img" aria-label="running" />
          <IconButton
            label={`Stop ${name}`}
            tooltip="Stop this run"
            size={18}
            color="red"
            onClick={() => runs.getState().stop(run.runId)}
          >
            <IconPlayerStopFilled size={12} />
          </IconButton>
        </>
      )}
    </div>
  );
}

function CommandRow({ entry, place }: { entry: ProgramEntry; place: RowPlace | undefined }) {
  const { started, finished } = entry;
  return (
    <Line className="command" place={place}>
      <span className={classes['prompt']} title={`in ${visibleText(started.cwd)}`}>
        $
      </span>
      <code>{visibleText(started.command)}</code>
      <CopyButton value={started.command}>
        {({ copied, copy }) => (
          <IconButton
            label="Copy the command"
            tooltip={copied ? `Copied${started.masked ? ', with the secrets masked' : ''}` : copyHint(started)}
            size={18}
            onClick={copy}
          >
            {copied ? <IconCheck size={13} /> : <IconCopy size={13} />}
          </IconButton>
        )}
      </CopyButton>
      {finished ? (
        <span className={classes['outcome']} data-result={resultOf(finished.failure)}>
          {duration(finished.durationMs)} · {finished.signal ?? `exit ${finished.exitCode ?? '–'}`}
        </span>
      ) : (
        <Loader size={12} role="img" aria-label="the program runs" />
      )}
    </Line>
  );
}

function resultOf(failure: ProgramFailure | undefined): 'passed' | 'failed' | 'stopped' {
  if (failure === undefined) return 'passed';
  return isStop(failure) ? 'stopped' : 'failed';
}

function SingleRow({ entry, runId, place }: { entry: SingleEntry; runId: string; place: RowPlace | undefined }) {
  const { event } = entry;
  switch (event.type) {
    case 'console':
      return (
        <Line className="console" place={place}>
          <span className={classes['tag']} data-level={event.level}>
            {event.from === 'outrigger' ? 'hint' : event.level}
          </span>
          <span data-level={event.level} data-depth={event.depth} className={classes['logged']}>
            {event.values
              ? event.values.map((value, index) => (
                  <span key={index}>
                    {index > 0 && ' '}
                    <ConsoleValueView value={value} />
                  </span>
                ))
              : visibleLines(event.text)}
          </span>
        </Line>
      );
    case 'test':
      return (
        <Line className="test" place={place}>
          <span className={classes['tag']} data-state={event.state}>
            {event.state === 'passed' ? '✓ pass' : event.state === 'failed' ? '✗ fail' : '– skip'}
          </span>
          <span>{visibleText(event.name)}</span>
          {event.error && <ErrorText error={event.error} />}
        </Line>
      );
    case 'script.error':
      return (
        <Line className="error" place={place}>
          <ErrorText error={event.error} />
        </Line>
      );
    case 'request.started':
      return <div className={classes['quiet']}>▸ {visibleText(event.path.join(' / '))}</div>;
    case 'request.answered':
    case 'script.request':
      return <HttpRow event={event} runId={runId} request={entry.request} place={place} />;
    case 'program.refused':
      return (
        <Line className="error" place={place}>
          <ProgramFailureText failure={event.failure} />
        </Line>
      );
  }
}

function ErrorText({ error }: { error: ScriptError }) {
  const place = error.line ? ` (line ${error.line}${error.column ? `, column ${error.column}` : ''})` : '';
  return (
    <div className={classes['failure']}>
      <div>
        {visibleLines(`${error.name}: ${error.message}`)}
        {place}
      </div>
      {error.frame && <pre>{visibleLines(error.frame)}</pre>}
    </div>
  );
}
