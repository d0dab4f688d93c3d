import type { AppContext } from '../context/app-context.ts';
import type { Command } from '../context/commands/command.ts';
import { toastWithUndo } from '../ui/messages/undo.tsx';

type Stores = Pick<AppContext, 'app' | 'requests' | 'variables'>;

/**
 * Commands for environments. Without a target they apply to the one on the page, or else to the one that requests use.
 */
export function environmentCommands(stores: Stores): Command[] {
  const { app, requests, variables } = stores;
  const selected = (target?: string) => target ?? selectedEnvironment(stores);
  const needsEnvironment = (target?: string) => (selected(target) === null ? 'No environment is chosen.' : undefined);
  const opensDialog = (kind: 'rename-environment' | 'duplicate-environment'): Pick<Command, 'unavailable' | 'run'> => ({
    unavailable: needsEnvironment,
    run(target) {
      const name = selected(target);
      app.getState().show('environments');
      if (name !== null) app.getState().showDialog({ kind, name });
    },
  });
  const rename = opensDialog('rename-environment');
  const duplicate = opensDialog('duplicate-environment');
  return [
    {
      id: 'new-environment',
      label: 'New environment…',
      icon: 'add',
      run() {
        app.getState().show('environments');
        app.getState().showDialog({ kind: 'new-environment' });
      },
    },
    {
      id: 'use-environment',
      label: 'Use the shown environment',
      menuLabel: 'Use this environment',
      icon: 'environments',
      unavailable(target) {
        const name = selected(target);
        return name === null || name === requests.getState().environment ? 'Requests use it already.' : undefined;
      },
      run: (target) => requests.getState().setEnvironment(selected(target)),
    },
    { id: 'rename-environment', label: 'Rename the environment…', menuLabel: 'Rename…', icon: 'rename', ...rename },
    {
      id: 'duplicate-environment',
      label: 'Duplicate the environment…',
      menuLabel: 'Duplicate…',
      icon: 'copy',
      ...duplicate,
    },
    {
      id: 'delete-environment',
      label: 'Delete the environment',
      menuLabel: 'Delete',
      icon: 'delete',
      removes: true,
      unavailable: needsEnvironment,
      async run(target) {
        const name = selected(target);
        if (name !== null) toastWithUndo(`${name} was deleted`, await variables.getState().remove(name));
      },
    },
  ];
}

function selectedEnvironment({ app, requests, variables }: Stores): string | null {
  const { view } = app.getState();
  const { owner } = variables.getState();
  const shownName = view === 'environments' && owner?.kind === 'environment' ? owner.name : undefined;
  return shownName ?? requests.getState().environment;
}
