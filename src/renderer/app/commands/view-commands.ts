/** Commands that change which part of the window is shown. */
import type { StoreApi } from 'zustand';
import type { Command } from '../../context/commands/command.ts';
import type { AppStore } from '../../context/app-store.ts';
import { views } from '../../context/views.ts';

export function viewCommands({ app }: { app: StoreApi<AppStore> }): Command[] {
  const state = () => app.getState();
  return [
    ...views.map((view) => ({ id: `show-${view}`, label: `Show ${view}`, run: () => state().show(view) })),
    { id: 'toggle-console', label: 'Show or hide the console', keys: 'Mod+J', run: () => state().toggleConsole() },
    {
      id: 'turn-response',
      label: 'Put the response beside or below the request',
      run: () => state().setResponseBeside(!state().settings.layout.responseBeside),
    },
    { id: 'theme-light', label: 'Theme: light', run: () => state().setTheme('light') },
    { id: 'theme-dark', label: 'Theme: dark', run: () => state().setTheme('dark') },
    { id: 'theme-auto', label: 'Theme: system', run: () => state().setTheme('auto') },
  ];
}
