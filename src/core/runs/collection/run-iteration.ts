/** Runs the requests of one iteration in order, with shared variables, the next request by name, and the delay. */
import { setTimeout as wait } from 'node:timers/promises';
import type { RunOutcome } from '../../../contract/runs/run-event.ts';
import type { ScopeStates } from '../../../contract/scripts/script-context.ts';
import type { LoadedRequest } from '../../collection/files/collection-files.ts';
import { MAX_TIMER_MS } from '../../../contract/runs/timer-limit.ts';
import type { NextCallId } from '../../guest/guest-environment.ts';
import type { RunDependencies } from '../script/execute-script.ts';
import { findRequest } from './find-request.ts';
import type { RequestDefinitions } from './request-definitions.ts';
import { createRequestRunner } from './request-runner.ts';
import type { CollectionRun } from './collection-run.ts';
import type { RunPart } from './run-part.ts';
import { worse, type RequestSettings } from '../request/run-request.ts';
import type { EmitRunEvent } from '../script/run-script.ts';

/** Ends a script that always names the same next request. */
const MAX_REQUESTS_PER_ENTRY = 1000;

export interface IterationOptions {
  run: CollectionRun;
  /** The number of iterations of the whole run. */
  count: number;
  part: RunPart;
  scopes: ScopeStates;
  dependencies: RunDependencies;
  emit: EmitRunEvent;
  nextCallId: NextCallId;
  definitions: RequestDefinitions;
  /** See InRun. */
  warnedLegacyNames?: Set<string> | undefined;
  /** Whether the run has ended, so that no further request starts. */
  hasEnded: () => boolean;
  /** Called when a request, and the requests that its scripts have run, have ended. */
  onRequestEnd?: () => void;
}

export interface Iterations {
  /** @returns whether the run continues */
  iterate(iteration: number): Promise<boolean>;
  /** The outcome of the iterations so far. */
  outcome(): RunOutcome;
}

export function createIterations(options: IterationOptions, signal: AbortSignal): Iterations {
  const { run, count, part, scopes, emit, hasEnded, onRequestEnd } = options;
  const { requests, bail = false, data, delayMs = 0, only } = run;
  const maxRequests = requests.length * MAX_REQUESTS_PER_ENTRY * count;
  let outcome: RunOutcome = 'passed';
  let done = 0;
  const runner = createRequestRunner({
    ...options,
    requests,
    maxRequests,
    onNested: (nested) => (outcome = worse(outcome, nested)),
  });
  const reportError = (text: string, request: number) => {
    emit({ ...consoleEvent, text }, request);
    outcome = worse(outcome, 'error');
  };

  async function iterate(iteration: number): Promise<boolean> {
    const row = data && (data[iteration] ?? data.at(-1));
    const settings: RequestSettings = { ...run.settings, iterationCount: count, iteration, bail };
    const { first, end } = requestsOfIteration(part, iteration, requests.length);
    const isSelected = (item: LoadedRequest) => !only || only(iteration, item);
    const isEmpty = only ? !requests.slice(first, end).some(isSelected) : first >= end;
    if (isEmpty) return true;
    if (count > 1 || row) emit({ type: 'iteration.started', iteration, count, ...(row ? { data: row } : {}) });
    for (let index = first; index < end && !signal.aborted;) {
      const item = requests[index++];
      if (!item) break;
      if (!isSelected(item)) continue;
      if (delayMs > 0 && done > 0) await pause(delayMs, signal);
      if (signal.aborted || hasEnded()) break;
      // A script's changes of the row are not visible to the next request, as in Postman.
      scopes.data.values = { ...row };
      const { next, number, outcome: ended } = await runner.run(item, scopes, signal, settings);
      outcome = worse(outcome, ended);
      if (bail && outcome !== 'passed') return false;
      if (next === null) return true;
      if (next !== undefined) {
        const place = placeOf(next, { requests, first, end });
        if (typeof place === 'number') index = place;
        // As in Bruno, the run continues, and this is not counted as an error, which its report would show.
        else if (item.bruno) emit({ ...consoleEvent, level: 'warn', text: `setNextRequest: ${place}.` }, number);
        else {
          reportError(`setNextRequest: ${place}. The iteration ends here.`, number);
          return true;
        }
      }
      if (++done >= maxRequests) {
        reportError(`The run was ended after ${done} requests: setNextRequest forms a loop.`, number);
        return false;
      }
      onRequestEnd?.();
    }
    return !signal.aborted;
  }

  return { iterate, outcome: () => outcome };
}

const consoleEvent = { type: 'console', level: 'error', from: 'outrigger' } as const;

interface IterationRange {
  requests: readonly LoadedRequest[];
  /** Index of the iteration's first request. */
  first: number;
  /** Index after its last request. */
  end: number;
}

/** A part of a run may begin or end in the middle of an iteration. */
function requestsOfIteration(part: RunPart, iteration: number, count: number): Omit<IterationRange, 'requests'> {
  const offset = iteration * count;
  return { first: Math.max(0, part.from - offset), end: Math.min(count, part.to - offset) };
}

/** The index of the request that a script has named, or a sentence about why it cannot be the next. */
function placeOf(nameOrId: string, { requests, first, end }: IterationRange): number | string {
  const place = findRequest(requests, nameOrId);
  if (place < 0) return `there is no request "${nameOrId}"`;
  return place >= first && place < end ? place : `"${nameOrId}" belongs to another part of this run`;
}

/** Settles after the time, or at once when the signal aborts. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  wait(Math.min(ms, MAX_TIMER_MS), undefined, { signal }).catch(() => undefined);
