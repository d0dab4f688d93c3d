import type { AppContext } from '../context/app-context.ts';
import type { Command } from '../context/commands/command.ts';

/** Commands for the programs directory. */
export function programCommands({ app, programs }: Pick<AppContext, 'app' | 'programs'>): Command[] {
  return [
    {
      id: 'change-programs-directory',
      label: 'Change the programs directory…',
      icon: 'open-folder',
      run: () => programs.getState().changeDirectory(),
    },
    {
      id: 'show-programs-directory',
      label: 'Show the programs directory in the file manager',
      unavailable: () => (app.getState().capabilities.openFolder ? undefined : 'A browser cannot show folders.'),
      run: () => programs.getState().showDirectory(),
    },
    {
      id: 'check-interpreters',
      label: 'Detect interpreters again',
      run: () => programs.getState().checkAgain(),
    },
  ];
}
