import { Button } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { useApp, useFrom } from '../../context/app-context.ts';
import { runCommand } from '../../context/commands/commands.ts';
import { showError } from '../../ui/messages/notify.ts';
import { NoNotifications } from './NoNotifications.tsx';
import { NotificationLine } from './NotificationLine.tsx';
import { listProps } from '../../ui/lists/list-props.ts';
import { useScaled } from '../../ui/text-scale.ts';
import classes from '../webhooks.module.css';
import shared from '../../ui/shared.module.css';

const ROW = 50;
/** With a filter, the host counts only up to this number. */
const MAX_COUNTED = 10_000;

function countText(total: number | undefined, isFiltered: boolean): string {
  if (total === undefined) return '… notifications';
  const atLeast = isFiltered && total >= MAX_COUNTED ? 'at least ' : '';
  return `${atLeast}${total.toLocaleString('en')} ${total === 1 ? 'notification' : 'notifications'}`;
}

/** The list of notifications, the newest on top. A new notification does not scroll the visible ones. */
export function NotificationList({ onSample }: { onSample: () => void }) {
  const { commands, webhooks: store } = useApp();
  const items = useFrom('webhooks', (state) => state.items);
  const total = useFrom('webhooks', (state) => state.total);
  const isLoaded = useFrom('webhooks', (state) => state.loaded);
  const filter = useFrom('webhooks', (state) => state.filter);
  const arrived = useFrom('webhooks', (state) => state.arrived);
  const selected = useFrom('webhooks', (state) => state.chosenId);
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

  // New lines on top move the others down, so the scroll position is adjusted.
  useLayoutEffect(() => {
    const element = scroller.current;
    const before = top.current;
    top.current = items[0]?.id;
    if (!element || before === undefined || element.scrollTop < rowHeight) return;
    const addedCount = items.findIndex(({ id }) => id === before);
    if (addedCount > 0) element.scrollTop += addedCount * rowHeight;
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
  const keyboardList = listProps({
    id: selected === undefined ? undefined : `notification-${selected}`,
    index: items.findIndex(({ id }) => id === selected),
    count: items.length,
    choose(index) {
      const next = items[index];
      if (next) select(next.id);
      rows.scrollToIndex(index);
    },
  });
  // Those that arrive while the top is in view are seen.
  useEffect(() => {
    if (arrived > 0 && (scroller.current?.scrollTop ?? 0) < rowHeight) store.getState().seen();
  }, [arrived, rowHeight, store]);
  const filtered = Object.keys(filter).length > 0;
  const showNew = arrived > 0 && (scroller.current?.scrollTop ?? 0) >= rowHeight;
  return (
    <>
      <div className={classes['count']} role="status">
        {isLoaded && countText(total, filtered)}
        {showNew && (
          <Button size="compact-xs" variant="light" onClick={() => scroller.current?.scrollTo({ top: 0 })}>
            {arrived} new
          </Button>
        )}
      </div>
      {isLoaded && items.length === 0 && <NoNotifications onSample={onSample} />}
      <div
        ref={scroller}
        hidden={items.length === 0}
        className={classes['list']}
        onScroll={onScroll}
        {...keyboardList}
        aria-label="Notifications"
      >
        <div style={{ height: rows.getTotalSize(), position: 'relative' }}>
          {rows.getVirtualItems().map((row) => {
            const item = items[row.index];
            return (
              item && (
                <div
                  key={row.key}
                  className={shared['renderedLine']}
                  style={{ transform: `translateY(${row.start}px)` }}
                >
                  <NotificationLine item={item} chosen={item.id === selected} onSelect={select} onCompare={compare} />
                </div>
              )
            );
          })}
        </div>
      </div>
    </>
  );
}
