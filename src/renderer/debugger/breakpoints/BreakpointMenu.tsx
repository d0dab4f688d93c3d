import { Menu } from '@mantine/core';
import { useApp, useFrom } from '../../context/app-context.ts';
import { CommandItems } from '../../context/CommandMenu.tsx';
import { OF_MENU } from '../debug-commands.ts';
import classes from '../debugger.module.css';

/** The menu of a line in the margin of a script. */
export function BreakpointMenu() {
  const { breakpoints: store } = useApp();
  const place = useFrom('breakpoints', (state) => state.menu);
  if (!place) return null;
  // A chosen command runs a moment after the menu has closed (CommandItem), and still needs the line of the menu then.
  const close = () => void setTimeout(() => store.getState().showMenu(undefined));
  return (
    <Menu opened onClose={close} position="bottom-start" shadow="md">
      <Menu.Target>
        <span className={classes['anchor']} style={{ left: place.x, top: place.y }} />
      </Menu.Target>
      <Menu.Dropdown aria-label={`Breakpoint of line ${place.line}`}>
        <CommandItems menu="breakpoint" target={OF_MENU} />
      </Menu.Dropdown>
    </Menu>
  );
}
