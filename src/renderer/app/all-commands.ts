/** Every action by name: the palette, the keys and the native menu all go through here. */
import type { AppContext } from '../context/app-context.ts';
import type { Command } from '../context/command.ts';
import { openPalette } from '../palette/open-palette.ts';
import { searchCommands } from '../search/search-commands.ts';
import { settingsCommands } from '../settings/settings-commands.ts';
import { createTabCommands } from './tab-commands.ts';
import { isProgramSource } from '../scripts/script-store.ts';
import { workspaceCommands } from '../workspace/workspace-commands.ts';
import { viewCommands } from './view-commands.ts';

export function createCommands({
  app,
  scripts,
  runs,
  webhooks,
  requests,
  settings,
  search,
}: Omit<AppContext, 'commands'>): Command[] {
  const openFolder = async () => {
    if (!app.getState().capabilities.folderDialog) return app.getState().showOpenFolder(true);
    await scripts.getState().chooseWorkspace();
  };
  const run = async () => {
    if (app.getState().view === 'requests') return requests.getState().send();
    const open = scripts.getState().active();
    if (open && !isProgramSource(open)) await runs.getState().run({ scriptName: open.path, source: open.content });
  };
  return [
    { id: 'run', label: 'Run the script, or send the request', keys: 'Mod+Enter', run },
    { id: 'stop', label: 'Stop the run', keys: 'Mod+.', run: () => runs.getState().stop() },
    {
      id: 'save',
      label: 'Save',
      keys: 'Mod+S',
      run: () => (app.getState().view === 'requests' ? requests.getState().save() : scripts.getState().save()),
    },
    ...createTabCommands({ app, requests, scripts }),
    { id: 'open-folder', label: 'Open workspace folder…', keys: 'Mod+O', run: openFolder },
    { id: 'palette', label: 'Find a name or an action', keys: 'Mod+K', run: openPalette },
    { id: 'clear-console', label: 'Clear console', run: () => runs.getState().clear() },
    { id: 'import', label: 'Import…', run: () => app.getState().showImport(true) },
    {
      id: 'toggle-listener',
      label: 'Listen for webhooks, or stop',
      run: () => webhooks.getState().listen({ on: !webhooks.getState().status?.listening }),
    },
    ...viewCommands({ app }),
    ...settingsCommands({ settings }),
    ...searchCommands({ search }),
    ...workspaceCommands({ app }),
  ];
}
