/**
 * One script, top to bottom: sandbox process -> calls of programs, requests, variables -> events of the run it is part of.
 * Nothing that it started is alive when it has ended.
 */
import { consoleText } from '../../contract/console-value.ts';
import { toFailure } from '../../contract/errors.ts';
import { MAX_OUTPUT_BYTES } from '../../contract/guest-operations.ts';
import type { GuestError } from '../../contract/guest-contract.ts';
import type { RunEventBody, RunOutcome, ScriptError, ScriptPlace } from '../../contract/run-event.ts';
import type { ScriptContext } from '../../contract/script-context.ts';
import { nameInStacks } from '../../contract/script-name.ts';
import type { Bodies } from '../guest/bodies.ts';
import { createGuestHandlers } from '../guest/guest-api.ts';
import type { GuestEnvironment, NextCallId } from '../guest/guest-environment.ts';
import type { RunOtherRequest } from '../guest/resources.ts';
import { createScriptCalls } from '../guest/script-calls.ts';
import type { SandboxSource } from '../sandbox-process/sandbox-pool.ts';
import type { SandboxProcess } from '../sandbox-process/sandbox-process.ts';
import { codeFrame } from './code-frame.ts';
import { DEFAULT_OWN_TIME_MS } from './script-time.ts';
import { runInSandbox, type ScriptEnd, type SandboxOutcome } from './run-in-sandbox.ts';

export interface ScriptJob {
  /** Shown in the console and in stacks. */
  name: string;
  source: string;
  /** Where it is edited; left out for a file of its own. */
  place?: ScriptPlace | undefined;
  context: ScriptContext;
  /** Bodies of responses; the one that `context.response` names is among them. */
  bodies: Bodies;
  /** Milliseconds for the whole script. */
  timeoutMs?: number | undefined;
  /** Without a limit: milliseconds that it may take without the host; see script-time.ts. */
  ownTimeMs?: number | undefined;
}

export interface RunDependencies extends Pick<GuestEnvironment, 'programs' | 'reaper' | 'resources'> {
  sandboxes: SandboxSource;
  /** For scripts whose job has no limit of its own. */
  scriptTimeoutMs?: number | undefined;
}

/** The run that a script is part of. */
export interface InRun {
  emit: (event: RunEventBody) => void;
  nextCallId: NextCallId;
  /** Number of the request whose scripts run; left out: a script alone. */
  number?: number;
  /** How many scripts wait for this one, because each has run a request of the next; left out: none. */
  depth?: number;
  /** For pm.execution.runRequest; left out where there is no collection. */
  runRequest?: RunOtherRequest;
}

export interface ScriptResult {
  outcome: RunOutcome;
  /** What it left behind; absent when it did not come to an end of its own. */
  scriptEnd?: ScriptEnd;
}

/** Never rejects. Aborting is Stop. */
export async function executeScript(
  job: ScriptJob,
  { sandboxes, programs, reaper, resources, scriptTimeoutMs }: RunDependencies,
  run: InRun,
  signal: AbortSignal,
): Promise<ScriptResult> {
  const { source, timeoutMs = scriptTimeoutMs, ownTimeMs = DEFAULT_OWN_TIME_MS } = job;
  const { emit } = run;
  let failedTests = 0;
  let hasErrors = false;
  const scriptError = (error: GuestError): ScriptError => ({
    ...error,
    ...(error.line ? { frame: codeFrame(source, error.line, error.column) } : {}),
  });
  const emitError = (error: GuestError) => {
    hasErrors = true;
    emit({ type: 'script.error', error: scriptError(error), ...(job.place ? { script: job.place } : {}) });
  };
  const speak = (level: 'warn' | 'error', text: string) => emit({ type: 'console', level, text, from: 'outrigger' });

  const { nextCallId, runRequest, depth = 0 } = run;
  const { bodies, context } = job;
  const calls = createScriptCalls(
    (ended) =>
      createGuestHandlers(
        {
          ...{ resources, programs, reaper, scopes: context.scopes, bodies, runRequest, emit, nextCallId },
          stopped: () => sandboxProcess?.stopped,
        },
        ended,
      ),
    signal,
  );
  const name = nameInStacks(job.name);
  const script = { name, place: job.place, lines: source.split('\n').length };
  let sandboxProcess: SandboxProcess | undefined;
  let outcome: SandboxOutcome;
  try {
    sandboxProcess = await sandboxes.take(signal, { depth, script });
    outcome = await runInSandbox(
      sandboxProcess,
      {
        name,
        source,
        context,
        calls,
        timeoutMs,
        ownTimeMs,
        onOverflow: () =>
          speak(
            'warn',
            `The script has written more than ${MAX_OUTPUT_BYTES / 1024 / 1024} MB to the console; the rest of its output is not shown.`,
          ),
        onEvent(frame) {
          if (frame.t === 'clear') return emit({ type: 'console.cleared' });
          if (frame.t === 'console') {
            const { level, text, values, depth, line } = frame;
            return emit({
              type: 'console',
              level,
              text: text ?? (values ?? []).map(consoleText).join(' '),
              from: 'script',
              ...(values ? { values } : {}),
              ...(depth ? { depth } : {}),
              ...(line ? { line } : {}),
            });
          }
          if (frame.t === 'error') return emitError(frame.error);
          if (frame.state === 'failed') failedTests += 1;
          const { name, state, error } = frame;
          emit({ type: 'test', name, state, ...(error ? { error: scriptError(error) } : {}) });
        },
      },
      signal,
    );
  } catch (error) {
    const { message, remedy } = toFailure(error);
    outcome = signal.aborted ? { ended: 'stopped' } : { ended: 'crashed', reason: `${message} ${remedy}` };
  }
  await calls.end();
  if (sandboxProcess) sandboxes.giveBack(sandboxProcess, depth);

  if (outcome.ended === 'timeout') speak('error', tookTooLong(timeoutMs, ownTimeMs));
  if (outcome.ended === 'crashed') speak('error', `The script was ended: ${outcome.reason}`);
  if (outcome.ended !== 'done') return { outcome: outcome.ended === 'crashed' ? 'error' : outcome.ended };
  if (outcome.visualization !== undefined) emit({ type: 'visualization', html: outcome.visualization });
  if (outcome.error) emitError(outcome.error);
  return { outcome: hasErrors ? 'error' : failedTests > 0 ? 'failed' : 'passed', scriptEnd: outcome };
}

const tookTooLong = (timeoutMs: number | undefined, ownTimeMs: number): string =>
  timeoutMs === undefined
    ? `The script was ended (timeout): it ran for ${ownTimeMs / 1000} seconds without a program, a request or a webhook. A script timeout, in the settings or as --timeout-script, gives it more time.`
    : `The script was ended after ${timeoutMs} ms (timeout).`;
