/**
 * Executes one script: in a sandbox process, with its program calls, requests and variables, and with the events of its
 * run. When it has ended, no process that it started is alive.
 */
import { textHere, toFailure } from '../../../contract/errors.ts';
import type { RunEventBody, RunOutcome, ScriptPlace } from '../../../contract/runs/run-event.ts';
import type { ScriptContext } from '../../../contract/scripts/script-context.ts';
import { nameInStacks } from '../../../contract/scripts/script-name.ts';
import type { Bodies } from '../../guest/bodies.ts';
import { createGuestHandlers } from '../../guest/guest-api.ts';
import type { GuestEnvironment, NextCallId } from '../../guest/guest-environment.ts';
import type { RunOtherRequest } from '../../guest/resources.ts';
import { createScriptCalls } from '../../guest/script-calls.ts';
import type { SandboxSource } from '../../sandbox-process/pool/sandbox-pool.ts';
import type { SandboxProcess } from '../../sandbox-process/sandbox-process.ts';
import { legacyWarnings } from './legacy-names.ts';
import { createScriptEvents } from './script-events.ts';
import { DEFAULT_OWN_TIME_MS } from './script-time.ts';
import { runInSandbox, type ScriptEnd, type SandboxOutcome } from './run-in-sandbox.ts';

export interface ScriptJob {
  /** The name in the console and in stacks. */
  name: string;
  source: string;
  /** Where the script is edited; absent for a script file. */
  place?: ScriptPlace | undefined;
  context: ScriptContext;
  /** Bodies of responses, including the one that `context.response` names. */
  bodies: Bodies;
  /** Milliseconds for the whole script. */
  timeoutMs?: number | undefined;
  /** Without `timeoutMs`: milliseconds without a call of the host; see script-time.ts. */
  ownTimeMs?: number | undefined;
}

export interface RunDependencies extends Pick<GuestEnvironment, 'programs' | 'reaper' | 'resources'> {
  sandboxes: SandboxSource;
  /** The timeout of scripts whose job has none. */
  scriptTimeoutMs?: number | undefined;
}

/** The run that a script is part of. */
export interface InRun {
  emit: (event: RunEventBody) => void;
  nextCallId: NextCallId;
  /** Deprecated names about which the run has warned already; absent for a single script. */
  warnedLegacyNames?: Set<string>;
  /** Number of the request whose scripts run; absent for a single script. */
  number?: number;
  /** The number of scripts that wait for this one, because each has run a request; absent: none. */
  depth?: number;
  /** Implements pm.execution.runRequest; absent without a collection. */
  runRequest?: RunOtherRequest;
}

export interface ScriptResult {
  outcome: RunOutcome;
  /** The state at its end; absent when it did not end by itself. */
  scriptEnd?: ScriptEnd;
}

/** Never rejects. Aborting stops the script. */
export async function executeScript(
  job: ScriptJob,
  { sandboxes, programs, reaper, resources, scriptTimeoutMs }: RunDependencies,
  run: InRun,
  signal: AbortSignal,
): Promise<ScriptResult> {
  const { source, place, bodies, context, timeoutMs = scriptTimeoutMs, ownTimeMs = DEFAULT_OWN_TIME_MS } = job;
  const { emit, nextCallId, runRequest, depth = 0 } = run;
  const events = createScriptEvents({ source, place, emit });
  const calls = createScriptCalls(
    (ended) =>
      createGuestHandlers(
        {
          resources,
          programs,
          caller: callerOf(job),
          reaper,
          scopes: context.scopes,
          bodies,
          runRequest,
          emit,
          nextCallId,
          lendTurn: sandboxes.lendTurn,
          stopped: () => sandboxProcess?.stopped,
        },
        ended,
      ),
    signal,
  );
  const name = nameInStacks(job.name);
  const script = { name, place, source };
  const { onEvent, onOverflow } = events;
  let sandboxProcess: SandboxProcess | undefined;
  let outcome: SandboxOutcome;
  try {
    sandboxProcess = await sandboxes.take(signal, { depth, script });
    outcome = await runInSandbox(
      sandboxProcess,
      { name, source, context, calls, timeoutMs, ownTimeMs, onOverflow, onEvent },
      signal,
    );
  } catch (error) {
    const { message, remedy } = toFailure(error);
    outcome = signal.aborted ? { ended: 'stopped' } : { ended: 'crashed', reason: `${message} ${remedy}` };
  }
  if (outcome.ended === 'done' && outcome.skipRequest) await calls.sent();
  await calls.end(outcome.ended === 'timeout' ? 'timeout' : undefined);
  events.flush();
  if (sandboxProcess) sandboxes.giveBack(sandboxProcess, depth);

  if (outcome.ended === 'timeout') events.log('error', tookTooLong(timeoutMs, ownTimeMs));
  if (outcome.ended === 'crashed') events.log('error', `The script was ended: ${outcome.reason}`);
  if (outcome.ended !== 'done') return { outcome: outcome.ended === 'crashed' ? 'error' : outcome.ended };
  for (const text of legacyWarnings(outcome.legacyNames ?? [], run.warnedLegacyNames ?? new Set()))
    events.log('warn', text);
  if (outcome.visualization !== undefined) emit({ type: 'visualization', html: outcome.visualization });
  if (outcome.error) events.reportError(outcome.error);
  return { outcome: events.outcome(), scriptEnd: outcome };
}

function callerOf({ name, context: { info, location, scriptOwner } }: ScriptJob): GuestEnvironment['caller'] {
  const kind = { prerequest: 'pre-request', test: 'post-response', script: 'script' } as const;
  return {
    script: name,
    request: location,
    kind: kind[info.eventName],
    ...(scriptOwner === undefined ? {} : { owner: scriptOwner }),
  };
}

const MORE_SCRIPT_TIME = {
  window: 'A script timeout in Settings > Timeouts gives it more time.',
  terminal: 'A script timeout, --timeout-script, gives it more time.',
};
const tookTooLong = (timeoutMs: number | undefined, ownTimeMs: number): string =>
  timeoutMs === undefined
    ? `The script was ended (timeout): it ran for ${ownTimeMs / 1000} seconds without a program, a request or a webhook. ${textHere(MORE_SCRIPT_TIME)}`
    : `The script was ended after ${timeoutMs} ms (timeout). Raise the script timeout, or let the script do less.`;
