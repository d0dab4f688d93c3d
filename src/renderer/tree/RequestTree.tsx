import { Button } from '@mantine/core';
import { useCallback, useRef, useState } from 'react';
import { useApp, useFrom } from '../context/app-context.ts';
import { runCommand } from '../context/commands/commands.ts';
import { showError } from '../ui/messages/notify.ts';
import { LineMenu } from './lines/LineMenu.tsx';
import { TreeItemElement } from './lines/TreeItemElement.tsx';
import { RenameField, TreeLine } from './lines/TreeLine.tsx';
import { useRename } from './lines/use-rename.ts';
import { TreeHeader } from './TreeHeader.tsx';
import type { TreeRow } from './lines/tree-rows.ts';
import { useDraggedLines } from './lines/use-dragged-lines.ts';
import { useActiveLine, useRevealedLine, useTreeFocus } from './lines/use-tree-focus.ts';
import { useTreeKeys } from './lines/use-tree-keys.ts';
import { useTreeRows } from './lines/use-tree-rows.ts';
import { ProblemList } from '../ui/messages/ProblemList.tsx';
import classes from './tree.module.css';

/** The requests of the workspace in their folders: opened, renamed, copied, moved by dragging, deleted. */
export function RequestTree() {
  const { app, commands, requests: store } = useApp();
  const [search, setSearch] = useState('');
  const rows = useTreeRows(search);
  const view = useFrom('app', (state) => state.view);
  const activeId = useFrom('requests', (state) => state.activeId);
  const unsavedIds = useFrom('requests', (state) => state.unsaved);
  const isLoading = useFrom('requests', (state) => state.isLoading);
  const problems = useFrom('requests', (state) => state.collection?.problems);
  const renaming = useFrom('requests', (state) => state.renaming);
  const [menu, setMenu] = useState<{ row: TreeRow; x: number; y: number }>();
  const scroller = useRef<HTMLDivElement>(null);
  const treeFocus = useTreeFocus(rows, scroller);
  const { index, lines, focus, setFocusedKey, focusWhenRendered } = treeFocus;
  const { rename, cancel } = useRename(treeFocus, scroller);
  useRevealedLine(rows, treeFocus, { text: search, clear: () => setSearch('') });
  useActiveLine(rows, treeFocus, search);

  const toggle = ({ id, kind }: TreeRow) => {
    // A search shows all folders with matches expanded: that one is collapsed would be visible only after it.
    if (kind !== 'folder' || search === '') store.getState().toggle(id);
  };
  const report = (work: Promise<unknown>) => void work.catch(showError);
  const open = (row: TreeRow) => {
    const state = store.getState();
    if (row.kind === 'folder') return toggle(row);
    app.getState().show('requests');
    report(row.example === undefined ? state.select(row.id) : state.showExample(row.id, row.example));
  };
  const onKey = useTreeKeys({ rows, index, focus, open, toggle });
  const openMenu = useCallback(
    (row: TreeRow, place: { x: number; y: number }) => setMenu({ row, ...place }),
    [setMenu],
  );
  const drag = useDraggedLines((id, parent, before) => report(store.getState().move(id, parent, before)));
  return (
    <>
      <TreeHeader search={search} onSearch={setSearch} />
      <ProblemList problems={problems ?? []} />
      {isLoading && (
        <p className={classes['loading']} role="status">
          The requests are being read…
        </p>
      )}
      {rows.length === 0 && !isLoading && (
        <div className={classes['empty']}>
          <p>{search === '' ? 'There is no request yet.' : 'No request matches the search.'}</p>
          {search === '' && (
            <Button size="compact-xs" variant="default" onClick={() => runCommand(commands, 'new-request')}>
              New request
            </Button>
          )}
        </div>
      )}
      <div ref={scroller} className={classes['scroller']} {...drag.end}>
        <div
          role="tree"
          aria-label="Requests"
          className={classes['tree']}
          style={{ height: lines.getTotalSize() }}
          onKeyDown={onKey}
        >
          {lines.getVirtualItems().map(({ index: rowIndex, start }) => {
            const row = rows[rowIndex];
            if (!row) return null;
            const isUnsaved = unsavedIds.has(row.id) && row.kind !== 'example';
            return (
              <TreeItemElement
                key={row.key}
                row={row}
                start={start}
                isUnsaved={isUnsaved}
                isSelected={view === 'requests' && row.key === activeId}
                isTabStop={rowIndex === index}
                hasMenu={menu?.row.key === row.key}
                drag={drag.line(row)}
                onFocus={() => setFocusedKey(row.key)}
                onOpen={() => open(row)}
                onMenu={openMenu}
              >
                {renaming === row.key ? (
                  <RenameField name={row.name} onName={(name) => rename(row, name)} onCancel={() => cancel(row)} />
                ) : (
                  <TreeLine row={row} unsaved={isUnsaved} onMenu={openMenu} />
                )}
              </TreeItemElement>
            );
          })}
        </div>
      </div>
      {menu && (
        <LineMenu
          openedMenu={menu}
          onClose={() => {
            focusWhenRendered(menu.row.key);
            setMenu(undefined);
          }}
        />
      )}
    </>
  );
}
