import { UnstyledButton } from '@mantine/core';
import { IconPinFilled } from '@tabler/icons-react';
import { memo } from 'react';
import type { NotificationSummary } from '../../../contract/webhooks/notification.ts';
import { visibleText } from '../../../contract/visible-text.ts';
import { SignatureSign } from '../detail/SignatureMark.tsx';
import { isOddShape } from '../detail/verdict-texts.ts';
import classes from '../webhooks.module.css';

/** One notification in the list. A click with Ctrl compares it with the shown one. */
export const NotificationLine = memo(function NotificationLine(props: {
  item: NotificationSummary;
  chosen: boolean;
  onSelect: (id: number) => void;
  onCompare: (id: number) => void;
}) {
  const { item, chosen, onSelect, onCompare } = props;
  return (
    <UnstyledButton
      id={`notification-${item.id}`}
      className={classes['line'] ?? ''}
      role="option"
      tabIndex={-1}
      aria-selected={chosen}
      onClick={(event) => ((event.ctrlKey || event.metaKey) && !chosen ? onCompare : onSelect)(item.id)}
    >
      <span className={classes['first']}>
        <time dateTime={item.receivedAt}>{new Date(item.receivedAt).toLocaleTimeString()}</time>{' '}
        {item.pinned && <IconPinFilled size={11} aria-label="pinned" />}
        {item.signature && <SignatureSign state={item.signature} />}
        <b>{visibleText(item.title)}</b> {item.code && <em data-code>{visibleText(item.code)}</em>}{' '}
        {item.status && !item.title.includes(item.status) && <em>{visibleText(item.status)}</em>}{' '}
        {item.verdict !== 'documented' && <em data-odd={isOddShape(item) || undefined}>{item.verdict}</em>}{' '}
        {item.repeatOf !== null && <em>repeat of {item.repeatOf}</em>}{' '}
        {item.source !== 'http' && <em>{item.source}</em>}
      </span>
      <span className={classes['second']}>
        <code className={classes['path']} title={visibleText(item.path)}>
          {visibleText(`${item.method} ${item.path}`)}
        </code>
        {item.answered && <em data-odd={item.answered.status >= 400 || undefined}>{item.answered.status}</em>}{' '}
        {item.provider && item.event && <code>{visibleText(`${item.provider} ${item.event}`)}</code>}{' '}
        {visibleText(item.note || item.sentence)}
      </span>
    </UnstyledButton>
  );
});
