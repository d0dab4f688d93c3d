import { ActionIcon, Button, Checkbox, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useMemo, useRef, useState, type DragEvent } from 'react';
import type { TreeItem } from '../../../contract/collection/collection.ts';
import { useApp, useFrom } from '../../context/app-context.ts';
import { countText } from '../../../contract/count-text.ts';
import { visibleText } from '../../../contract/visible-text.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { MethodLabel } from '../../ui/labels/MethodLabel.tsx';
import { checkedFolders, inRunOrder, type CheckState } from './run-order.ts';
import { useTreeKeys } from './use-tree-keys.ts';
import { useRenderedLines } from '../../ui/lists/use-rendered-lines.ts';
import classes from './run-tree.module.css';
import shared from '../../ui/shared.module.css';

const ROW = 28;

/** The requests of the collection, with checkboxes and the order of the run. */
export function RunTree() {
  const { app, runner: store } = useApp();
  const collection = useFrom('requests', (state) => state.collection);
  const isLoading = useFrom('requests', (state) => state.isLoading);
  const selected = useFrom('runner', (state) => state.selected);
  const order = useFrom('runner', (state) => state.order);
  const [closedFolders, setClosed] = useState<ReadonlySet<string>>(new Set());
  const scroller = useRef<HTMLDivElement>(null);
  const items = useMemo(() => inRunOrder(collection?.items ?? [], order), [collection, order]);
  const folders = useMemo(() => checkedFolders(items, selected), [items, selected]);
  const rows = useMemo(
    () => items.filter(({ id }) => ![...closedFolders].some((other) => id.startsWith(`${other}/`))),
    [items, closedFolders],
  );
  const { check, moveBefore, moveBy } = store.getState();
  const toggle = (id: string) => {
    const next = new Set(closedFolders);
    if (!next.delete(id)) next.add(id);
    setClosed(next);
  };
  const keys = useTreeKeys({ rows, isClosed: (id) => closedFolders.has(id), toggle, moveBy }, scroller);
  const list = useRenderedLines(scroller, {
    count: rows.length,
    height: ROW,
    index: keys.index,
    keyOf: (index) => rows[index]?.id ?? '',
  });
  const checkedItems = items.filter(({ kind, id }) => kind === 'request' && selected.has(id)).length;
  return (
    <section className={classes['tree']} aria-label="Requests to run">
      <header className={classes['head']}>
        <Checkbox
          size="xs"
          label={countText(checkedItems, 'request')}
          aria-label="All requests"
          {...stateOf(folders.get('') ?? 'none')}
          onChange={(event) => check('', event.currentTarget.checked)}
        />
        <span>
          <Button
            size="compact-xs"
            variant="subtle"
            disabled={folders.get('') === 'all' || items.length === 0}
            onClick={() => check('', true)}
          >
            All
          </Button>
          <Button size="compact-xs" variant="subtle" disabled={checkedItems === 0} onClick={() => check('', false)}>
            None
          </Button>
        </span>
      </header>
      {items.length === 0 && (
        <EmptyState
          text={isLoading ? 'The requests are being read…' : 'The collection has no requests yet.'}
          {...(isLoading
            ? {}
            : { action: { label: 'Go to the requests', onClick: () => app.getState().show('requests') } })}
        />
      )}
      <div ref={scroller} className={classes['scroller']}>
        <div
          style={{ height: list.getTotalSize(), position: 'relative' }}
          role="list"
          aria-label="Requests to choose"
          onKeyDown={(event) => keys.onKeyDown(event, (index) => list.scrollToIndex(index))}
        >
          {list.getVirtualItems().map(({ key, index, start }) => {
            const item = rows[index];
            return (
              item && (
                <div
                  key={key}
                  role="listitem"
                  data-id={item.id}
                  onFocus={() => keys.onFocus(item.id)}
                  className={shared['renderedLine']}
                  style={{ transform: `translateY(${start}px)` }}
                >
                  <Row
                    item={item}
                    checked={
                      item.kind === 'folder' ? (folders.get(item.id) ?? 'none') : selected.has(item.id) ? 'all' : 'none'
                    }
                    isClosed={closedFolders.has(item.id)}
                    isTabStop={index === keys.index}
                    onToggle={() => toggle(item.id)}
                    onDropped={(id) => moveBefore(id, item.id)}
                  />
                </div>
              )
            );
          })}
        </div>
      </div>
    </section>
  );
}

const stateOf = (checked: CheckState) => ({ checked: checked === 'all', indeterminate: checked === 'some' });

function Row(props: {
  item: TreeItem;
  checked: CheckState;
  isClosed: boolean;
  /** Whether the Tab key focuses the checkbox. The buttons have keys instead. */
  isTabStop: boolean;
  onToggle: () => void;
  onDropped: (id: string) => void;
}) {
  const { item, checked, isClosed, isTabStop, onToggle, onDropped } = props;
  const { check, moveBy } = useApp().runner.getState();
  const name = visibleText(item.name);
  const depth = item.id.split('/').length - 1;
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    onDropped(event.dataTransfer.getData('text/plain'));
  };
  return (
    <div
      className={classes['row']}
      style={{ paddingLeft: `min(${12 + depth * 16}px, 30%)` }}
      draggable
      onDragStart={(event) => event.dataTransfer.setData('text/plain', item.id)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={onDrop}
    >
      <Checkbox
        size="xs"
        id={`run-${item.id}`}
        aria-label={name}
        tabIndex={isTabStop ? 0 : -1}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        {...stateOf(checked)}
        onChange={(event) => check(item.id, event.currentTarget.checked)}
      />
      {item.kind === 'folder' ? (
        <UnstyledButton
          className={classes['name'] ?? ''}
          tabIndex={-1}
          aria-expanded={!isClosed}
          title={visibleText(item.id)}
          onClick={onToggle}
        >
          {isClosed ? <IconChevronRight size={14} /> : <IconChevronDown size={14} />} <span dir="auto">{name}</span>
        </UnstyledButton>
      ) : (
        <label className={classes['name']} htmlFor={`run-${item.id}`} title={visibleText(item.id)}>
          <MethodLabel method={item.method} /> <span dir="auto">{name}</span>
        </label>
      )}
      <span className={classes['move']}>
        <ActionIcon
          size={20}
          variant="subtle"
          color="gray"
          tabIndex={-1}
          aria-label={`Run ${name} earlier`}
          title="Run earlier (Alt+Up)"
          onClick={() => moveBy(item.id, -1)}
        >
          <IconArrowUp size={13} />
        </ActionIcon>
        <ActionIcon
          size={20}
          variant="subtle"
          color="gray"
          tabIndex={-1}
          aria-label={`Run ${name} later`}
          title="Run later (Alt+Down)"
          onClick={() => moveBy(item.id, 1)}
        >
          <IconArrowDown size={13} />
        </ActionIcon>
      </span>
    </div>
  );
}
