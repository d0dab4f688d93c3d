import { Menu } from '@mantine/core';
import { CommandItems } from '../../context/commands/CommandMenu.tsx';
import type { TreeRow } from './tree-rows.ts';
import classes from '../tree.module.css';

/** The context menu of one line, at the position of the click. The whole tree shares one menu. */
export function LineMenu(props: { openedMenu: { row: TreeRow; x: number; y: number }; onClose: () => void }) {
  const { openedMenu: opened, onClose } = props;
  const { row, x, y } = opened;
  const menu = row.kind === 'untitled' ? 'untitledLine' : row.kind === 'folder' ? 'folderLine' : 'requestLine';
  return (
    <Menu opened onChange={(open) => !open && onClose()} position="bottom-start">
      <Menu.Target>
        <span className={classes['menuPlace']} style={{ left: x, top: y }} />
      </Menu.Target>
      <Menu.Dropdown>
        <CommandItems menu={menu} target={row.id} />
      </Menu.Dropdown>
    </Menu>
  );
}
