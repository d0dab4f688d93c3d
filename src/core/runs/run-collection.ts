/**
 * Requests one after the other, as one run: iterations with their data, order, the next request by name, delay, stop at
 * the first failure. The interface and the command line run this same code.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { MAX_TIMER_MS } from '../platform/time-limit.ts';
import type { RunEvent, RunOutcome } from '../../contract/run-event.ts';
import type { ScopeStates } from '../../contract/script-context.ts';
import type { RunDependencies } from './execute-script.ts';
import { eventStream } from './run-script.ts';
import type { LoadedRequest } from '../collection/collection-files.ts';
import { createRequestRunner } from './request-runner.ts';
import type { RunPart } from './run-part.ts';
import { worse, type RequestSettings } from './run-request.ts';

export interface CollectionRun {
  runId: string;
  /** Shown as the name of the run. */
  name: string;
  requests: readonly LoadedRequest[];
  scopes: ScopeStates;
  bail?: boolean;
  /** Default: one for each row of data, or one. */
  iterations?: number | undefined;
  /** A row for each iteration; the last one serves the iterations after it. */
  data?: readonly Record<string, unknown>[] | undefined;
  /** Milliseconds between two requests. */
  delayMs?: number | undefined;
  /** Only this range of the run, whose order is the same on every machine. Default: all of it. */
  part?: RunPart | undefined;
  /** Only these requests, by iteration: what failed before. */
  only?: ((iteration: number, request: LoadedRequest) => boolean) | undefined;
  settings?: RequestSettings;
}

/** A script that always names the same next request must not go on for ever. */
const MAX_REQUESTS_PER_ENTRY = 1000;

export const iterationsOf = ({ iterations, data }: Pick<CollectionRun, 'iterations' | 'data'>): number =>
  iterations ?? Math.max(1, data?.length ?? 1);

/** Settles when everything has ended; never rejects. Aborting is Stop. */
export async function runCollection(
  run: CollectionRun,
  { onEvent, ...dependencies }: RunDependencies & { onEvent: (event: RunEvent) => void },
  signal: AbortSignal,
): Promise<RunOutcome> {
  const { runId, name, requests, scopes, bail = false, data, delayMs = 0, only } = run;
  const began = performance.now();
  const emit = eventStream(runId, onEvent);
  let done = 0;
  const count = iterationsOf(run);
  const part = run.part ?? { from: 0, to: requests.length * count };
  const maxRequests = requests.length * MAX_REQUESTS_PER_ENTRY * count;
  let outcome: RunOutcome = 'passed';
  let settings: RequestSettings = { ...run.settings, iterationCount: count };
  emit({ type: 'run.started', scriptName: name });

  const runner = createRequestRunner({
    dependencies,
    requests,
    emit,
    maxRequests,
    onNested: (nested) => (outcome = worse(outcome, nested)),
  });
  const reportError = (text: string, request: number) => {
    emit({ type: 'console', level: 'error', text, from: 'outrigger' }, request);
    outcome = worse(outcome, 'error');
  };

  /** @returns whether the run goes on */
  async function iterate(iteration: number): Promise<boolean> {
    const row = data && (data[iteration] ?? data.at(-1));
    settings = { ...settings, iteration };
    scopes.data.values = { ...row };
    // The first and the last iteration of a part may be there in part only.
    const first = Math.max(0, part.from - iteration * requests.length);
    const end = Math.min(requests.length, part.to - iteration * requests.length);
    const isWanted = (item: LoadedRequest) => !only || only(iteration, item);
    if (!requests.slice(first, end).some(isWanted)) return true;
    if (count > 1 || row) emit({ type: 'iteration.started', iteration, count, ...(row ? { data: row } : {}) });
    for (let index = first; index < end && !signal.aborted;) {
      const item = requests[index];
      if (!item) break;
      if (!isWanted(item)) {
        index += 1;
        continue;
      }
      if (delayMs > 0 && done > 0)
        await wait(Math.min(delayMs, MAX_TIMER_MS), undefined, { signal }).catch(() => undefined);
      if (signal.aborted) break;
      const result = await runner.run(item, scopes, signal, settings);
      outcome = worse(outcome, result.outcome);
      if (bail && outcome !== 'passed') return false;
      index += 1;
      if (result.next === null) return true;
      if (result.next !== undefined) {
        const next = result.next;
        const byId = requests.findIndex(({ id }) => id === next);
        // Of equal names the last, as in Postman.
        const target = byId >= 0 ? byId : requests.findLastIndex(({ name }) => name === next);
        if (target < 0) {
          reportError(`setNextRequest: there is no request "${next}". The iteration ends here.`, result.number);
          return true;
        }
        if (target < first || target >= end) {
          reportError(
            `setNextRequest: "${next}" belongs to another part of this run. The iteration ends here.`,
            result.number,
          );
          return true;
        }
        index = target;
      }
      if (++done >= maxRequests) {
        reportError(`The run was ended after ${done} requests: setNextRequest goes in a circle.`, result.number);
        return false;
      }
    }
    return !signal.aborted;
  }
  const [from, to] = [Math.floor(part.from / requests.length), Math.ceil(part.to / requests.length)];
  for (let iteration = from; iteration < to; iteration += 1) if (!(await iterate(iteration))) break;

  if (signal.aborted) outcome = 'stopped';
  emit({ type: 'run.finished', outcome, durationMs: performance.now() - began });
  return outcome;
}
