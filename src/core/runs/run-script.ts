/**
 * A run, top to bottom: script -> slot -> calls of programs -> one ordered stream of events.
 */
import type { GuestError } from '../../contract/guest-contract.ts';
import { toFailure } from '../../contract/errors.ts';
import type { RunEvent, RunEventBody, RunOutcome, ScriptError } from '../../contract/run-event.ts';
import { callProgram, type ProgramContext } from '../programs/call-program.ts';
import { programGroups } from '../programs/program-groups.ts';
import type { Reaper } from '../programs/reaper.ts';
import type { SlotPool } from '../slots/slot-pool.ts';
import type { Slot } from '../slots/slot.ts';
import { codeFrame } from './code-frame.ts';
import { runInSlot, type SlotOutcome } from './run-in-slot.ts';

export interface RunRequest {
  runId: string;
  /** Shown in the console and in stacks. */
  scriptName: string;
  source: string;
  /** Initial values of pm.variables. */
  variables?: Record<string, unknown>;
  timeoutMs?: number | undefined;
}

export interface RunDependencies {
  slots: SlotPool;
  programs: Omit<ProgramContext, 'emit' | 'groups' | 'nextCallId'>;
  reaper: Reaper;
  onEvent: (event: RunEvent) => void;
}

/** Settles when the run has ended and nothing that it started is alive; never rejects. Aborting is Stop. */
export async function runScript(
  request: RunRequest,
  dependencies: RunDependencies,
  signal: AbortSignal,
): Promise<RunOutcome> {
  const { runId, source } = request;
  const began = performance.now();
  let seq = 0;
  let failedTests = 0;
  let lastCallId = 0;
  const emit = (body: RunEventBody) =>
    dependencies.onEvent({ ...body, runId, seq: seq++, at: new Date().toISOString() });
  const scriptError = (error: GuestError): ScriptError => ({
    ...error,
    ...(error.line ? { frame: codeFrame(source, error.line, error.column) } : {}),
  });
  const speak = (level: 'warn' | 'error', text: string) => emit({ type: 'console', level, text, from: 'outrigger' });

  // Programs still running when the script has ended for whatever reason are ended with it.
  const ending = new AbortController();
  const programSignal = AbortSignal.any([signal, ending.signal]);
  const groups = programGroups(dependencies.reaper);
  const context: ProgramContext = {
    ...dependencies.programs,
    emit,
    groups,
    nextCallId: () => ++lastCallId,
  };
  const calls = new Set<Promise<unknown>>();

  emit({ type: 'run.started', scriptName: request.scriptName });
  let slot: Slot | undefined;
  let outcome: SlotOutcome;
  try {
    slot = await dependencies.slots.take(signal);
    outcome = await runInSlot(
      slot,
      {
        name: safeName(request.scriptName),
        source,
        variables: request.variables ?? {},
        timeoutMs: request.timeoutMs,
        onOverflow: () => speak('warn', 'The script wrote too many lines; the rest of this run is not shown.'),
        onEvent(frame) {
          if (frame.t === 'console') {
            const { level, text, line } = frame;
            return emit({ type: 'console', level, text, from: 'script', ...(line ? { line } : {}) });
          }
          if (frame.state === 'failed') failedTests += 1;
          const { name, state, error } = frame;
          emit({ type: 'test', name, state, ...(error ? { error: scriptError(error) } : {}) });
        },
        onCall(method, call) {
          const via = method === 'programs.execute' ? 'execute' : 'executeAsync';
          const reply = callProgram(context, via, call, programSignal);
          calls.add(reply);
          void reply.finally(() => calls.delete(reply));
          return reply;
        },
      },
      signal,
    );
  } catch (error) {
    const { message, remedy } = toFailure(error);
    outcome = signal.aborted ? { ended: 'stopped' } : { ended: 'crashed', reason: `${message} ${remedy}` };
  }
  ending.abort();
  await Promise.all(calls);
  await groups.endAll();
  if (slot) dependencies.slots.giveBack(slot);

  if (outcome.ended === 'done' && outcome.error) emit({ type: 'script.error', error: scriptError(outcome.error) });
  if (outcome.ended === 'timeout') speak('error', `The script was ended after ${request.timeoutMs} ms (timeout).`);
  if (outcome.ended === 'crashed') speak('error', `The script was ended: ${outcome.reason}`);
  const verdict = verdictOf(outcome, failedTests);
  emit({ type: 'run.finished', outcome: verdict, durationMs: performance.now() - began });
  return verdict;
}

function verdictOf(outcome: SlotOutcome, failedTests: number): RunOutcome {
  if (outcome.ended === 'crashed') return 'error';
  if (outcome.ended !== 'done') return outcome.ended;
  if (outcome.error) return 'error';
  return failedTests > 0 ? 'failed' : 'passed';
}

/** The name stands in a `sourceURL` comment and in stack lines, so it must be one word. */
function safeName(name: string): string {
  return name.replace(/[\s()]+/g, '_') || 'script.js';
}
