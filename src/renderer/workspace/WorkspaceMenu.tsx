import { ActionIcon, Menu, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconFolder, IconFolderOpen, IconX } from '@tabler/icons-react';
import { useApp, useFrom } from '../context/app-context.ts';
import { runCommand } from '../context/commands.ts';
import { showError } from '../ui/notify.ts';
import classes from './workspace.module.css';

/** The name of the open workspace, the workspaces of before, and what can be done with workspaces. */
export function WorkspaceMenu() {
  const { app, commands, scripts } = useApp();
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
        <Menu.Item leftSection={<IconFolderOpen size={14} />} onClick={() => runCommand(commands, 'open-folder')}>
          Open workspace folder…
        </Menu.Item>
        {recent.length > 0 && <Menu.Label>Recent workspaces</Menu.Label>}
        {recent.map((one) => (
          <div key={one.path} className={classes['recent']} role="none">
            <Menu.Item
              disabled={!one.exists}
              leftSection={<IconFolder size={14} />}
              title={one.exists ? one.path : `${one.path} does not exist any more`}
              onClick={() => scripts.getState().openWorkspace(one.path).catch(showError)}
            >
              {one.name}
            </Menu.Item>
            <ActionIcon
              size={24}
              variant="subtle"
              color="gray"
              role="menuitem"
              aria-label={`Remove ${one.name} from the list`}
              onClick={() => app.getState().forgetWorkspace(one.path).catch(showError)}
            >
              <IconX size={14} />
            </ActionIcon>
          </div>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
