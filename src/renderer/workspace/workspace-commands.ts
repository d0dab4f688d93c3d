import type { StoreApi } from 'zustand';
import type { AppStore } from '../context/app-store.ts';
import type { Command } from '../context/command.ts';

/** What creates files of the workspace. */
export function workspaceCommands({ app }: { app: StoreApi<AppStore> }): Command[] {
  return [
    { id: 'new-script', label: 'New script…', run: () => app.getState().showNewFile('script') },
    {
      id: 'new-program',
      label: 'New program…',
      keywords: 'python java go shell ruby template',
      run: () => app.getState().showNewFile('program'),
    },
  ];
}
