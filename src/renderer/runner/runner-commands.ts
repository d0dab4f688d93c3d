import type { ReportFormat } from '../../contract/runs/report-formats.ts';
import type { AppContext } from '../context/app-context.ts';
import type { Command } from '../context/commands/command.ts';
import { noSecondDebugging } from '../context/no-second-debugging.ts';
import { saveText } from '../ui/save-text.ts';
import { NO_DEBUGGING_ON_QUEUE } from './queue/queue-state.ts';

const formats: readonly { format: ReportFormat; label: string; extension: string }[] = [
  { format: 'html', label: 'HTML', extension: 'html' },
  { format: 'junit', label: 'JUnit (XML)', extension: 'xml' },
  { format: 'json', label: 'JSON', extension: 'json' },
];

type Stores = Pick<AppContext, 'app' | 'runner' | 'runs' | 'queue'>;

/** Commands for runs. The target of a report command is the number of a run; without it, the shown run. */
export function runnerCommands({ app, runner, runs, queue }: Stores): Command[] {
  const runOf = (target?: string) => (target === undefined ? runner.getState().shownId : Number(target));
  const unavailable = () => {
    if (runs.getState().of('runner') !== undefined) return 'A run of the runner is under way.';
    return runner.getState().toRun().length === 0 ? 'No request is chosen in the runner.' : undefined;
  };
  return [
    {
      id: 'start-run',
      label: 'Run the selected requests',
      icon: 'run',
      keywords: 'runner collection',
      unavailable,
      run() {
        app.getState().show('runner');
        return queue.getState().startRun();
      },
    },
    {
      id: 'debug-run',
      label: 'Debug the selected requests',
      icon: 'debug',
      keywords: 'runner collection breakpoint',
      unavailable() {
        if (queue.getState().settings.on) return NO_DEBUGGING_ON_QUEUE;
        return unavailable() ?? noSecondDebugging(runs);
      },
      run() {
        app.getState().show('runner');
        return runner.getState().start({ debugged: true });
      },
    },
    ...formats.map(({ format, label, extension }): Command => ({
      id: `report-${format}`,
      label: `Save the run report as ${label}`,
      menuLabel: label,
      icon: 'export',
      unavailable: (target) => (runOf(target) === undefined ? 'No past run is shown in the runner.' : undefined),
      async run(target) {
        const id = runOf(target);
        if (id !== undefined) saveText(`run-${id}.${extension}`, await runner.getState().report(id, format));
      },
    })),
  ];
}
