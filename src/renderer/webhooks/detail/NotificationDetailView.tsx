import { Alert } from '@mantine/core';
import type { NotificationDetail } from '../../../contract/webhooks/notification.ts';
import { visibleText } from '../../../contract/visible-text.ts';
import { useApp, useFrom } from '../../context/app-context.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { showError } from '../../ui/messages/notify.ts';
import { arrivalText, arrivalTime } from '../arrival-time.ts';
import { ForwardDeliveries } from '../forward/ForwardDeliveries.tsx';
import { MessageContent } from './MessageContent.tsx';
import { NotificationActions } from './NotificationActions.tsx';
import { NotificationNote } from './NotificationNote.tsx';
import { NotificationTabs } from './NotificationTabs.tsx';
import { SignatureMark } from './SignatureMark.tsx';
import { isOddShape, verdictTexts } from './verdict-texts.ts';
import classes from '../webhooks.module.css';

/** One notification: its description, its remedy, its fields, its bytes. */
export function NotificationDetailView() {
  const detail = useFrom('webhooks', (state) => state.selected);
  const isEmpty = useFrom('webhooks', (state) => state.items.length === 0);
  if (!detail) {
    return (
      <div className={`${classes['detail']} ${classes['noDetail']}`}>
        <EmptyState
          text={isEmpty ? 'Notifications appear here when they arrive.' : 'Choose a notification in the list.'}
        />
      </div>
    );
  }
  return <Detail key={detail.summary.id} detail={detail} />;
}

function Detail({ detail }: { detail: NotificationDetail }) {
  const { summary, code } = detail;
  return (
    <article className={classes['detail']} aria-label="Notification" tabIndex={0}>
      <h2>{visibleText(summary.sentence)}</h2>
      <p className={classes['meta']}>
        {/* The ids of refused requests are negative: they are no numbers that replay or a filter takes. */}
        {visibleText(summary.title)} · {summary.event && `${visibleText(summary.event)} · `}
        {summary.id > 0 && `number ${summary.id} · `}
        <time dateTime={summary.receivedAt}>{arrivalText(summary.receivedAt)}</time> ·{' '}
        <span data-odd={isOddShape(summary) || undefined}>{verdictTexts[summary.verdict]}</span>
      </p>
      <p className={classes['meta']}>
        <code>{visibleText(`${detail.method} ${detail.path}`)}</code>
        {summary.answered &&
          ` · answered ${summary.answered.status} after ${summary.answered.afterMs.toLocaleString('en')} ms${summary.answered.rule === null ? '' : ` by the rule “${visibleText(summary.answered.rule)}”`}`}
      </p>
      {summary.id > 0 && <NotificationNote summary={summary} />}
      <SignatureMark signed={detail.signed} />
      {code && (
        <Alert color={code.known ? 'red' : 'orange'} py={6}>
          <b>{visibleText(code.known ? code.code : `${code.code}, which is not documented`)}</b>{' '}
          {summary.sentence.includes(code.meaning) ? code.advice : `${code.meaning} ${code.advice}`}
        </Alert>
      )}
      {detail.variant && <p className={classes['meta']}>The documentation contradicts itself here. {detail.variant}</p>}
      {detail.age && (
        <p className={classes['meta']}>
          {detail.age === 'archive'
            ? 'This kind is from older versions of the service.'
            : 'This kind is documented in part only.'}
        </p>
      )}
      <NotificationActions id={summary.id} />
      <ForwardDeliveries notification={summary.id} />
      <MessageContent detail={detail} />
      {detail.life.length > 1 && <RelatedNotifications detail={detail} />}
      <NotificationTabs detail={detail} />
    </article>
  );
}

/** All notifications about the message, in order. */
function RelatedNotifications({ detail }: { detail: NotificationDetail }) {
  const { webhooks: store } = useApp();
  return (
    <ol className={classes['life']} aria-label="Message history">
      {detail.life.map(({ id, receivedAt, title, status }) => (
        <li key={id} aria-current={id === detail.summary.id || undefined}>
          <button type="button" onClick={() => void store.getState().select(id).catch(showError)}>
            {visibleText(status ?? title)}
            <time dateTime={receivedAt}>{arrivalTime(receivedAt)}</time>
          </button>
        </li>
      ))}
    </ol>
  );
}
