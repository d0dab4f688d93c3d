import type { AppContext } from '../context/app-context.ts';
import type { Command } from '../context/commands/command.ts';

/** Commands that open workspaces, create their files, and restore deleted ones. */
export function workspaceCommands({
  app,
  requests,
  scripts,
}: Pick<AppContext, 'app' | 'requests' | 'scripts'>): Command[] {
  const showRecent = async () => {
    app.getState().show('requests');
    await app.getState().showWorkspaceMenu(true);
  };
  return [
    {
      id: 'open-folder',
      label: 'Open workspace folder…',
      icon: 'open-folder',
      keys: 'Mod+O',
      async run() {
        if (app.getState().capabilities.folderDialog) return scripts.getState().chooseWorkspace();
        app.getState().showDialog({ kind: 'open-folder' });
      },
    },
    { id: 'recent-workspaces', label: 'Open recent workspace…', icon: 'open-folder', run: showRecent },
    {
      id: 'forget-workspace',
      label: 'Remove a workspace from the recent workspaces…',
      icon: 'close',
      // Without a target, opens the menu with the choices.
      run: (path) => (path === undefined ? showRecent() : app.getState().forgetWorkspace(path)),
    },
    ...newFileCommands(app),
    {
      id: 'add-messaging-service',
      label: 'Add the messaging service operations',
      menuLabel: 'Messaging service operations',
      icon: 'add',
      async run() {
        app.getState().show('requests');
        await requests.getState().create(true);
      },
    },
    {
      id: 'recently-deleted',
      label: 'Recently deleted…',
      icon: 'delete',
      keywords: 'trash undelete restore',
      async run() {
        app.getState().show('requests');
        await requests.getState().showDeleted();
      },
    },
  ];
}

/** Commands for dialogs that import files into the workspace. */
function newFileCommands(app: AppContext['app']): Command[] {
  return [
    { id: 'import', label: 'Import…', icon: 'import', run: () => app.getState().showDialog({ kind: 'import' }) },
    {
      id: 'new-script',
      label: 'New script…',
      icon: 'add',
      run: () => app.getState().showDialog({ kind: 'new-script' }),
    },
    {
      id: 'new-program',
      label: 'New program…',
      icon: 'add',
      keywords: 'python java go shell ruby template',
      run: () => app.getState().showDialog({ kind: 'new-program' }),
    },
    {
      id: 'add-package',
      label: 'Add package…',
      icon: 'add',
      keywords: 'npm library module require install',
      run: () => app.getState().showDialog({ kind: 'add-package' }),
    },
  ];
}
