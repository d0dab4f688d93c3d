import { UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { isStop } from '../../../contract/errors.ts';
import type { RunEventOf } from '../../../contract/runs/run-event.ts';
import { visibleLines, visibleText } from '../../../contract/visible-text.ts';
import { useApp, useFrom } from '../../context/app-context.ts';
import { duration } from '../../ui/labels/duration.ts';
import { MethodLabel } from '../../ui/labels/MethodLabel.tsx';
import { StatusLabel } from '../../ui/labels/StatusLabel.tsx';
import { useKept } from '../../ui/lists/use-kept.ts';
import { ExchangeView } from '../ExchangeView.tsx';
import type { RowPlace } from './console-rows.ts';
import { Line } from './Line.tsx';
import type { ExchangeKey } from '../run-store.ts';
import classes from '../console.module.css';

const openRows = new WeakMap<object, boolean>();

/** A request that was sent: one line, which expands to its headers and bodies. */
export function HttpRow(props: {
  event: RunEventOf<'request.answered' | 'script.request'>;
  runId: string;
  /** Number of the collection's request that has sent it. */
  request: number | undefined;
  place: RowPlace | undefined;
}) {
  const { event, runId, request, place } = props;
  const { runs } = useApp();
  const [open, setOpen] = useKept(openRows, event, false);
  const showsSecrets = useFrom('runs', (state) => state.showsSecrets);
  const key = exchangeKey(event, runId, request);
  const { failure } = event;
  const Chevron = open ? IconChevronDown : IconChevronRight;
  const isStopped = typeof failure === 'object' && isStop(failure);
  const isSkipped = event.type === 'request.answered' && event.skipped;
  const endWord = isStopped ? 'stopped' : failure && 'failed';
  const word = isSkipped ? 'skipped' : endWord;
  return (
    <>
      <Line className="http" place={place}>
        <UnstyledButton
          className={classes['httpLine'] ?? ''}
          aria-expanded={open}
          disabled={!key}
          onClick={() => setOpen(!open)}
        >
          <Chevron size={12} aria-hidden visibility={key ? undefined : 'hidden'} />
          <MethodLabel method={event.method} />
          <span className={classes['url']}>{visibleText(event.url)}</span>
          <span className={classes['status']}>{word ?? <StatusLabel status={event.status ?? null} />}</span>
          <span className={classes['duration']}>{duration(event.durationMs)}</span>
        </UnstyledButton>
        {failure !== undefined && (
          <div className={classes['failure']} data-stopped={isStopped || undefined}>
            {visibleLines(typeof failure === 'object' ? failure.message : failure)}
            {typeof failure === 'object' && <div className={classes['remedy']}>{visibleLines(failure.remedy)}</div>}
          </div>
        )}
      </Line>
      {open && key && (
        <div className={classes['exchange']}>
          <ExchangeView key={String(showsSecrets)} owner={event} load={() => runs.getState().exchange(key)} />
        </div>
      )}
    </>
  );
}

function exchangeKey(
  event: RunEventOf<'request.answered' | 'script.request'>,
  runId: string,
  request: number | undefined,
): ExchangeKey | undefined {
  if (event.type === 'script.request') {
    return event.exchange === undefined ? undefined : { runId, of: 'script', number: event.exchange };
  }
  return request === undefined || event.skipped ? undefined : { runId, of: 'request', number: request };
}
