import type { RunEntry, RunState } from '../../contract/fold-run.ts';

/** How many errors, failed tests and failed programs a run has had so far, of the entries that are still stored. */
export function countProblems(run: RunState | undefined): number {
  if (!run) return 0;
  const others = run.entries.filter((entry) => !isTest(entry) && isProblem(entry)).length;
  return run.tests.failed + others;
}

const isTest = (entry: RunEntry) => entry.kind === 'single' && entry.event.type === 'test';

function isProblem(entry: RunEntry): boolean {
  if (entry.kind === 'program') return entry.finished?.failure !== undefined;
  const { event } = entry;
  switch (event.type) {
    case 'console':
      return event.level === 'error';
    case 'test':
      return event.state === 'failed';
    case 'script.error':
    case 'program.refused':
      return true;
    case 'request.answered':
    case 'script.request':
      return event.failure !== undefined;
    case 'request.started':
      return false;
  }
}
