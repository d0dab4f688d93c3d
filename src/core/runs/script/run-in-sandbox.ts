/**
 * Runs one script in one sandbox process, with its limits: time, memory, output, tests. Its calls are passed to
 * `calls`; the sandbox process has already refused data that does not belong to this script.
 */
import { MAX_VALUES_SENT, scopeNames } from '../../../contract/scripts/guest-operations.ts';
import type { ScriptContext } from '../../../contract/scripts/script-context.ts';
import type { GuestContext } from '../../../contract/scripts/to-guest.ts';
import type { CallAnswers, ScriptCalls } from '../../guest/script-calls.ts';
import { onAbort } from '../../platform/on-abort.ts';
import type { SandboxProcess } from '../../sandbox-process/sandbox-process.ts';
import type { GuestFrame } from '../../sandbox-process/served-script.ts';
import { watchMemory } from '../../processes/memory-limit.ts';
import { createReportLimits, type ReportFrame } from './report-limits.ts';
import { startScriptTime } from './script-time.ts';
import { usesSugar } from './uses-sugar.ts';

export interface SandboxJob {
  name: string;
  source: string;
  context: ScriptContext;
  timeoutMs?: number | undefined;
  /** Without `timeoutMs`: milliseconds without a call of the host; see script-time.ts. */
  ownTimeMs?: number | undefined;
  calls: ScriptCalls;
  onEvent: (frame: ReportFrame) => void;
  /** Called once, when the script has used up its output; later output is dropped. */
  onOverflow: () => void;
}

/** The state at the end of a script; see the frame `done`. */
export type ScriptEnd = Pick<
  Extract<GuestFrame, { t: 'done' }>,
  | 'error'
  | 'scopes'
  | 'request'
  | 'requestSettings'
  | 'carried'
  | 'skipRequest'
  | 'nextRequest'
  | 'visualization'
  | 'legacyNames'
>;
export type SandboxOutcome =
  | ({ ended: 'done' } & ScriptEnd)
  | { ended: 'timeout' | 'stopped' }
  | { ended: 'crashed'; reason: string };

/** Settles when the script has ended or its process is gone; never rejects. */
export async function runInSandbox(
  sandboxProcess: SandboxProcess,
  job: SandboxJob,
  signal: AbortSignal,
): Promise<SandboxOutcome> {
  const result = Promise.withResolvers<SandboxOutcome>();
  const end = (outcome: SandboxOutcome, reason: string) => {
    result.resolve(outcome);
    sandboxProcess.kill(reason);
  };
  const crash = (reason: string) => end({ ended: 'crashed', reason }, reason);
  const stop = () => end({ ended: 'stopped' }, 'the script was stopped');
  const report = createReportLimits({ onEvent: job.onEvent, onOverflow: job.onOverflow, crash });

  const script = sandboxProcess.serve({
    onFrame(frame, bytes) {
      if (frame.t === 'done') return result.resolve({ ...frame, ended: 'done' });
      if (frame.t !== 'call') return report(frame, bytes);
      time.onCall();
      const violation = job.calls.call(frame, bytes, answers);
      if (violation !== undefined) sandboxProcess.kill(violation);
    },
    async onSyncCall(call) {
      time.onCall();
      try {
        return await job.calls.callSync(call);
      } finally {
        time.onAnswer();
      }
    },
  });
  const answers: CallAnswers = {
    reply(id, reply) {
      script.reply(id, reply);
      time.onAnswer();
    },
    replyPiece: script.replyPiece,
  };
  // No timeout while debugging: a script may be stopped for any time.
  const time = startScriptTime({
    limitMs: sandboxProcess.inspector ? Infinity : job.timeoutMs,
    ownTimeMs: job.ownTimeMs,
    onExceeded: () => end({ ended: 'timeout' }, 'the script took too long'),
  });
  const memory = watchMemory(sandboxProcess.pid, crash);
  const removeAbort = onAbort(signal, stop);
  const removeListener = sandboxProcess.onGone((reason) => result.resolve({ ended: 'crashed', reason }));

  if (signal.aborted) stop();
  else {
    const { name, source } = job;
    script.start({ name, source, context: sendable(job.context), ...(usesSugar(source) ? { sugar: true } : {}) });
  }
  const outcome = await result.promise;
  time.stop();
  memory.stop();
  removeAbort();
  removeListener();
  return outcome;
}

/**
 * What is sent to a script: without members that are empty, which would be read for each script, and without the values
 * of scopes that have very many: the script asks for those by name.
 */
function sendable({ scopes, carried, requestSettings, cookies, ...context }: ScriptContext): GuestContext {
  const sent: GuestContext = { ...context, scopes: {} };
  for (const scope of scopeNames) {
    const { values, ...others } = scopes[scope];
    const count = Object.keys(values).length;
    if (count > MAX_VALUES_SENT) sent.scopes[scope] = others;
    else if (count > 0 || !isEmpty(others)) sent.scopes[scope] = scopes[scope];
  }
  if (carried && !isEmpty(carried)) sent.carried = carried;
  if (requestSettings && !isEmpty(requestSettings)) sent.requestSettings = requestSettings;
  if (cookies && cookies.length > 0) sent.cookies = cookies;
  return sent;
}
const isEmpty = (object: object): boolean => Object.keys(object).length === 0;
