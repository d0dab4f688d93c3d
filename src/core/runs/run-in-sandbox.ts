/**
 * Runs one script in one sandbox process, with its limits: time, memory, output, tests. Its calls go to `calls`; the sandbox process lets
 * through only what belongs to this script.
 */
import {
  EVENT_BYTES,
  MAX_OUTPUT_BYTES,
  MAX_REPORTED_ERRORS,
  MAX_VALUES_SENT,
  scopeNames,
} from '../../contract/guest-operations.ts';
import type { ScriptContext } from '../../contract/script-context.ts';
import type { GuestContext } from '../../contract/to-guest.ts';
import type { ScriptCalls } from '../guest/script-calls.ts';
import type { SandboxProcess } from '../sandbox-process/sandbox-process.ts';
import type { GuestFrame } from '../sandbox-process/served-script.ts';
import { residentBytes } from '../processes/process-memory.ts';
import { startScriptTime } from './script-time.ts';

const MAX_RESIDENT_BYTES = 1024 * 1024 * 1024;
const MEMORY_POLL_MS = 100;
/** A trivial script never needs to be looked at. */
const MEMORY_AFTER_MS = 200;
/** Results of tests are never dropped: a script that has more of them is ended. */
export const MAX_TESTS = 100_000;
const MAX_TEST_BYTES = 64 * 1024 * 1024;

export interface SandboxJob {
  name: string;
  source: string;
  context: ScriptContext;
  timeoutMs?: number | undefined;
  /** Without `timeoutMs`: milliseconds that it may take without the host; see script-time.ts. */
  ownTimeMs?: number | undefined;
  calls: ScriptCalls;
  onEvent: (frame: Extract<GuestFrame, { t: 'console' | 'test' | 'error' | 'clear' }>) => void;
  /** Called once, when the script has used up its output: what it writes from then on is dropped. */
  onOverflow: () => void;
}

/** What a script has left behind; see the frame `done`. */
export type ScriptEnd = Pick<
  Extract<GuestFrame, { t: 'done' }>,
  'error' | 'scopes' | 'request' | 'requestSettings' | 'skipRequest' | 'nextRequest' | 'visualization'
>;
export type SandboxOutcome =
  ({ ended: 'done' } & ScriptEnd) | { ended: 'timeout' | 'stopped' } | { ended: 'crashed'; reason: string };

/** Settles when the script has ended or its process is gone; never rejects. */
export async function runInSandbox(
  sandboxProcess: SandboxProcess,
  job: SandboxJob,
  signal: AbortSignal,
): Promise<SandboxOutcome> {
  const result = Promise.withResolvers<SandboxOutcome>();
  let outputBytes = 0;
  let overflowed = false;
  let [tests, testBytes, errors] = [0, 0, 0];

  const script = sandboxProcess.serve({
    onFrame(frame, bytes) {
      switch (frame.t) {
        case 'done':
          return result.resolve({ ...frame, ended: 'done' });
        case 'call': {
          time.called();
          const violation = job.calls.call(frame, bytes, answering);
          if (violation !== undefined) sandboxProcess.kill(violation);
          return;
        }
        case 'test':
          tests += 1;
          testBytes += bytes;
          if (tests > MAX_TESTS || testBytes > MAX_TEST_BYTES) return crash(tooManyTests(tests));
          return job.onEvent(frame);
        case 'error':
          errors += 1;
          if (errors > MAX_REPORTED_ERRORS) return crash(`it reported more than ${MAX_REPORTED_ERRORS} errors`);
          return job.onEvent(frame);
        default:
          outputBytes += bytes + EVENT_BYTES;
          if (outputBytes <= MAX_OUTPUT_BYTES) return job.onEvent(frame);
          if (!overflowed) job.onOverflow();
          overflowed = true;
      }
    },
    async onSyncCall(call) {
      time.called();
      try {
        return await job.calls.callSync(call);
      } finally {
        time.answered();
      }
    },
  });
  const answering = {
    ...script,
    reply(...answer: Parameters<typeof script.reply>) {
      script.reply(...answer);
      time.answered();
    },
  };

  const end = (outcome: SandboxOutcome, reason: string) => {
    result.resolve(outcome);
    sandboxProcess.kill(reason);
  };
  const crash = (reason: string) => end({ ended: 'crashed', reason }, reason);
  const stop = () => end({ ended: 'stopped' }, 'the script was stopped');
  // No time limit while debugging: a person may look at a stopped script for any time.
  const time = startScriptTime({
    limitMs: sandboxProcess.inspector ? Infinity : job.timeoutMs,
    ownTimeMs: job.ownTimeMs,
    onExceeded: () => end({ ended: 'timeout' }, 'the script took too long'),
  });
  const memory = watchMemory(sandboxProcess, (bytes) => {
    crash(
      `it used ${Math.round(bytes / 1024 / 1024)} MB of memory, and ${MAX_RESIDENT_BYTES / 1024 / 1024} MB are allowed`,
    );
  });
  signal.addEventListener('abort', stop, { once: true });
  const forget = sandboxProcess.onGone((reason) => result.resolve({ ended: 'crashed', reason }));

  if (signal.aborted) stop();
  else script.start({ name: job.name, source: job.source, context: sendable(job.context) });
  const outcome = await result.promise;
  time.stop();
  memory.stop();
  signal.removeEventListener('abort', stop);
  forget();
  return outcome;
}

function tooManyTests(count: number): string {
  const limit = count > MAX_TESTS ? `${MAX_TESTS} tests` : `${MAX_TEST_BYTES / 1024 / 1024} MB of test results`;
  return `it reported more than ${limit}; put several checks into one test`;
}

/** Without the scopes that have very many values: those are asked for by name. */
function sendable(context: ScriptContext): GuestContext {
  const scopes = { ...context.scopes } as GuestContext['scopes'];
  for (const scope of scopeNames) {
    const { name, values } = context.scopes[scope];
    if (hasMoreThan(values, MAX_VALUES_SENT)) scopes[scope] = name === undefined ? {} : { name };
  }
  return { ...context, scopes };
}
function hasMoreThan(values: Record<string, unknown>, limit: number): boolean {
  let count = 0;
  for (const name in values) if (Object.hasOwn(values, name) && ++count > limit) return true;
  return false;
}

function watchMemory(sandboxProcess: SandboxProcess, onTooMuch: (bytes: number) => void): { stop(): void } {
  let stopped = false;
  const look = async () => {
    const bytes = sandboxProcess.pid === undefined ? undefined : await residentBytes(sandboxProcess.pid);
    if (stopped) return;
    if (bytes !== undefined && bytes > MAX_RESIDENT_BYTES) onTooMuch(bytes);
    else timer = setTimeout(() => void look(), MEMORY_POLL_MS);
  };
  let timer = setTimeout(() => void look(), MEMORY_AFTER_MS);
  return {
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
