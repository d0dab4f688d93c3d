import { Button, NativeSelect } from '@mantine/core';
import { IconArrowDown, IconCopy, IconEye, IconEyeOff, IconPlayerStopFilled, IconTrash } from '@tabler/icons-react';
import { useMemo, useRef, useState } from 'react';
import { useApp, useFrom } from '../context/app-context.ts';
import { BottomTabs } from '../context/controls/BottomTabs.tsx';
import { runCommand } from '../context/commands/commands.ts';
import { SearchField } from '../ui/SearchField.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { showError } from '../ui/messages/notify.ts';
import { useTail } from '../ui/lists/use-tail.ts';
import { ConsoleRowView } from './rows/ConsoleRowView.tsx';
import { consoleFilters, consoleRows, rowText, type ConsoleFilter } from './rows/console-rows.ts';
import { useRenderedLines } from '../ui/lists/use-rendered-lines.ts';
import { IconButton } from '../ui/buttons/IconButton.tsx';
import classes from './console.module.css';

const ROW_HEIGHT = 20;
const names: Record<ConsoleFilter, string> = {
  all: 'All',
  errors: 'Errors',
  warnings: 'Warnings',
  programs: 'Programs',
  http: 'HTTP',
  log: 'Log',
  tests: 'Tests',
};

/** The output and events of runs, live and in order. */
export function ConsolePane() {
  const runs = useFrom('runs', (state) => state.runs);
  const [filter, setFilter] = useState<ConsoleFilter>('all');
  const [search, setSearch] = useState('');
  const rows = useMemo(() => consoleRows(runs, filter, search), [runs, filter, search]);

  const scroller = useRef<HTMLDivElement>(null);
  const list = useRenderedLines(scroller, {
    count: rows.length,
    height: ROW_HEIGHT,
    overscan: 20,
    keyOf: (index) => rows[index]?.key ?? '',
  });
  const { behind, toEnd, handlers } = useTail({ scroller, count: rows.length, size: list.getTotalSize() });

  const copyAll = () => navigator.clipboard.writeText(rows.map(rowText).join('\n')).catch(showError);

  return (
    <section className={classes['pane']} aria-label="Console">
      <header className={classes['header']}>
        <BottomTabs />
        <NativeSelect
          size="xs"
          aria-label="Show"
          value={filter}
          data={consoleFilters.map((value) => ({ value, label: names[value] }))}
          onChange={(event) => setFilter(event.currentTarget.value as ConsoleFilter)}
        />
        <SearchField
          className={classes['search'] ?? ''}
          label="Filter the console"
          placeholder="Filter"
          value={search}
          onChange={setSearch}
        />
        <span className={classes['space']} />
        <ConsoleActions onCopy={copyAll} />
      </header>
      <div className={classes['list']}>
        <div
          ref={scroller}
          className={classes['scroller']}
          role="log"
          aria-label="Console lines"
          // Makes the scrolling region reachable by keyboard.
          tabIndex={0}
          {...handlers}
        >
          {rows.length === 0 && <EmptyState text="What scripts, programs and requests do is listed here." />}
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
        {behind !== undefined && (
          <Button
            className={classes['latest'] ?? ''}
            size="compact-xs"
            leftSection={<IconArrowDown size={12} />}
            onClick={toEnd}
          >
            Jump to latest{behind > 0 ? ` (${behind})` : ''}
          </Button>
        )}
      </div>
    </section>
  );
}

/** @param props.onCopy copies the lines that are shown */
function ConsoleActions({ onCopy }: { onCopy: () => Promise<void> }) {
  const { commands } = useApp();
  const showsSecrets = useFrom('runs', (state) => state.showsSecrets);
  const hasMasked = useFrom('runs', (state) => !state.showsSecrets && state.otherRuns.size > 0);
  const count = useFrom('runs', (state) => state.active.length);
  return (
    <>
      {count > 0 && (
        <Button
          size="compact-xs"
          color="red"
          variant="light"
          leftSection={<IconPlayerStopFilled size={12} />}
          onClick={() => runCommand(commands, 'stop-all')}
        >
          {count > 1 ? 'Stop all' : 'Stop'}
        </Button>
      )}
      <IconButton
        label="Show secrets"
        tooltip={showsSecrets ? 'Mask secrets' : 'Show secrets'}
        variant={showsSecrets ? 'light' : 'subtle'}
        aria-pressed={showsSecrets}
        onClick={() => runCommand(commands, 'toggle-secrets')}
      >
        {showsSecrets ? <IconEye size={16} /> : <IconEyeOff size={16} />}
      </IconButton>
      <IconButton
        label="Copy the console"
        tooltip={hasMasked ? 'Copy all that is shown, with the secrets masked' : 'Copy all that is shown'}
        onClick={() => void onCopy()}
      >
        <IconCopy size={16} />
      </IconButton>
      <IconButton label="Clear the console" tooltip="Clear" onClick={() => runCommand(commands, 'clear-console')}>
        <IconTrash size={16} />
      </IconButton>
    </>
  );
}
