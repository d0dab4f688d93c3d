import { ActionIcon, Button, NativeSelect, TextInput, Tooltip } from '@mantine/core';
import { IconCopy, IconPlayerStopFilled, IconSearch, IconTrash } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useApp, useFrom } from '../context/app-context.ts';
import { runCommand } from '../context/commands.ts';
import { showError } from '../ui/notify.ts';
import { ConsoleRowView } from './ConsoleRowView.tsx';
import { consoleFilters, consoleRows, rowText, type ConsoleFilter } from './console-rows.ts';
import classes from './console.module.css';

const ROW_HEIGHT = 20;
const names: Record<ConsoleFilter, string> = {
  all: 'All',
  programs: 'Programs',
  log: 'Log',
  tests: 'Tests',
  problems: 'Problems',
};

/** Everything that runs tell, live and in order. */
export function ConsolePane() {
  const { commands } = useApp();
  const runs = useFrom('runs', (state) => state.runs);
  const running = useFrom('runs', (state) => state.current !== undefined);
  const [filter, setFilter] = useState<ConsoleFilter>('all');
  const [search, setSearch] = useState('');
  const rows = useMemo(() => consoleRows(runs, filter, search), [runs, filter, search]);

  const scroller = useRef<HTMLDivElement>(null);
  // What is being read stays where it is; only who stands at the end is taken along.
  const atEnd = useRef(true);
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 20,
  });
  useEffect(() => {
    if (atEnd.current && rows.length > 0) list.scrollToIndex(rows.length - 1, { align: 'end' });
  }, [rows, list]);

  const copyAll = () => navigator.clipboard.writeText(rows.map(rowText).join('\n')).catch(showError);

  return (
    <section className={classes['pane']} aria-label="Console">
      <header className={classes['header']}>
        <h2>Console</h2>
        <NativeSelect
          size="xs"
          aria-label="Show"
          value={filter}
          data={consoleFilters.map((value) => ({ value, label: names[value] }))}
          onChange={(event) => setFilter(event.currentTarget.value as ConsoleFilter)}
        />
        <TextInput
          size="xs"
          className={classes['search'] ?? ''}
          aria-label="Filter the console"
          placeholder="Filter"
          leftSection={<IconSearch size={14} />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <span className={classes['space']} />
        {running && (
          <Button
            size="compact-xs"
            color="red"
            variant="light"
            leftSection={<IconPlayerStopFilled size={12} />}
            onClick={() => runCommand(commands, 'stop')}
          >
            Stop
          </Button>
        )}
        <Tooltip label="Copy all that is shown">
          <ActionIcon variant="subtle" color="gray" aria-label="Copy the console" onClick={() => void copyAll()}>
            <IconCopy size={16} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label="Clear">
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label="Clear the console"
            onClick={() => runCommand(commands, 'clear-console')}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </Tooltip>
      </header>
      <div
        ref={scroller}
        className={classes['scroller']}
        role="log"
        aria-label="Console lines"
        // A scrolling region is reached by keyboard.
        tabIndex={0}
        onScroll={({ currentTarget: at }) => {
          atEnd.current = at.scrollHeight - at.scrollTop - at.clientHeight < ROW_HEIGHT * 2;
        }}
      >
        {rows.length === 0 && <p className={classes['empty']}>Run a script: what it does appears here.</p>}
        <div style={{ height: list.getTotalSize(), position: 'relative' }}>
          {list.getVirtualItems().map((item) => {
            const row = rows[item.index];
            return (
              <div
                key={item.key}
                ref={list.measureElement}
                data-index={item.index}
                className={classes['item']}
                style={{ transform: `translateY(${item.start}px)` }}
              >
                {row && <ConsoleRowView row={row} />}
              </div>
            );
          })}
        </div>
      </div>
    </section>
  );
}
