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
      unavailable: () => (runToStop(stores) === undefined ? reasonOf(stores) : undefined),
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

/** While a question of a run covers the window, the only run under way can be stopped from every view. */
function runToStop(stores: Stores): string | undefined {
  const { active } = stores.runs.getState();
  return shownRun(stores) ?? (isAsking(stores) && active.length === 1 ? active[0]?.runId : undefined);
}

const isAsking = ({ consent }: Stores): boolean =>
  consent.getState().questions.length + consent.getState().vaultQuestions.length > 0;

const reasonOf = (stores: Stores): string =>
  isAsking(stores) && stores.runs.getState().active.length > 1
    ? 'Several runs are under way. Stop all of them in the dialog.'
    : 'Nothing that is shown here is running.';

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
