import { Button } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import type { RunState, WebhookWait } from '../../../contract/runs/fold-run.ts';
import { visibleText } from '../../../contract/visible-text.ts';
import { useApp, useFrom } from '../../context/app-context.ts';
import { countText } from '../../../contract/count-text.ts';
import { MAX_SHOWN_WAITS, waitingRuns } from './waits.ts';
import classes from './waiting.module.css';

/** One line for each notification that running scripts wait for, shown in every view, with a button that stops its run. */
export function WaitingScripts() {
  const runs = useFrom('runs', (state) => state.runs);
  const active = useFrom('runs', (state) => state.active);
  const waiting = useMemo(() => waitingRuns({ runs, active }), [runs, active]);
  if (waiting.length === 0) return null;
  return (
    <section className={classes['waits']} aria-label="Waiting for notifications">
      {waiting.map((run) => (
        <WaitingRun key={run.runId} run={run} isNamed={active.length > 1} />
      ))}
    </section>
  );
}

/** @param props.isNamed whether the name of the run is shown, because there are several */
function WaitingRun({ run: { runId, scriptName, waits }, isNamed }: { run: RunState; isNamed: boolean }) {
  const { runs } = useApp();
  return (
    <div className={classes['waitingRun']}>
      {isNamed && <b className={classes['name']}>{visibleText(scriptName)}</b>}
      <ul>
        {waits.slice(0, MAX_SHOWN_WAITS).map((wait) => (
          <Wait key={wait.waitId} wait={wait} />
        ))}
        {waits.length > MAX_SHOWN_WAITS && <li>{waits.length - MAX_SHOWN_WAITS} more</li>}
      </ul>
      <Button
        size="compact-xs"
        variant="default"
        aria-label={isNamed ? `Stop waiting in ${visibleText(scriptName)}` : undefined}
        onClick={() => runs.getState().stop(runId)}
      >
        Stop waiting
      </Button>
    </div>
  );
}

function Wait({ wait: { wants, arrived, nearest, leftMs, at } }: { wait: WebhookWait }) {
  const [now, setNow] = useState(() => Date.now());
  useInterval(() => setNow(Date.now()), 1000, { autoInvoke: true });
  const seconds = Math.max(0, Math.ceil((Date.parse(at) + leftMs - now) / 1000));
  const progress =
    nearest === undefined
      ? 'nothing has arrived'
      : `${countText(arrived, 'notification')} arrived, the nearest: ${visibleText(nearest)}`;
  return (
    <li>
      <span>
        Waiting for <code>{visibleText(wants)}</code>
      </span>
      <span role="timer">{seconds} s left</span>
      <span className={classes['nearest']} title={nearest && visibleText(nearest)}>
        {progress}
      </span>
    </li>
  );
}
