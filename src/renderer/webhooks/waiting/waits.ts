import type { RunState } from '../../../contract/runs/fold-run.ts';
import type { RunStore } from '../../console/run-store.ts';

export const MAX_SHOWN_WAITS = 3;

/** The runs under way whose scripts wait for notifications. */
export const waitingRuns = ({ runs, active }: Pick<RunStore, 'runs' | 'active'>): RunState[] =>
  runs.filter(({ runId, waits }) => waits.length > 0 && active.some((one) => one.runId === runId));
