/** Every action by name: the palette, the keys and the native menu all go through here. */
import { spotlight } from '@mantine/spotlight';
import type { AppContext } from '../context/app-context.ts';
import type { Command } from '../context/command.ts';
import { createTabCommands } from './tab-commands.ts';
import { isProgramSource } from '../scripts/script-store.ts';

export function createCommands({
  client,
  app,
  scripts,
  runs,
  webhooks,
  requests,
}: Omit<AppContext, 'commands'>): Command[] {
  const openFolder = async () => {
    if (!app.getState().capabilities.folderDialog) return app.getState().showOpenFolder(true);
    const { path } = await client.call('workspace.chooseFolder', {});
    if (path) await scripts.getState().openWorkspace(path);
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
    { id: 'palette', label: 'Show all commands', keys: 'Mod+K', run: () => spotlight.open() },
    { id: 'clear-console', label: 'Clear console', run: () => runs.getState().clear() },
    {
      id: 'toggle-console',
      label: 'Show or hide the console',
      keys: 'Mod+J',
      run: () => app.getState().toggleConsole(),
    },
    { id: 'show-requests', label: 'Show requests', run: () => app.getState().show('requests') },
    { id: 'show-scripts', label: 'Show scripts', run: () => app.getState().show('scripts') },
    { id: 'show-programs', label: 'Show programs', run: () => app.getState().show('programs') },
    { id: 'show-webhooks', label: 'Show webhooks', run: () => app.getState().show('webhooks') },
    { id: 'show-runner', label: 'Show runner', run: () => app.getState().show('runner') },
    { id: 'import', label: 'Import…', run: () => app.getState().showImport(true) },
    { id: 'show-history', label: 'Show history', run: () => app.getState().show('history') },
    {
      id: 'toggle-listener',
      label: 'Listen for webhooks, or stop',
      run: () => webhooks.getState().listen({ on: !webhooks.getState().status?.listening }),
    },
    { id: 'theme-light', label: 'Theme: light', run: () => app.getState().setTheme('light') },
    { id: 'theme-dark', label: 'Theme: dark', run: () => app.getState().setTheme('dark') },
    { id: 'theme-auto', label: 'Theme: as the system', run: () => app.getState().setTheme('auto') },
  ];
}
