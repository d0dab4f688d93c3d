import { Button, UnstyledButton } from '@mantine/core';
import { IconPinFilled } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import type { NotificationSummary } from '../../contract/notification.ts';
import { useApp, useFrom } from '../context/app-context.ts';
import { runCommand } from '../context/commands.ts';
import { showError } from '../ui/notify.ts';
import { SignatureSign } from './SignatureMark.tsx';
import { useScaled } from '../ui/text-scale.ts';
import classes from './webhooks.module.css';

const ROW = 50;
/** The host counts no further under a filter. */
const MAX_COUNTED = 10_000;

/** The newest on top; what arrives does not move what is being read. */
export function NotificationList({ onSample }: { onSample: () => void }) {
  const { commands, webhooks: store } = useApp();
  const items = useFrom('webhooks', (state) => state.items);
  const total = useFrom('webhooks', (state) => state.total);
  const loaded = useFrom('webhooks', (state) => state.loaded);
  const filter = useFrom('webhooks', (state) => state.filter);
  const arrived = useFrom('webhooks', (state) => state.arrived);
  const listening = useFrom('webhooks', (state) => state.status?.listening ?? false);
  const selected = useFrom('webhooks', (state) => state.selected?.summary.id);
  const scroller = useRef<HTMLDivElement>(null);
  const top = useRef<number>(undefined);
  const rowHeight = useScaled(ROW);
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 10,
    getItemKey: (index) => items[index]?.id ?? index,
  });
  useEffect(() => rows.measure(), [rows, rowHeight]);

  // Lines on top push those below down: the place that is read stays where it is.
  useLayoutEffect(() => {
    const element = scroller.current;
    const before = top.current;
    top.current = items[0]?.id;
    if (!element || before === undefined || element.scrollTop < rowHeight) return;
    const added = items.findIndex(({ id }) => id === before);
    if (added > 0) element.scrollTop += added * rowHeight;
  }, [items, rowHeight]);

  const compare = useCallback((id: number) => runCommand(commands, 'compare-notification', String(id)), [commands]);
  const select = useCallback((id: number) => void store.getState().select(id).catch(showError), [store]);
  const onScroll = () => {
    const element = scroller.current;
    if (!element) return;
    if (element.scrollTop < rowHeight && store.getState().arrived > 0) store.getState().seen();
    if (element.scrollHeight - element.scrollTop - element.clientHeight < rowHeight * 20) {
      void store.getState().more().catch(showError);
    }
  };
  const onKey = (event: React.KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const index = items.findIndex(({ id }) => id === selected);
    const next = items[Math.min(Math.max(0, index + step), items.length - 1)];
    if (!next) return;
    select(next.id);
    rows.scrollToIndex(items.indexOf(next));
  };
  const filtered = Object.keys(filter).length > 0;
  const showNew = arrived > 0 && (scroller.current?.scrollTop ?? 0) >= rowHeight;
  return (
    <>
      <div className={classes['count']} role="status">
        {loaded &&
          `${filtered && total >= MAX_COUNTED ? 'at least ' : ''}${total.toLocaleString('en')} ${total === 1 ? 'notification' : 'notifications'}`}
        {showNew && (
          <Button size="compact-xs" variant="light" onClick={() => scroller.current?.scrollTo({ top: 0 })}>
            {arrived} new
          </Button>
        )}
      </div>
      {loaded && items.length === 0 && (
        <div className={classes['empty']}>
          {filtered ? (
            <>
              <p>Nothing fits the filter.</p>
              <Button size="xs" variant="default" onClick={() => void store.getState().clearFilter().catch(showError)}>
                Show all
              </Button>
            </>
          ) : (
            <>
              <p>
                {listening
                  ? 'Nothing has arrived yet. Give the service the address above, or try a sample.'
                  : 'Switch the listener on, then give the service its address.'}
              </p>
              {listening ? (
                <Button size="xs" variant="default" onClick={onSample}>
                  Send a sample
                </Button>
              ) : (
                <Button
                  size="xs"
                  variant="default"
                  onClick={() => void store.getState().listen({ on: true }).catch(showError)}
                >
                  Listen
                </Button>
              )}
            </>
          )}
        </div>
      )}
      <div
        ref={scroller}
        hidden={items.length === 0}
        className={classes['list']}
        onScroll={onScroll}
        onKeyDown={onKey}
        tabIndex={0}
        role="listbox"
        aria-label="Notifications"
        {...(selected === undefined ? {} : { 'aria-activedescendant': `notification-${selected}` })}
      >
        <div style={{ height: rows.getTotalSize(), position: 'relative' }}>
          {rows.getVirtualItems().map((row) => {
            const item = items[row.index];
            return (
              item && (
                <div key={row.key} className={classes['row']} style={{ transform: `translateY(${row.start}px)` }}>
                  <Line item={item} chosen={item.id === selected} onSelect={select} onCompare={compare} />
                </div>
              )
            );
          })}
        </div>
      </div>
    </>
  );
}

const Line = memo(function Line(props: {
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
        <time dateTime={item.receivedAt}>{new Date(item.receivedAt).toLocaleTimeString()}</time>
        {item.pinned && <IconPinFilled size={11} aria-label="pinned" />}
        {item.signature && <SignatureSign verdict={item.signature} />}
        <b>{item.title}</b>
        {item.code && <em data-code>{item.code}</em>}
        {item.status && !item.title.includes(item.status) && <em>{item.status}</em>}
        {item.verdict !== 'documented' && <em data-odd>{item.verdict}</em>}
        {item.repeatOf !== null && <em>repeat of {item.repeatOf}</em>}
        {item.source !== 'http' && <em>{item.source}</em>}
      </span>
      <span className={classes['second']}>
        <code>
          {item.method} {item.path}
        </code>
        {item.answered && <em data-odd={item.answered.status >= 400 || undefined}>{item.answered.status}</em>}
        {item.provider && item.event && <code>{`${item.provider} ${item.event}`}</code>} {item.note || item.sentence}
      </span>
    </UnstyledButton>
  );
});
