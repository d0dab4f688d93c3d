import type { WebhookWait } from '../../contract/runs/fold-run.ts';
import type { RunStore } from '../console/run-store.ts';

export const MAX_SHOWN_WAITS = 3;
const NO_WAITS: readonly WebhookWait[] = [];

/** The waits of the current run's scripts. */
export function waitsOf({ runs, current }: Pick<RunStore, 'runs' | 'current'>): readonly WebhookWait[] {
  return runs.find(({ runId }) => runId === current)?.waits ?? NO_WAITS;
}
