import { Button } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { useState } from 'react';
import type { WebhookWait } from '../../contract/runs/fold-run.ts';
import { visibleText } from '../../contract/visible-text.ts';
import { useApp, useFrom } from '../context/app-context.ts';
import { countText } from '../ui/labels/count-text.ts';
import { MAX_SHOWN_WAITS, waitsOf } from './waits.ts';
import classes from './waiting.module.css';

/** One line for each notification that running scripts wait for, shown in every view, with a button to stop. */
export function WaitingScripts() {
  const { runs } = useApp();
  const waits = useFrom('runs', waitsOf);
  if (waits.length === 0) return null;
  return (
    <section className={classes['waits']} aria-label="Waiting for notifications">
      <ul>
        {waits.slice(0, MAX_SHOWN_WAITS).map((wait) => (
          <Wait key={wait.waitId} wait={wait} />
        ))}
        {waits.length > MAX_SHOWN_WAITS && <li>{waits.length - MAX_SHOWN_WAITS} more</li>}
      </ul>
      <Button size="compact-xs" variant="default" onClick={() => runs.getState().stop()}>
        Stop waiting
      </Button>
    </section>
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
