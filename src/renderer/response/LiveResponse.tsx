import { useRef } from 'react';
import type { Failure } from '../../contract/errors.ts';
import type { RunState } from '../../contract/runs/fold-run.ts';
import { visibleText } from '../../contract/visible-text.ts';
import { sizeText } from '../ui/labels/size.ts';
import { StatusLabel } from '../ui/labels/StatusLabel.tsx';
import { useTail } from '../ui/lists/use-tail.ts';
import { FailureText } from './NoResponse.tsx';
import classes from './response.module.css';

const MAX_EVENTS = 500;
const MAX_TEXT = 50_000;

/** A response while it arrives, its end in view until the person scrolls up; the events of a stream are listed. */
export function LiveResponse(props: {
  live: NonNullable<RunState['live']>;
  ended: boolean;
  failure: Failure | undefined;
}) {
  const { live, ended, failure } = props;
  const events = useRef<HTMLOListElement>(null);
  const text = useRef<HTMLPreElement>(null);
  const isStream = live.contentType.includes('event-stream');
  const { handlers } = useTail({ scroller: isStream ? events : text, count: live.text.length, size: live.bytes });
  return (
    <div className={classes['live']}>
      <div className={classes['summary']}>
        <StatusLabel status={live.status} statusText={live.statusText} testId="response-status" />
        <span className={classes['measure']} role="status">
          {sizeText(live.bytes)}{' '}
          {!ended ? 'so far…' : failure ? 'until the connection was lost' : 'until it was stopped'}
        </span>
      </div>
      {failure && <FailureText failure={failure} />}
      {isStream ? (
        <ol ref={events} className={classes['events']} aria-label="Events" tabIndex={0} {...handlers}>
          {eventsOf(live.text).map(({ event, id, data }, index) => (
            <li key={index}>
              <b>{visibleText(event)}</b>
              {id !== '' && <small>{visibleText(id)}</small>}
              <pre>{data}</pre>
            </li>
          ))}
        </ol>
      ) : (
        <pre ref={text} className={classes['liveText']} tabIndex={0} {...handlers}>
          {live.text.slice(-MAX_TEXT)}
        </pre>
      )}
    </div>
  );
}

/** Server-sent events (HTML standard, 9.2), the newest last. */
function eventsOf(text: string): { event: string; id: string; data: string }[] {
  return text
    .split(/\r?\n\r?\n/)
    .slice(-MAX_EVENTS)
    .flatMap((block) => {
      const values = (field: string) =>
        block
          .split(/\r?\n/)
          .filter((line) => line.startsWith(`${field}:`))
          .map((line) => line.slice(field.length + 1).replace(/^ /, ''));
      const data = values('data');
      if (data.length === 0) return [];
      return [{ event: values('event').at(-1) ?? 'message', id: values('id').at(-1) ?? '', data: data.join('\n') }];
    });
}
