import { UnstyledButton } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef } from 'react';
import type { HistoryEntry } from '../../contract/collection/collection.ts';
import { visibleText } from '../../contract/visible-text.ts';
import { titleByAddress } from '../collection/tabs/open-item.ts';
import { useApp, useFrom } from '../context/app-context.ts';
import { ConfirmButton } from '../ui/buttons/ConfirmButton.tsx';
import { listProps } from '../ui/lists/list-props.ts';
import { duration } from '../ui/labels/duration.ts';
import { SearchField } from '../ui/SearchField.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { MethodLabel } from '../ui/labels/MethodLabel.tsx';
import { showError } from '../ui/messages/notify.ts';
import { StatusLabel } from '../ui/labels/StatusLabel.tsx';
import { HistoryDetailView } from './HistoryDetailView.tsx';
import { byDay } from './history-store.ts';
import { useScaled } from '../ui/text-scale.ts';
import classes from './history.module.css';
import shared from '../ui/shared.module.css';

const ROW = 44;
const DAY = 28;
const SEARCH_MS = 200;
/** Milliseconds between two looks for requests that another window or application has sent. */
const FOLLOW_MS = 2000;

/** The sent requests with their responses, the newest first. */
export function HistoryView() {
  const { app, history } = useApp();
  const active = useFrom('runs', (state) => state.active);
  const search = useFrom('history', (state) => state.search);
  const entries = useFrom('history', (state) => state.entries);
  const detail = useFrom('history', (state) => state.detail);
  const { load, follow, setSearch, clear } = history.getState();
  // Loaded again after a request was sent, and a moment after the search was edited.
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(showError), SEARCH_MS);
    return () => clearTimeout(timer);
  }, [load, active, search]);
  useEffect(() => {
    const look = () => {
      // A lost host has its own message.
      if (!document.hidden) follow().catch(() => undefined);
    };
    const timer = setInterval(look, FOLLOW_MS);
    return () => clearInterval(timer);
  }, [follow]);
  const isEmpty = entries?.length === 0;
  return (
    <section className={classes['view']} aria-label="History">
      <div className={classes['left']}>
        <header className={classes['header']}>
          <h1>History</h1>
          <ConfirmButton
            label="Clear"
            question="Delete all requests from the history of this workspace? This cannot be undone."
            action="Delete all"
            disabled={!entries || isEmpty}
            onConfirm={clear}
          />
        </header>
        <div className={classes['search']}>
          <SearchField
            label="Search the history"
            placeholder="Name, address, method, status"
            value={search}
            onChange={setSearch}
          />
        </div>
        {isEmpty && search !== '' && (
          <EmptyState
            text="No request in the history matches the search."
            action={{ label: 'Clear the search', onClick: () => setSearch('') }}
          />
        )}
        {isEmpty && search === '' && (
          <EmptyState
            text="What you send is listed here."
            action={{ label: 'Go to the requests', onClick: () => app.getState().show('requests') }}
          />
        )}
        {entries && !isEmpty && <Entries entries={entries} />}
      </div>
      <div className={classes['detail']}>
        {detail ? (
          <HistoryDetailView key={detail.id} detail={detail} />
        ) : (
          <EmptyState text={isEmpty ? 'A request and its response are shown here.' : 'Choose a request to see it.'} />
        )}
      </div>
    </section>
  );
}

function Entries({ entries }: { entries: readonly HistoryEntry[] }) {
  const { history } = useApp();
  const chosen = useFrom('history', (state) => state.chosenId);
  const { loadMore, select } = history.getState();
  const rows = useMemo(() => byDay(entries), [entries]);
  const scroller = useRef<HTMLDivElement>(null);
  const rowHeight = useScaled(ROW);
  const dayHeight = useScaled(DAY);
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => ('day' in (rows[index] ?? {}) ? dayHeight : rowHeight),
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 8,
  });
  useEffect(() => list.measure(), [list, rowHeight]);
  const onScroll = () => {
    const element = scroller.current;
    if (!element || element.scrollTop + element.clientHeight < element.scrollHeight - 20 * rowHeight) return;
    void loadMore().catch(showError);
  };
  const keyboardList = listProps({
    id: chosen === undefined ? undefined : `sent-${chosen}`,
    index: entries.findIndex(({ id }) => id === chosen),
    count: entries.length,
    choose(index) {
      const entry = entries[index];
      if (!entry) return;
      select(entry.id).catch(showError);
      list.scrollToIndex(rows.findIndex((row) => 'entry' in row && row.entry === entry));
    },
  });
  return (
    <div ref={scroller} className={classes['list']} aria-label="Sends" onScroll={onScroll} {...keyboardList}>
      <div style={{ height: list.getTotalSize(), position: 'relative' }} role="presentation">
        {list.getVirtualItems().map(({ key, index, start }) => {
          const row = rows[index];
          if (!row) return null;
          return (
            <div
              key={key}
              role="presentation"
              className={shared['renderedLine']}
              style={{ transform: `translateY(${start}px)` }}
            >
              {'day' in row ? (
                <div className={classes['day']} role="presentation">
                  {row.day}
                </div>
              ) : (
                <UnstyledButton
                  id={`sent-${row.entry.id}`}
                  className={classes['line'] ?? ''}
                  role="option"
                  tabIndex={-1}
                  aria-selected={row.entry.id === chosen}
                  onClick={() => void select(row.entry.id).catch(showError)}
                >
                  <span className={classes['first']}>
                    <MethodLabel method={row.entry.method} />
                    <strong>{visibleText(titleByAddress(row.entry.name, row.entry.url))}</strong>
                    <StatusLabel status={row.entry.status} />
                  </span>
                  <span className={classes['second']}>
                    <span title={visibleText(row.entry.url)}>{visibleText(row.entry.url)}</span>
                    <em>
                      {duration(row.entry.durationMs)} ·{' '}
                      <time dateTime={new Date(row.entry.at).toISOString()}>
                        {new Date(row.entry.at).toLocaleTimeString()}
                      </time>
                    </em>
                  </span>
                </UnstyledButton>
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}
