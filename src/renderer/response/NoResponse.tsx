import { Button, Loader } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useCallback, useEffect, useState } from 'react';
import type { Failure } from '../../contract/errors.ts';
import type { RunState } from '../../contract/runs/fold-run.ts';
import { visibleText } from '../../contract/visible-text.ts';
import { useApp, useFrom } from '../context/app-context.ts';
import { stoppedText } from '../context/stopped-text.ts';
import { runCommand } from '../context/commands/commands.ts';
import { useRead } from '../ui/work/use-read.ts';
import { ExamplesMenu } from './examples/ExamplesMenu.tsx';
import { FailureAction } from './parts/FailureAction.tsx';
import { RunSummaryChip } from './parts/RunSummaryChip.tsx';
import classes from './response.module.css';

const CANCEL_AFTER_MS = 500;

/** The pane before the first response, during sending, and after a failure. */
export function NoResponse(props: { id: string; run: RunState | undefined; failure: Failure | undefined }) {
  const { id, run, failure } = props;
  const { commands } = useApp();
  if (run?.status === 'running') return <Sending run={run} />;
  if (failure) return <FailureText failure={failure} />;
  const { first } = run?.scriptErrors ?? {};
  if (run && first) {
    return (
      <div className={classes['failed']} role="alert">
        <RunSummaryChip run={run} />
        <b>There is no response, because a script failed before the request was sent.</b>
        <pre>{visibleText(`${first.error.name}: ${first.error.message}`)}</pre>
        {first.error.remedy && <div>{visibleText(first.error.remedy)}</div>}
        <FailureAction code={first.error.code} />
      </div>
    );
  }
  const isStopped = run?.status === 'stopped';
  return (
    <div className={classes['emptyState']} role="status">
      {run && run.status !== 'passed' && !isStopped ? (
        <>
          <RunSummaryChip run={run} />
          <p>There is no response; the console says why.</p>
        </>
      ) : (
        <p>{isStopped ? 'The request was stopped.' : 'Send the request to see its response here.'}</p>
      )}
      <Button
        size="xs"
        variant="default"
        aria-label="Send the request"
        leftSection={<IconSend size={14} />}
        onClick={() => runCommand(commands, 'run')}
      >
        Send
      </Button>
      <HistoryButton key={id} id={id} />
      <ExamplesMenu id={id} />
    </div>
  );
}

/** Leads to the latest response of a request that was sent before this window showed it. */
function HistoryButton({ id }: { id: string }) {
  const { commands, requests, response } = useApp();
  const wasSent = useRead(
    useCallback(async () => {
      const item = requests.getState().open.find((item) => item.id === id);
      if (item?.kind !== 'request') return false;
      const entries = await response
        .getState()
        .listHistory(item, false)
        .catch(() => []);
      return entries.length > 0;
    }, [id, requests, response]),
  );
  if (!wasSent) return null;
  return (
    <Button size="xs" variant="subtle" onClick={() => runCommand(commands, 'request-history')}>
      Show in the history
    </Button>
  );
}

/** Progress, or where the run is stopped, and after half a second a way to cancel. */
function Sending({ run: { runId, startedAt } }: { run: RunState }) {
  const { runs } = useApp();
  const stopped = useFrom('debugger', ({ stop }) => (stop?.runId === runId ? stoppedText(stop) : undefined));
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLong(true), CANCEL_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={classes['emptyState']}>
      <p role="status">{stopped ?? 'Sending…'}</p>
      {isLong && (
        <>
          {stopped === undefined && (
            <>
              <Loader size={18} aria-hidden />
              <Elapsed since={Date.parse(startedAt)} />
            </>
          )}
          <Button size="xs" variant="default" onClick={() => runs.getState().stop(runId)}>
            Cancel
          </Button>
        </>
      )}
    </div>
  );
}

/** The seconds since a time, once there is one. Not announced, because they would interrupt a screen reader. */
function Elapsed({ since }: { since: number }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.floor((now - since) / 1000);
  return <small aria-hidden>{seconds >= 1 ? `${seconds} s` : '\u00a0'}</small>;
}

export function FailureText({ failure }: { failure: Failure }) {
  return (
    <div className={classes['failed']} role="alert">
      <b>{failure.message}</b>
      <div>{failure.remedy}</div>
      <FailureAction code={failure.code} />
    </div>
  );
}
