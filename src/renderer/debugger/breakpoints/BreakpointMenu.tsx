import { Menu } from '@mantine/core';
import { useApp, useFrom } from '../../context/app-context.ts';
import { CommandItems } from '../../context/commands/CommandMenu.tsx';
import { breakpointTarget } from '../debug-commands.ts';
import classes from '../debugger.module.css';

/** The menu of a line in the margin of a script. */
export function BreakpointMenu() {
  const { breakpoints: store } = useApp();
  const place = useFrom('breakpoints', (state) => state.menu);
  if (!place) return null;
  return (
    <Menu opened onClose={() => store.getState().showMenu(undefined)} position="bottom-start" shadow="md">
      <Menu.Target>
        <span className={classes['anchor']} style={{ left: place.x, top: place.y }} />
      </Menu.Target>
      <Menu.Dropdown aria-label={`Breakpoint of line ${place.line}`}>
        <CommandItems menu="breakpoint" target={breakpointTarget(place)} />
      </Menu.Dropdown>
    </Menu>
  );
}
