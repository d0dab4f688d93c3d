import type { AppContext } from '../context/app-context.ts';
import type { Command } from '../context/command.ts';
import { saveText } from '../ui/save-text.ts';

type Stores = Pick<AppContext, 'app' | 'runner' | 'runs' | 'load'>;

/** What can be done with load runs. */
export function loadCommands({ app, runner, runs, load }: Stores): Command[] {
  return [
    {
      id: 'start-load',
      label: 'Start the load by the chosen requests',
      icon: 'run',
      keywords: 'runner users arrivals performance',
      unavailable() {
        if (runs.getState().current !== undefined) return 'A run is under way.';
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
      label: `Save the report of the load as ${format.toUpperCase()}`,
      menuLabel: format.toUpperCase(),
      icon: 'export',
      unavailable: () => (load.getState().report === undefined ? 'No load run has ended.' : undefined),
      run: async () => saveText(`load.${format}`, await load.getState().reportText(format)),
    })),
  ];
}
