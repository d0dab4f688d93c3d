import { UnstyledButton } from '@mantine/core';
import {
  IconBinary,
  IconCode,
  IconHistory,
  IconPlayerPlay,
  IconSend,
  IconSettings,
  IconVariable,
  IconWebhook,
  type Icon,
} from '@tabler/icons-react';
import { useApp, useFrom } from '../context/app-context.ts';
import { views, type View } from '../context/views.ts';
import classes from './app.module.css';

const entries: Record<View, [word: string, Icon]> = {
  requests: ['Requests', IconSend],
  scripts: ['Scripts', IconCode],
  programs: ['Programs', IconBinary],
  webhooks: ['Webhooks', IconWebhook],
  runner: ['Runner', IconPlayerPlay],
  history: ['History', IconHistory],
  environments: ['Environments', IconVariable],
  settings: ['Settings', IconSettings],
};

/** The views of the application, each as an icon with its word. */
export function Rail() {
  const { app } = useApp();
  const shownView = useFrom('app', (state) => state.view);
  return (
    <nav className={classes['rail']} aria-label="Views">
      {views.map((view) => {
        const [word, Icon] = entries[view];
        return (
          <UnstyledButton
            key={view}
            className={classes['railEntry'] ?? ''}
            aria-label={`Show ${word.toLowerCase()}`}
            aria-current={view === shownView ? 'page' : undefined}
            data-last={view === 'settings' || undefined}
            onClick={() => app.getState().show(view)}
          >
            <Icon size={20} stroke={1.6} aria-hidden />
            {word}
          </UnstyledButton>
        );
      })}
    </nav>
  );
}
