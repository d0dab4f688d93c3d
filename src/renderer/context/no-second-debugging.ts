import type { AppContext } from './app-context.ts';

/** Why no run can be debugged now: one run is stopped and shown at a time. */
export const noSecondDebugging = (runs: AppContext['runs']): string | undefined =>
  runs.getState().active.some(({ debugged }) => debugged) ? 'Another run is being debugged. Stop it first.' : undefined;
