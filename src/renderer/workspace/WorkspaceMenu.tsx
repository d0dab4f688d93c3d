import { Menu, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconFolderOpen } from '@tabler/icons-react';
import { useApp, useFrom } from '../context/app-context.ts';
import { runCommand } from '../context/commands.ts';
import classes from './workspace.module.css';

/** The name of the open workspace, and what can be done with workspaces. */
export function WorkspaceMenu() {
  const { commands } = useApp();
  const { name, root } = useFrom('app', (state) => state.workspace);
  return (
    <Menu position="bottom-start" width="target">
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
      </Menu.Dropdown>
    </Menu>
  );
}
