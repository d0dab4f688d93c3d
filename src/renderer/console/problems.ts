import { isStop } from '../../contract/errors.ts';
import type { RunEntry, RunState } from '../../contract/runs/fold-run.ts';

/** Whether an entry of the console is a problem; warnings, and what the person has stopped, are not. */
export function isProblem(entry: RunEntry): boolean {
  if (entry.kind === 'program') return isFailure(entry.finished?.failure);
  const { event } = entry;
  switch (event.type) {
    case 'console':
      return event.level === 'error';
    case 'test':
      return event.state === 'failed';
    case 'script.error':
      return !isStop(event.error);
    case 'program.refused':
    case 'request.answered':
      return isFailure(event.failure);
    case 'script.request':
      return event.failure !== undefined;
    case 'request.started':
      return false;
  }
}

const isFailure = (failure: { code: string } | undefined): boolean => failure !== undefined && !isStop(failure);

/** Cached for each state of a run: only the current run is counted again. */
const counts = new WeakMap<RunState, number>();

/** A call that has failed, and the error that its script or test ended with for that reason, are one problem. */
function countProblems(entries: readonly RunEntry[]): number {
  /** Messages of failed calls whose error has not ended a script or test yet. */
  const failedCalls: string[] = [];
  let count = 0;
  for (const entry of entries) {
    if (!isProblem(entry)) continue;
    const event = entry.kind === 'program' ? entry.finished : entry.event;
    const cause = event && 'error' in event ? failedCalls.indexOf(event.error?.message ?? '') : -1;
    if (cause >= 0) failedCalls.splice(cause, 1);
    else count += 1;
    if (event && 'failure' in event && event.failure !== undefined)
      failedCalls.push(typeof event.failure === 'string' ? event.failure : event.failure.message);
  }
  return count;
}

/** The number of problems in the console. */
export function problems({ runs }: { runs: readonly RunState[] }): number {
  let total = 0;
  for (const run of runs) {
    let count = counts.get(run);
    if (count === undefined) {
      count = countProblems(run.entries);
      counts.set(run, count);
    }
    total += count;
  }
  return total;
}
