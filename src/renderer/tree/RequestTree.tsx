import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useApp, useFrom } from '../context/app-context.ts';
import { commandsOfKeys, runCommand } from '../context/commands.ts';
import { methodText } from '../ui/method-text.ts';
import { showError } from '../ui/notify.ts';
import { LineMenu } from './LineMenu.tsx';
import { RenameField, TreeLine } from './TreeLine.tsx';
import { TreeHeader } from './TreeHeader.tsx';
import { moveByKey, moveByName } from './tree-keys.ts';
import { foldersAbove, type TreeRow } from './tree-rows.ts';
import { useScaled } from '../ui/text-scale.ts';
import { useDraggedLines } from './use-dragged-lines.ts';
import { useTreeRows } from './use-tree-rows.ts';
import classes from './tree.module.css';

const LINE_HEIGHT = 26;
/** Letters typed within this time are one name. */
const TYPE_AHEAD_MS = 700;

/** The requests of the workspace in their folders: opened, renamed, copied, moved by dragging, deleted. */
export function RequestTree() {
  const { app, commands, requests: store } = useApp();
  const [search, setSearch] = useState('');
  const rows = useTreeRows(search);
  const view = useFrom('app', (state) => state.view);
  const activeId = useFrom('requests', (state) => state.activeId);
  const unsaved = useFrom('requests', (state) => state.unsaved);
  const revealed = useFrom('requests', (state) => state.revealed);
  const isLoading = useFrom('requests', (state) => state.isLoading);
  const problems = useFrom('requests', (state) => state.collection?.problems);
  const [focusedKey, setFocusedKey] = useState<string>();
  const renaming = useFrom('requests', (state) => state.renaming);
  const { endRenaming } = store.getState();
  const [menu, setMenu] = useState<{ row: TreeRow; x: number; y: number }>();
  const scroller = useRef<HTMLDivElement>(null);
  /** The line that gets the focus of the keyboard as soon as it is drawn. */
  const toFocus = useRef<string>(undefined);
  const typed = useRef({ text: '', at: 0 });
  const index = Math.max(
    0,
    rows.findIndex(({ key }) => key === (focusedKey ?? activeId)),
  );
  const lineHeight = useScaled(LINE_HEIGHT);
  const lines = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => lineHeight,
    overscan: 12,
    // The line with the focus stays drawn while it is scrolled out of view: the keyboard goes on from there.
    rangeExtractor: (range) => [...new Set([...defaultRangeExtractor(range), index])].sort((a, b) => a - b),
  });
  useEffect(() => lines.measure(), [lines, lineHeight]);
  const focus = useCallback(
    (at: number) => {
      const row = rows[at];
      if (!row) return;
      toFocus.current = row.key;
      setFocusedKey(row.key);
      lines.scrollToIndex(at);
    },
    [rows, lines],
  );
  useEffect(() => {
    if (toFocus.current === undefined || renaming !== undefined) return;
    const line = scroller.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(toFocus.current)}"]`);
    if (!line) return;
    line.focus({ preventScroll: true });
    toFocus.current = undefined;
  });
  // The line with the focus was deleted: the one that took its place gets it.
  const lastIndex = useRef(0);
  useEffect(() => {
    if (focusedKey === undefined || rows.some(({ key }) => key === focusedKey)) {
      lastIndex.current = index;
    } else if (toFocus.current === focusedKey || document.activeElement === document.body) {
      focus(Math.min(lastIndex.current, rows.length - 1));
    }
  }, [rows, focusedKey, index, focus]);
  useEffect(() => {
    if (!revealed) return;
    const { collection, expand } = store.getState();
    setSearch('');
    expand(foldersAbove(collection?.items ?? [], revealed.id));
    setFocusedKey(revealed.id);
    toFocus.current = revealed.id;
  }, [store, revealed]);
  const revealedAt =
    revealed && toFocus.current === revealed.id ? rows.findIndex(({ key }) => key === revealed.id) : -1;
  useEffect(() => {
    if (revealedAt >= 0) lines.scrollToIndex(revealedAt, { align: 'center' });
  }, [lines, revealedAt]);

  const report = (work: Promise<unknown>) => void work.catch(showError);
  const open = (row: TreeRow) => {
    const state = store.getState();
    if (row.kind === 'folder') return state.toggle(row.id);
    app.getState().show('requests');
    report(row.kind === 'example' ? state.showExample(row.id, row.name) : state.select(row.id));
  };
  const rename = async (row: TreeRow, name: string) => {
    endRenaming();
    const id = await store.getState().rename(row.id, name);
    // Something else may have been opened while the file was renamed: it keeps the focus.
    const { activeElement } = document;
    if (activeElement === document.body || scroller.current?.contains(activeElement)) toFocus.current = id;
    setFocusedKey(id);
  };
  const endRenamingOf = (row: TreeRow) => {
    toFocus.current = row.key;
    endRenaming();
  };
  const onKey = (event: KeyboardEvent<HTMLElement>) => {
    const row = rows[index];
    // Keys of a menu come here too, as it belongs to the tree.
    if (!row || !event.currentTarget.contains(event.target as Node)) return;
    const mod = event.ctrlKey || event.metaKey;
    const command =
      row.kind === 'example'
        ? undefined
        : commandsOfKeys(commands, event, 'tree').find(({ unavailable }) => unavailable?.(row.id) === undefined);
    const move = mod || event.altKey ? undefined : moveByKey(event.key, rows, index);
    if (move && 'focus' in move) focus(move.focus);
    else if (move) store.getState().toggle(move.toggle);
    else if (event.key === 'Enter' && !mod) open(row);
    else if (command) runCommand(commands, command.id, row.id);
    else if (event.key.length === 1 && !mod && !event.altKey) {
      const now = performance.now();
      const before = now - typed.current.at < TYPE_AHEAD_MS ? typed.current.text : '';
      typed.current = { text: before + event.key, at: now };
      const target = moveByName(typed.current.text, rows, index);
      if (target !== undefined) focus(target);
    } else return;
    event.preventDefault();
  };
  const openMenu = useCallback((row: TreeRow, place: { x: number; y: number }) => setMenu({ row, ...place }), []);
  const drag = useDraggedLines((id, parent, before) => report(store.getState().move(id, parent, before)));
  return (
    <>
      <TreeHeader search={search} onSearch={setSearch} />
      {problems?.map((problem) => (
        <p key={problem} className={classes['problem']} role="alert">
          {problem}
        </p>
      ))}
      {isLoading && (
        <p className={classes['loading']} role="status">
          The requests are being read…
        </p>
      )}
      {rows.length === 0 && !isLoading && (
        <p className={classes['empty']}>{search === '' ? 'There is no request yet.' : 'No request is like this.'}</p>
      )}
      <div ref={scroller} className={classes['scroller']} {...drag.end}>
        <div
          role="tree"
          aria-label="Requests"
          className={classes['tree']}
          style={{ height: lines.getTotalSize() }}
          onKeyDown={onKey}
        >
          {lines.getVirtualItems().map(({ index: at, start }) => {
            const row = rows[at];
            if (!row) return null;
            const isUnsaved = unsaved.has(row.id) && row.kind !== 'example';
            const label = [methodText(row.method), row.name].filter(Boolean).join(' ');
            return (
              <div
                key={row.key}
                role="treeitem"
                aria-level={row.level}
                aria-label={isUnsaved ? `${label}, not saved` : label}
                aria-selected={view === 'requests' && row.key === activeId}
                {...(row.expanded === undefined ? {} : { 'aria-expanded': row.expanded })}
                tabIndex={at === index ? 0 : -1}
                className={classes['line']}
                data-key={row.key}
                data-menu={menu?.row.key === row.key || undefined}
                title={row.kind === 'untitled' ? 'It has no file yet' : row.id}
                style={{ transform: `translateY(${start}px)`, paddingLeft: 8 + (row.level - 1) * 12 }}
                onFocus={() => setFocusedKey(row.key)}
                onClick={() => open(row)}
                onContextMenu={(event) => {
                  event.preventDefault();
                  const box = event.currentTarget.getBoundingClientRect();
                  // The menu key has no place of its own.
                  const byKey = event.clientX === 0 && event.clientY === 0;
                  if (row.kind !== 'example')
                    openMenu(row, byKey ? { x: box.left + 24, y: box.bottom } : { x: event.clientX, y: event.clientY });
                }}
                {...drag.line(row)}
              >
                {renaming === row.key ? (
                  <RenameField
                    name={row.name}
                    onName={(name) => report(rename(row, name))}
                    onCancel={() => endRenamingOf(row)}
                  />
                ) : (
                  <TreeLine row={row} unsaved={isUnsaved} onMenu={openMenu} />
                )}
              </div>
            );
          })}
        </div>
      </div>
      {menu && (
        <LineMenu
          opened={menu}
          onClose={() => {
            toFocus.current = menu.row.key;
            setMenu(undefined);
          }}
        />
      )}
    </>
  );
}
