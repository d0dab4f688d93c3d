/** Turns the reports of one script into events of its run, and counts the results that determine its outcome. */
import { consoleText } from '../../../contract/scripts/console-value.ts';
import type { GuestError } from '../../../contract/scripts/guest-contract.ts';
import { MAX_OUTPUT_BYTES } from '../../../contract/scripts/guest-operations.ts';
import type { RunEventBody, RunOutcome, ScriptError, ScriptPlace } from '../../../contract/runs/run-event.ts';
import { codeFrame } from './code-frame.ts';
import type { ReportFrame } from './report-limits.ts';
import { createTestOrder, type TestOrder, type TestResult } from './test-order.ts';

export interface ScriptEvents {
  onEvent: (frame: ReportFrame) => void;
  onOverflow: () => void;
  /** Reports an error with the lines of the source around it. */
  reportError(error: GuestError): void;
  /** Writes a message of Outrigger to the console. */
  log(level: 'warn' | 'error', text: string): void;
  /** Reports the results that wait for an earlier test; called when the script has ended, in whatever way. */
  flush(): void;
  /** The outcome of a script that has ended by itself. */
  outcome(): RunOutcome;
}

export interface ScriptEventOptions {
  source: string;
  /** Where the script is edited. */
  place: ScriptPlace | undefined;
  emit: (event: RunEventBody) => void;
}

export function createScriptEvents({ source, place, emit }: ScriptEventOptions): ScriptEvents {
  let failedTests = 0;
  let hasErrors = false;
  const withCode = (error: GuestError): ScriptError => ({
    ...error,
    ...(error.line ? { frame: codeFrame(source, error.line, error.column) } : {}),
  });
  const scriptOf = () => (place ? { script: place } : {});
  /** Of a script that has tests. */
  let tests: TestOrder | undefined;
  const log = (level: 'warn' | 'error', text: string) => emit({ type: 'console', level, text, from: 'outrigger' });
  const reportError = (error: GuestError) => {
    hasErrors = true;
    emit({ type: 'script.error', error: withCode(error), ...scriptOf() });
  };
  const reportTest = ({ name, state, error }: TestResult) => {
    if (state === 'failed') failedTests += 1;
    emit({ type: 'test', name, state, ...(error ? { error: withCode(error), ...scriptOf() } : {}) });
  };
  return {
    reportError,
    log,
    flush: () => tests?.flush(),
    onOverflow: () =>
      log(
        'warn',
        `The script has written more than ${MAX_OUTPUT_BYTES / 1024 / 1024} MB to the console; the rest of its output is not shown.`,
      ),
    onEvent(frame) {
      if (frame.t === 'clear') return emit({ type: 'console.cleared' });
      if (frame.t === 'console') return emit(consoleEvent(frame));
      if (frame.t === 'error') return reportError(frame.error);
      tests ??= createTestOrder(reportTest);
      tests.add(frame);
    },
    outcome() {
      if (hasErrors) return 'error';
      return failedTests > 0 ? 'failed' : 'passed';
    },
  };
}

function consoleEvent(frame: Extract<ReportFrame, { t: 'console' }>): RunEventBody {
  const { level, text, values, depth, line, fromSandbox } = frame;
  return {
    type: 'console',
    level,
    text: text ?? (values ?? []).map(consoleText).join(' '),
    from: fromSandbox ? 'outrigger' : 'script',
    ...(values ? { values } : {}),
    ...(depth ? { depth } : {}),
    ...(line ? { line } : {}),
  };
}
