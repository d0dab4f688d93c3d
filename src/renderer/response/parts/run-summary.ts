/** Summarises the tests and scripts of a run in a few words, for the chip beside the status of a response. */
import type { RunState } from '../../../contract/runs/fold-run.ts';
import type { RunEventOf } from '../../../contract/runs/run-event.ts';

export interface RunSummary {
  text: string;
  state: 'failed' | 'passed' | 'neutral';
  /** The target of a click: the script that threw, the tests, or the console, which has the reason. */
  target: { kind: 'script'; event: RunEventOf<'script.error'> } | { kind: 'tests' } | { kind: 'console' };
}

const tests = (count: number) => `${count} ${count === 1 ? 'test' : 'tests'}`;

/** Undefined for a run that has neither tests nor errors, or that is under way and has none yet. */
export function summarizeRun({
  tests: { passed, failed, skipped },
  scriptErrors,
  status,
}: RunState): RunSummary | undefined {
  const { count, first } = scriptErrors;
  const total = passed + failed + skipped;
  if (first) {
    const scripts = count === 1 ? 'Script failed' : `${count} scripts failed`;
    const text = failed > 0 ? `${scripts}, ${tests(failed)} failed` : scripts;
    return { text, state: 'failed', target: { kind: 'script', event: first } };
  }
  // If a script was ended, or a request that it has run failed, there is no error of a script: the console has the
  // reason.
  if (status === 'timeout' || status === 'error') {
    const text = status === 'timeout' ? 'Script timed out' : 'Failed: see console';
    return { text, state: 'failed', target: { kind: 'console' } };
  }
  if (failed > 0) return { text: `${tests(failed)} failed`, state: 'failed', target: { kind: 'tests' } };
  if (passed > 0) {
    const text = skipped > 0 ? `${tests(passed)} passed, ${skipped} skipped` : `${tests(passed)} passed`;
    return { text, state: 'passed', target: { kind: 'tests' } };
  }
  if (total > 0) return { text: `${tests(skipped)} skipped`, state: 'neutral', target: { kind: 'tests' } };
  return status === 'running' ? undefined : { text: 'No tests', state: 'neutral', target: { kind: 'tests' } };
}
