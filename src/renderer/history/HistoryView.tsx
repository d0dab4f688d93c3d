import { Button, Tabs, TextInput, UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { HistoryDetail, HistoryEntry } from '../../contract/collection.ts';
import { useApp, useFrom } from '../context/app-context.ts';
import { showError } from '../ui/notify.ts';
import { duration } from '../ui/duration.ts';
import { CodeEditor } from '../monaco/CodeEditor.tsx';
import { Pairs } from '../response/Pairs.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { MethodLabel } from '../ui/MethodLabel.tsx';
import { sizeText } from '../ui/size.ts';
import shared from '../ui/shared.module.css';
import webhookClasses from '../webhooks/webhooks.module.css';
import classes from './history.module.css';

const PAGE = 200;
const ROW = 44;
const SEARCH_MS = 200;

/** What was sent, the newest first, and what came back. */
export function HistoryView() {
  const { client } = useApp();
  const current = useFrom('runs', (state) => state.current);
  const [search, setSearch] = useState('');
  const [entries, setEntries] = useState<HistoryEntry[]>();
  const [detail, setDetail] = useState<HistoryDetail>();
  const scroller = useRef<HTMLDivElement>(null);
  const whole = useRef(false);

  const load = useCallback(
    async (before?: number) => {
      const page = await client.call('history.list', {
        search,
        limit: PAGE,
        ...(before === undefined ? {} : { before }),
      });
      whole.current = page.entries.length < PAGE;
      setEntries((now) => (before === undefined ? page.entries : [...(now ?? []), ...page.entries]));
    },
    [client, search],
  );
  // Anew when something was sent, and a moment after something was typed.
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(showError), SEARCH_MS);
    return () => clearTimeout(timer);
  }, [load, current]);

  const all = entries ?? [];

  const rows = useVirtualizer({
    count: all.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 8,
  });
  const onScroll = () => {
    const element = scroller.current;
    const last = all.at(-1);
    if (!element || whole.current || !last) return;
    if (element.scrollTop + element.clientHeight < element.scrollHeight - 20 * ROW) return;
    whole.current = true;
    void load(last.id).catch(showError);
  };
  const select = (id: number) => void client.call('history.get', { id }).then(setDetail).catch(showError);
  const clear = async () => {
    await client.call('history.clear', {});
    setDetail(undefined);
    await load();
  };
  return (
    <section className={webhookClasses['view']} aria-label="History">
      <header className={webhookClasses['header']}>
        <h2>History</h2>
        <span className={webhookClasses['space']} />
        <Button
          size="compact-xs"
          variant="subtle"
          color="red"
          disabled={all.length === 0}
          onClick={() => void clear().catch(showError)}
        >
          Clear
        </Button>
      </header>
      <div className={webhookClasses['columns']}>
        <div className={webhookClasses['left']}>
          <div className={classes['search']}>
            <TextInput
              size="xs"
              aria-label="Search the history"
              placeholder="Name, address, method, status"
              leftSection={<IconSearch size={13} />}
              value={search}
              onChange={(event) => setSearch(event.currentTarget.value)}
            />
          </div>
          {entries && all.length === 0 && (
            <EmptyState
              text={search === '' ? 'What you send is listed here.' : 'No request in the history matches the search.'}
            />
          )}
          <div
            ref={scroller}
            className={webhookClasses['list']}
            hidden={all.length === 0}
            tabIndex={0}
            role="listbox"
            aria-label="Sends"
            onScroll={onScroll}
          >
            <div style={{ height: rows.getTotalSize(), position: 'relative' }}>
              {rows.getVirtualItems().map((row) => {
                const entry = all[row.index];
                return (
                  entry && (
                    <div
                      key={row.key}
                      className={webhookClasses['row']}
                      style={{ transform: `translateY(${row.start}px)` }}
                    >
                      <UnstyledButton
                        className={webhookClasses['line'] ?? ''}
                        role="option"
                        tabIndex={-1}
                        aria-selected={entry.id === detail?.id}
                        onClick={() => select(entry.id)}
                      >
                        <span className={webhookClasses['first']}>
                          <time dateTime={new Date(entry.at).toISOString()}>
                            {new Date(entry.at).toLocaleTimeString()}
                          </time>
                          <b>{entry.name}</b>
                          <em {...(entry.status === null || entry.status >= 400 ? { 'data-odd': true } : {})}>
                            {entry.status ?? 'failed'}
                          </em>
                          <em>{duration(entry.durationMs)}</em>
                        </span>
                        <span className={webhookClasses['second']}>
                          <MethodLabel method={entry.method} />
                          {entry.url}
                        </span>
                      </UnstyledButton>
                    </div>
                  )
                );
              })}
            </div>
          </div>
        </div>
        <div className={classes['detail']}>
          {detail ? <Detail key={detail.id} detail={detail} /> : <p className={shared['quiet']}>Choose a send.</p>}
        </div>
      </div>
    </section>
  );
}

function Detail({ detail }: { detail: HistoryDetail }) {
  const { app, requests: store } = useApp();
  const known = useFrom(
    'requests',
    (state) => state.collection?.items.some(({ id }) => id === detail.request) ?? false,
  );
  const open = async () => {
    app.getState().show('requests');
    if (!known) return store.getState().add('', detail.name, detail.edited);
    await store.getState().select(detail.request);
    store.getState().edit(detail.edited);
  };
  return (
    <>
      <div className={classes['head']}>
        <b>
          {detail.method} {detail.url}
        </b>
        <span>
          {new Date(detail.at).toLocaleString()} ·{' '}
          {detail.failure ?? `${detail.status} · ${sizeText(detail.size)} · ${duration(detail.durationMs)}`}
        </span>
        <Button size="compact-xs" variant="default" onClick={() => void open().catch(showError)}>
          Open it as it was sent
        </Button>
      </div>
      <Tabs
        defaultValue="body"
        keepMounted={false}
        className={shared['tabs'] ?? ''}
        classNames={{ tab: shared['tab'] ?? '', panel: shared['panel'] ?? '' }}
      >
        <Tabs.List>
          <Tabs.Tab value="body">Answer</Tabs.Tab>
          <Tabs.Tab value="headers">Headers ({detail.headers.length})</Tabs.Tab>
          <Tabs.Tab value="sent">Sent headers ({detail.requestHeaders.length})</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="body">
          {detail.truncated && <p className={shared['quiet']}>The first 256 kB of {sizeText(detail.size)}.</p>}
          {detail.text === '' ? (
            <p className={shared['quiet']}>{detail.failure ?? 'The answer had no body.'}</p>
          ) : (
            <CodeEditor label="Answer" language="body-json" value={detail.text} />
          )}
        </Tabs.Panel>
        <Tabs.Panel value="headers">
          <Pairs pairs={detail.headers} />
        </Tabs.Panel>
        <Tabs.Panel value="sent">
          <Pairs pairs={detail.requestHeaders} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
