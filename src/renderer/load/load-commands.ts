import type { AppContext } from '../context/app-context.ts';
import type { Command } from '../context/commands/command.ts';
import { saveText } from '../ui/save-text.ts';
import { toastWithUndo } from '../ui/messages/undo.tsx';

type Stores = Pick<AppContext, 'app' | 'runner' | 'runs' | 'load'>;

/** Commands for load runs. A target is the number of a stored run; without it, the shown run. */
export function loadCommands({ app, runner, runs, load }: Stores): Command[] {
  const runOf = (target?: string) => (target === undefined ? load.getState().shownId : Number(target));
  const needsRun = (target?: string) => (runOf(target) === undefined ? 'No past load run is shown.' : undefined);
  return [
    {
      id: 'start-load',
      label: 'Start a load run with the selected requests',
      icon: 'run',
      keywords: 'runner users arrivals performance',
      unavailable() {
        if (runs.getState().of('load') !== undefined) return 'A load run is under way.';
        return runner.getState().toRun().length === 0 ? 'No request is chosen in the runner.' : undefined;
      },
      run() {
        app.getState().show('runner');
        load.getState().show(true);
        return load.getState().start();
      },
    },
    ...(['html', 'json'] as const).map((format): Command => ({
      id: `load-report-${format}`,
      label: `Save the load report as ${format.toUpperCase()}`,
      menuLabel: `Save the report as ${format.toUpperCase()}`,
      icon: 'export',
      unavailable: needsRun,
      async run(target) {
        const id = runOf(target);
        if (id !== undefined) saveText(`load-${id}.${format}`, await load.getState().reportText(id, format));
      },
    })),
    {
      id: 'delete-load-run',
      label: 'Delete the load run',
      icon: 'delete',
      removes: true,
      unavailable: needsRun,
      async run(target) {
        const id = runOf(target);
        if (id !== undefined) toastWithUndo('The load run was deleted', await load.getState().remove(id));
      },
    },
  ];
}
