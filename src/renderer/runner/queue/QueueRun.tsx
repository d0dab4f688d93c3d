import { Progress } from '@mantine/core';
import { useFrom } from '../../context/app-context.ts';
import { Chip } from '../../ui/labels/Chip.tsx';
import { countText } from '../../../contract/count-text.ts';
import { visibleText } from '../../../contract/visible-text.ts';
import { WorkerCommand } from './WorkerCommand.tsx';
import classes from './queue.module.css';

/** The number of names that are listed. */
const MAX_SHOWN = 8;

/** The progress of a queued run: its parts, its workers, and its speed. */
export function QueueRun() {
  const progress = useFrom('queue', (state) => state.progress);
  const current = useFrom('runs', (state) => state.of('runner'));
  if (!progress || progress.runId !== current) return null;
  const { parts, workers, requests, perSecond, notice } = progress;
  const share = (count: number) => (parts.total === 0 ? 0 : (100 * count) / parts.total);
  const presentCount = workers.filter(({ isPresent }) => isPresent).length;
  return (
    <section className={classes['run']} aria-label="Run on the queue">
      <Progress.Root size="sm" aria-label="Parts of the run">
        <Progress.Section value={share(parts.done)} color="teal" aria-label="Parts done" />
        <Progress.Section value={share(parts.failed)} color="red" aria-label="Parts failed" />
        <Progress.Section value={share(parts.running)} color="blue" striped animated aria-label="Parts running" />
      </Progress.Root>
      <div className={classes['counts']}>
        <b>{countText(presentCount, 'worker')}</b>
        <span>
          {parts.done} of {countText(parts.total, 'part')} done
        </span>
        <span>{parts.running} running</span>
        <span>{parts.waiting} waiting</span>
        <span data-tone={parts.retried > 0 ? 'warn' : undefined}>{parts.retried} retried</span>
        <span data-tone={parts.failed > 0 ? 'bad' : undefined}>{parts.failed} failed</span>
        <span>{countText(requests, 'request')}</span>
        <span>{perSecond} requests/s</span>
      </div>
      <ul className={classes['workers']} aria-label="Workers">
        {workers.slice(0, MAX_SHOWN).map(({ name, running, done, isPresent }) => (
          <li key={name}>
            <Chip tone={isPresent ? undefined : 'warn'}>{visibleText(name)}</Chip>
            <small>{isPresent ? `${running} running, ${done} done` : `silent, ${running} running, ${done} done`}</small>
          </li>
        ))}
        {workers.length > MAX_SHOWN && <li>and {workers.length - MAX_SHOWN} more</li>}
      </ul>
      {presentCount === 0 && parts.done < parts.total && (
        <p data-tone="warn">
          The run waits until a worker is connected: <WorkerCommand />
        </p>
      )}
      {notice !== null && <p data-tone="warn">{visibleText(notice)}</p>}
    </section>
  );
}
