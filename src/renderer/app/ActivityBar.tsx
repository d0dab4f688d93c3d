import { ActionIcon, Tooltip, useComputedColorScheme } from '@mantine/core';
import {
  IconBinary,
  IconCode,
  IconCommand,
  IconFolderOpen,
  IconHistory,
  IconMoon,
  IconPlayerPlay,
  IconSend,
  IconSun,
  IconTerminal2,
  IconWebhook,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useApp, useFrom } from '../context/app-context.ts';
import type { Command } from '../context/command.ts';
import { runCommand, shownKeys } from '../context/commands.ts';
import classes from './app.module.css';

export function ActivityBar() {
  const { commands } = useApp();
  const consoleOpen = useFrom('app', (state) => state.consoleOpen);
  const view = useFrom('app', (state) => state.view);
  const dark = useComputedColorScheme('light') === 'dark';

  const action = (id: Command['id'], icon: ReactNode, pressed?: boolean) => {
    const command = commands.find((candidate) => candidate.id === id);
    const label = command?.label ?? '';
    return (
      <Tooltip label={command?.keys ? `${label} (${shownKeys(command.keys)})` : label} position="right">
        <ActionIcon
          size={36}
          variant={pressed ? 'light' : 'subtle'}
          color={pressed ? 'blue' : 'gray'}
          aria-label={label}
          {...(pressed === undefined ? {} : { 'aria-pressed': pressed })}
          onClick={() => runCommand(commands, id)}
        >
          {icon}
        </ActionIcon>
      </Tooltip>
    );
  };
  return (
    <aside className={classes['activity']} aria-label="Actions">
      {action('show-requests', <IconSend size={20} stroke={1.6} />, view === 'requests')}
      {action('show-scripts', <IconCode size={20} stroke={1.6} />, view === 'scripts')}
      {action('show-programs', <IconBinary size={20} stroke={1.6} />, view === 'programs')}
      {action('show-webhooks', <IconWebhook size={20} stroke={1.6} />, view === 'webhooks')}
      {action('show-runner', <IconPlayerPlay size={20} stroke={1.6} />, view === 'runner')}
      {action('show-history', <IconHistory size={20} stroke={1.6} />, view === 'history')}
      {action('open-folder', <IconFolderOpen size={20} stroke={1.6} />)}
      {action('toggle-console', <IconTerminal2 size={20} stroke={1.6} />, consoleOpen)}
      <span className={classes['space']} />
      {action('palette', <IconCommand size={20} stroke={1.6} />)}
      {action(
        dark ? 'theme-light' : 'theme-dark',
        dark ? <IconSun size={20} stroke={1.6} /> : <IconMoon size={20} stroke={1.6} />,
      )}
    </aside>
  );
}
