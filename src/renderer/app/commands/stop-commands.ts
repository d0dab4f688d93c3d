/** Commands that end runs. */
import type { AppContext } from '../../context/app-context.ts';
import type { Command } from '../../context/commands/command.ts';

type Stores = Omit<AppContext, 'commands'>;

export function stopCommands(stores: Stores): Command[] {
  const { runs } = stores;
  return [
    {
      id: 'stop',
      label: 'Stop the run',
      keys: 'Mod+.',
      keysInDialogs: true,
      unavailable: () => (runToStop(stores) === undefined ? 'Nothing that is shown here is running.' : undefined),
      run: () => runs.getState().stop(runToStop(stores)),
    },
    {
      id: 'stop-all',
      label: 'Stop all runs',
      unavailable: () => (runs.getState().active.length === 0 ? 'No run is under way.' : undefined),
      run: () => runs.getState().stopAll(),
    },
  ];
}

/** While a question covers the window, the run that asks. */
const runToStop = (stores: Stores): string | undefined => askingRun(stores) ?? shownRun(stores);

function askingRun({ consent }: Stores): string | undefined {
  const { questions, vaultQuestions } = consent.getState();
  return questions[0]?.caller.runId ?? vaultQuestions[0]?.runId;
}

/** The id of the run that the shown tab or view has started; where none is started, of the one that began last. */
function shownRun({ app, requests, scripts, programs, load, runs }: Stores): string | undefined {
  const { of, active } = runs.getState();
  switch (app.getState().view) {
    case 'requests':
      return of(`request ${requests.getState().activeId ?? ''}`);
    case 'scripts':
      return of(`script ${scripts.getState().activePath ?? ''}`);
    case 'programs':
      return of(`program ${programs.getState().selected ?? ''}`);
    case 'runner':
      return of(load.getState().isShown ? 'load' : 'runner');
    default:
      return active.at(-1)?.runId;
  }
}
