import { Menu, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconFolder } from '@tabler/icons-react';
import { useApp, useFrom } from '../context/app-context.ts';
import { CommandIconItem, CommandItems } from '../context/CommandMenu.tsx';
import { NameItem } from '../ui/NameItem.tsx';
import { showError } from '../ui/messages/notify.ts';
import classes from './workspace.module.css';

/** The name of the open workspace, the workspaces of before, and what can be done with workspaces. */
export function WorkspaceMenu() {
  const { app, scripts } = useApp();
  const { name, root } = useFrom('app', (state) => state.workspace);
  const opened = useFrom('app', (state) => state.workspaceMenu);
  const recent = useFrom('app', (state) => state.recentWorkspaces).filter(({ path }) => path !== root);
  return (
    <Menu
      position="bottom-start"
      width={280}
      opened={opened}
      onChange={(show) => void app.getState().showWorkspaceMenu(show).catch(showError)}
    >
      <Menu.Target>
        <UnstyledButton className={classes['workspace'] ?? ''} title={root} aria-label={`Workspace ${name}`}>
          <h1>{name}</h1>
          <IconChevronDown size={14} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <CommandItems menu="workspace" />
        {recent.length > 0 && <Menu.Label>Recent workspaces</Menu.Label>}
        {recent.map((one) => (
          <div key={one.path} className={classes['recent']} role="none">
            <NameItem
              disabled={!one.exists}
              icon={<IconFolder size={14} />}
              hint={one.exists ? one.path : `${one.path} does not exist any more`}
              onOpen={() => void scripts.getState().openWorkspace(one.path).catch(showError)}
            >
              {one.name}
            </NameItem>
            <CommandIconItem id="forget-workspace" target={one.path} label={`Remove ${one.name} from the list`} />
          </div>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
