import { Menu } from '@mantine/core';
import type { TreeRow } from './tree-rows.ts';
import classes from './tree.module.css';

export interface LineActions {
  openSettings(row: TreeRow): void;
  run(row: TreeRow): void;
  newRequest(row: TreeRow): void;
  newFolder(row: TreeRow): void;
  rename(row: TreeRow): void;
  duplicate(row: TreeRow): void;
  exportAs(row: TreeRow, format: 'postman' | 'opencollection'): void;
  discard(row: TreeRow): void;
  remove(row: TreeRow): void;
}

/** The menu of one line, at the place where it was asked for: one for the whole tree. */
export function LineMenu(props: {
  opened: { row: TreeRow; x: number; y: number };
  unsaved: boolean;
  actions: LineActions;
  onClose: () => void;
}) {
  const { opened, unsaved, actions, onClose } = props;
  const { row, x, y } = opened;
  const isFolder = row.kind === 'folder';
  return (
    <Menu opened onChange={(open) => !open && onClose()} position="bottom-start">
      <Menu.Target>
        <span className={classes['menuPlace']} style={{ left: x, top: y }} />
      </Menu.Target>
      <Menu.Dropdown>
        {row.kind === 'untitled' ? (
          <Menu.Item color="red" onClick={() => actions.discard(row)}>
            Discard
          </Menu.Item>
        ) : (
          <>
            {isFolder && <Menu.Item onClick={() => actions.openSettings(row)}>Settings of the folder</Menu.Item>}
            <Menu.Item onClick={() => actions.run(row)}>Run in the runner</Menu.Item>
            <Menu.Item onClick={() => actions.newRequest(row)}>New request</Menu.Item>
            <Menu.Item onClick={() => actions.newFolder(row)}>New folder…</Menu.Item>
            <Menu.Divider />
            <Menu.Item rightSection="F2" onClick={() => actions.rename(row)}>
              Rename
            </Menu.Item>
            <Menu.Item rightSection="Ctrl+D" onClick={() => actions.duplicate(row)}>
              Duplicate
            </Menu.Item>
            <Menu.Item disabled={!unsaved} onClick={() => actions.discard(row)}>
              Discard changes
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item onClick={() => actions.exportAs(row, 'postman')}>Export for Postman</Menu.Item>
            <Menu.Item onClick={() => actions.exportAs(row, 'opencollection')}>Export as one file</Menu.Item>
            <Menu.Divider />
            <Menu.Item color="red" rightSection="Del" onClick={() => actions.remove(row)}>
              Delete
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
