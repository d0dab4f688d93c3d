import { Button } from '@mantine/core';
import type { QueueCheck, QueueWorker } from '../../../contract/runs/run-queue-calls.ts';
import { useApp, useFrom } from '../../context/app-context.ts';
import { countText } from '../../../contract/count-text.ts';
import { visibleText } from '../../../contract/visible-text.ts';
import { showError } from '../../ui/messages/notify.ts';
import { WorkerCommand } from './WorkerCommand.tsx';
import classes from './queue.module.css';

/** Why no run can begin, the available workers, and unfinished runs in the queue. */
export function QueueState() {
  const check = useFrom('queue', (state) => state.check);
  const hasAddress = useFrom('queue', (state) => state.settings.address !== '');
  const isRunning = useFrom('runs', (state) => state.of('runner') !== undefined);
  if (isRunning) return null;
  return (
    <div className={classes['state']} role="status" aria-label="Queue status">
      {!hasAddress && <p>Enter the address of a Redis or Valkey server to which your workers are connected.</p>}
      {check?.problem && (
        <>
          <p data-tone="bad">{visibleText(check.problem.message)}</p>
          <p>{visibleText(check.problem.remedy)}</p>
        </>
      )}
      {check?.warnings.map((warning) => (
        <p key={warning} data-tone="warn">
          {visibleText(warning)}
        </p>
      ))}
      {check && !check.problem && <Workers workers={check.workers} />}
      {check && <Unfinished check={check} />}
    </div>
  );
}

function Workers({ workers }: { workers: readonly QueueWorker[] }) {
  const usable = workers.filter(({ difference }) => difference === null);
  const places = usable.reduce((sum, { concurrency }) => sum + concurrency, 0);
  return (
    <>
      {usable.length > 0 ? (
        <p data-tone="good">
          {countText(usable.length, 'worker')} with these files, {countText(places, 'part')} at a time
        </p>
      ) : (
        <p data-tone="warn">
          {workers.length === 0 ? 'No worker is connected.' : 'No worker has these files.'} A run waits until a worker
          is connected: <WorkerCommand />
        </p>
      )}
      {workers.map(
        ({ name, difference }) =>
          difference !== null && (
            <p key={name} data-tone="warn">
              {visibleText(`${name} refuses: ${difference}.`)}
            </p>
          ),
      )}
    </>
  );
}

function Unfinished({ check: { unfinished } }: { check: QueueCheck }) {
  const { queue: store } = useApp();
  if (unfinished.length === 0) return null;
  return (
    <ul aria-label="Unfinished runs of the queue">
      {unfinished.map(({ id, startedAt, parts, done, environment }) => (
        <li key={id}>
          <span>
            Run <code>{visibleText(id)}</code> is unfinished: {done} of {countText(parts, 'part')} done
            {startedAt !== null && `, started ${new Date(startedAt).toLocaleString()}`}
            {environment !== null && `, ${visibleText(environment)}`}
          </span>
          <Button
            size="compact-xs"
            variant="default"
            aria-label={`Collect the run ${visibleText(id)}`}
            onClick={() => void store.getState().attach(id).catch(showError)}
          >
            Collect
          </Button>
        </li>
      ))}
    </ul>
  );
}
