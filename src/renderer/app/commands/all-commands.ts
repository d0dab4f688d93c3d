/** All commands by name: the palette, the menus, the keyboard shortcuts and the native menu use this list. */
import type { AppContext } from '../../context/app-context.ts';
import type { Command } from '../../context/commands/command.ts';
import { commandById } from '../../context/commands/commands.ts';
import type { View } from '../../context/views.ts';
import { debugCommands } from '../../debugger/debug-commands.ts';
import { editorCommands } from '../../editor/editor-commands.ts';
import { environmentCommands } from '../../environments/environment-commands.ts';
import { historyCommands } from '../../history/history-commands.ts';
import { openPalette } from '../../palette/open-palette.ts';
import { programCommands } from '../../programs/program-commands.ts';
import { responseCommands } from '../../response/response-commands.ts';
import { loadCommands } from '../../load/load-commands.ts';
import { runnerCommands } from '../../runner/runner-commands.ts';
import { isProgramSource } from '../../scripts/script-store.ts';
import { searchCommands } from '../../search/search-commands.ts';
import { settingsCommands } from '../../settings/settings-commands.ts';
import { treeCommands } from '../../tree/tree-commands.ts';
import { forwardCommands } from '../../webhooks/forward/forward-commands.ts';
import { webhookCommands } from '../../webhooks/webhook-commands.ts';
import { workspaceCommands } from '../../workspace/workspace-commands.ts';
import { stopCommands } from './stop-commands.ts';
import { createTabCommands } from './tab-commands.ts';
import { viewCommands } from './view-commands.ts';

export function createCommands(stores: Omit<AppContext, 'commands'>): Command[] {
  const { app, scripts, runs, requests } = stores;
  const ofRunner = [...runnerCommands(stores), ...loadCommands(stores)];
  return [
    {
      id: 'run',
      label: 'Run the script or the selected requests, or send the request',
      icon: 'run',
      keys: 'Mod+Enter',
      ...runOfView(stores, ofRunner, false),
    },
    ...debugCommands(stores, runOfView(stores, ofRunner, true)),
    ...stopCommands(stores),
    {
      id: 'save',
      label: 'Save',
      keys: 'Mod+S',
      unavailable: () =>
        showsText(app.getState().view) ? undefined : 'No request or script is shown, so that there is nothing to save.',
      run: () => (app.getState().view === 'requests' ? requests.getState().save() : scripts.getState().save()),
    },
    { id: 'palette', label: 'Find a name or an action', keys: 'Mod+K', run: openPalette },
    {
      id: 'toggle-secrets',
      label: 'Show or mask secrets in the console and tests',
      run: () => runs.getState().showSecrets(!runs.getState().showsSecrets),
    },
    { id: 'clear-console', label: 'Clear console', run: () => runs.getState().clear() },
    ...createTabCommands(stores),
    ...treeCommands(stores),
    ...editorCommands(stores),
    ...responseCommands(stores),
    ...environmentCommands(stores),
    ...webhookCommands(stores),
    ...forwardCommands(stores),
    ...ofRunner,
    ...historyCommands(stores),
    ...programCommands(stores),
    ...workspaceCommands(stores),
    ...viewCommands(stores),
    ...settingsCommands(stores),
    ...searchCommands(stores),
  ];
}

const showsText = (view: View): boolean => view === 'requests' || view === 'scripts';

/**
 * Starts what the shown view is for: a request is sent, a script or the chosen requests are run. The open script of
 * another view is hidden, so that a person would not know what has been started.
 */
function runOfView(
  { app, scripts, runs, requests, load }: Omit<AppContext, 'commands'>,
  ofRunner: readonly Command[],
  debugged: boolean,
): Pick<Command, 'run' | 'unavailable'> {
  const inRunner = () => {
    if (load.getState().isShown) return debugged ? undefined : commandById(ofRunner, 'start-load');
    return commandById(ofRunner, debugged ? 'debug-run' : 'start-run');
  };
  return {
    unavailable() {
      const { view } = app.getState();
      if (showsText(view)) return undefined;
      if (view !== 'runner') return 'Open a request or a script first.';
      const command = inRunner();
      return command ? command.unavailable?.() : 'A load run cannot be debugged.';
    },
    async run() {
      const { view } = app.getState();
      if (view === 'requests') return requests.getState().send({ debugged });
      if (view === 'runner') return inRunner()?.run();
      const open = view === 'scripts' ? scripts.getState().active() : undefined;
      if (!open || isProgramSource(open)) return;
      await runs.getState().run(`script ${open.path}`, { scriptName: open.path, source: open.content }, { debugged });
    },
  };
}
