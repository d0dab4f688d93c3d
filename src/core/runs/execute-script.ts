/**
 * One script, top to bottom: slot -> calls of programs, requests, variables -> events of the run it is part of.
 * Nothing that it started is alive when it has ended.
 */
import { consoleText } from '../../contract/console-value.ts';
import { toFailure } from '../../contract/errors.ts';
import type { GuestApi, GuestError } from '../../contract/guest-contract.ts';
import type { RunEventBody, RunOutcome, ScriptError } from '../../contract/run-event.ts';
import type { ScriptContext } from '../../contract/script-context.ts';
import { callProgram, type ProgramContext } from '../programs/call/call-program.ts';
import { programGroups } from '../processes/process-groups.ts';
import type { Reaper } from '../processes/reaper.ts';
import type { SlotPool } from '../sandbox-process/slot-pool.ts';
import type { Slot } from '../sandbox-process/slot.ts';
import { codeFrame } from './code-frame.ts';
import { createGuestApi, type Bodies, type GuestResources } from '../guest/guest-api.ts';
import { runInSlot, type ScriptEnd, type SlotOutcome } from './run-in-slot.ts';

export interface ScriptJob {
  /** Shown in the console and in stacks. */
  name: string;
  source: string;
  context: ScriptContext;
  /** Bodies of responses; the one that `context.response` names is among them. */
  bodies: Bodies;
  timeoutMs?: number | undefined;
}

export interface RunDependencies {
  slots: SlotPool;
  programs: Omit<ProgramContext, 'emit' | 'groups' | 'nextCallId'>;
  reaper: Reaper;
  resources: GuestResources;
}

export interface ScriptResult {
  outcome: RunOutcome;
  /** What it left behind; absent when it did not come to an end of its own. */
  left?: ScriptEnd;
}

/** Numbers the calls of programs, over all scripts of a run. */
export type NextCallId = () => number;

/** Never rejects. Aborting is Stop. */
export async function executeScript(
  job: ScriptJob,
  { slots, programs, reaper, resources }: RunDependencies,
  run: { emit: (event: RunEventBody) => void; nextCallId: NextCallId },
  signal: AbortSignal,
): Promise<ScriptResult> {
  const { source } = job;
  const { emit } = run;
  let failedTests = 0;
  const scriptError = (error: GuestError): ScriptError => ({
    ...error,
    ...(error.line ? { frame: codeFrame(source, error.line, error.column) } : {}),
  });
  const speak = (level: 'warn' | 'error', text: string) => emit({ type: 'console', level, text, from: 'outrigger' });

  let over = false;
  const createCalls = () => {
    const ending = new AbortController();
    // A process that was taken over may call after its end.
    if (over) ending.abort();
    const callSignal = AbortSignal.any([signal, ending.signal]);
    const groups = programGroups(reaper);
    const context: ProgramContext = { ...programs, emit, groups, nextCallId: run.nextCallId };
    const running = new Set<Promise<unknown>>();
    const tracked = <T>(work: Promise<T>): Promise<T> => {
      running.add(work);
      void work.finally(() => running.delete(work));
      return work;
    };
    const api: GuestApi = {
      ...createGuestApi(resources, { scopes: job.context.scopes, bodies: job.bodies, signal: callSignal, emit }),
      'programs.execute': (call) => tracked(callProgram(context, 'execute', call, callSignal)),
      'programs.executeAsync': (call, sendPiece) =>
        tracked(callProgram(context, 'executeAsync', call, callSignal, sendPiece)),
    };
    return {
      api,
      /** What is still under way when the script has ended for whatever reason is ended with it. */
      async end() {
        ending.abort();
        await Promise.all(running);
        await groups.endAll();
      },
    };
  };
  /** Made with the first call: most scripts make none. */
  let calls: ReturnType<typeof createCalls> | undefined;

  let slot: Slot | undefined;
  let outcome: SlotOutcome;
  try {
    slot = await slots.take(signal);
    outcome = await runInSlot(
      slot,
      {
        name: safeName(job.name),
        source,
        context: job.context,
        timeoutMs: job.timeoutMs,
        onOverflow: () => speak('warn', 'The script wrote too many lines; the rest of this run is not shown.'),
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
          if (frame.state === 'failed') failedTests += 1;
          const { name, state, error } = frame;
          emit({ type: 'test', name, state, ...(error ? { error: scriptError(error) } : {}) });
        },
        api: () => (calls ??= createCalls()).api,
      },
      signal,
    );
  } catch (error) {
    const { message, remedy } = toFailure(error);
    outcome = signal.aborted ? { ended: 'stopped' } : { ended: 'crashed', reason: `${message} ${remedy}` };
  }
  over = true;
  await calls?.end();
  if (slot) slots.giveBack(slot);

  if (outcome.ended === 'timeout') speak('error', `The script was ended after ${job.timeoutMs} ms (timeout).`);
  if (outcome.ended === 'crashed') speak('error', `The script was ended: ${outcome.reason}`);
  if (outcome.ended !== 'done') return { outcome: outcome.ended === 'crashed' ? 'error' : outcome.ended };
  if (outcome.visualization !== undefined) emit({ type: 'visualization', html: outcome.visualization });
  if (outcome.error) emit({ type: 'script.error', error: scriptError(outcome.error) });
  return { outcome: outcome.error ? 'error' : failedTests > 0 ? 'failed' : 'passed', left: outcome };
}

/** The name stands in a `sourceURL` comment and in stack lines, so it must be one word. */
function safeName(name: string): string {
  return name.replace(/[\s()]+/g, '_') || 'script.js';
}
