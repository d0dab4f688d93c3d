/** A run of a single script: its events from start to end, in order. */
import type { RunEvent, RunEventBody, RunOutcome } from '../../../contract/runs/run-event.ts';
import { loneContext, type ScopeStates } from '../../../contract/scripts/script-context.ts';
import { executeScript, type RunDependencies } from './execute-script.ts';
import { createBodies } from '../../guest/bodies.ts';

export interface RunRequest {
  runId: string;
  /** The name in the console and in stacks. */
  scriptName: string;
  source: string;
  /** The values of its scopes; absent scopes are empty. */
  scopes?: Partial<ScopeStates>;
  timeoutMs?: number | undefined;
}

/** @param request number of the request that the event belongs to; absent for events of the run itself */
export type EmitRunEvent = (body: RunEventBody, request?: number) => void;

/** Adds sequence numbers and times to the events of one run. */
export function eventStream(runId: string, onEvent: (event: RunEvent) => void): EmitRunEvent {
  let seq = 0;
  // A script may report thousands of tests, of which many have the same millisecond.
  let lastMs = 0;
  let at = '';
  return (body, request) => {
    const nowMs = Date.now();
    if (nowMs !== lastMs) {
      lastMs = nowMs;
      at = new Date(nowMs).toISOString();
    }
    const event: RunEvent = { ...body, runId, seq: seq++, at };
    if (request !== undefined) event.request = request;
    onEvent(event);
  };
}

/** Settles when the run has ended and no process that it started is alive; never rejects. Aborting stops the run. */
export async function runScript(
  request: RunRequest,
  { onEvent, ...dependencies }: RunDependencies & { onEvent: (event: RunEvent) => void },
  signal: AbortSignal,
): Promise<RunOutcome> {
  const startMs = performance.now();
  let lastCallId = 0;
  const emit = eventStream(request.runId, onEvent);
  emit({ type: 'run.started', scriptName: request.scriptName });
  const { outcome } = await executeScript(
    {
      name: request.scriptName,
      source: request.source,
      context: loneContext(request.scopes),
      bodies: createBodies(),
      timeoutMs: request.timeoutMs,
    },
    dependencies,
    { emit, nextCallId: () => ++lastCallId },
    signal,
  );
  emit({ type: 'run.finished', outcome, durationMs: performance.now() - startMs });
  return outcome;
}
