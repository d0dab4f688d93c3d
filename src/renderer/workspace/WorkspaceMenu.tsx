import { Menu, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconFolder } from '@tabler/icons-react';
import { useRef } from 'react';
import { visibleText } from '../../contract/visible-text.ts';
import { useApp, useFrom } from '../context/app-context.ts';
import { CommandIconItem, CommandItems } from '../context/commands/CommandMenu.tsx';
import { NameItem } from '../ui/NameItem.tsx';
import { useFocusReturn } from '../ui/dialogs/focus-return.ts';
import { showError } from '../ui/messages/notify.ts';
import classes from './workspace.module.css';

/** The name of the open workspace, with a menu of recent workspaces and commands. */
export function WorkspaceMenu() {
  const { app, scripts } = useApp();
  const { name, root } = useFrom('app', (state) => state.workspace);
  const isOpened = useFrom('app', (state) => state.workspaceMenu);
  const recent = useFrom('app', (state) => state.recentWorkspaces).filter(({ path }) => path !== root);
  const dropdown = useRef<HTMLDivElement>(null);
  // A command of the palette opens it, too.
  useFocusReturn(dropdown, isOpened);
  return (
    <Menu
      position="bottom-start"
      width={280}
      opened={isOpened}
      onChange={(show) => void app.getState().showWorkspaceMenu(show).catch(showError)}
    >
      <Menu.Target>
        <UnstyledButton
          className={classes['workspace'] ?? ''}
          title={visibleText(root)}
          aria-label={`Workspace ${visibleText(name)}`}
        >
          <h1>{visibleText(name)}</h1>
          <IconChevronDown size={14} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown ref={dropdown}>
        <CommandItems menu="workspace" />
        {recent.length > 0 && <Menu.Label>Recent workspaces</Menu.Label>}
        {recent.map((entry) => (
          <div key={entry.path} className={classes['recent']} role="none">
            <NameItem
              disabled={!entry.exists}
              icon={<IconFolder size={14} />}
              hint={entry.exists ? entry.path : `${entry.path} no longer exists`}
              onOpen={() => void scripts.getState().openWorkspace(entry.path).catch(showError)}
            >
              {visibleText(entry.name)}
            </NameItem>
            <CommandIconItem id="forget-workspace" target={entry.path} label={`Remove ${entry.name} from the list`} />
          </div>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
