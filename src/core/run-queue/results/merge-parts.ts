/** Merges the events of a run's parts, in the order of their arrival, into one stream of events of the whole run. */
import type { RunEvent, RunEventBody, RunOutcome } from '../../../contract/runs/run-event.ts';
import type { PartResult } from '../../../contract/runs/run-parts.ts';
import { createEventBlocks } from '../../runs/collection/event-blocks.ts';
import { worse } from '../../runs/request/run-request.ts';
import type { EmitRunEvent } from '../../runs/script/run-script.ts';

/** The collector itself emits these events; everybody with access to the server may have written them into a result. */
const isAboutParts = ({ type }: RunEvent): boolean => type.startsWith('part.');

export interface PartMerge {
  add(result: PartResult): void;
  /** Adds a part that no worker could execute: each of its requests is in the report, with the reason. */
  addFailed(requests: readonly Extract<RunEventBody, { type: 'request.started' }>[], reason: string): void;
  /** The outcome of the parts so far. */
  outcome(): RunOutcome;
}

export function mergeParts(emit: EmitRunEvent): PartMerge {
  const openBlock = createEventBlocks(emit);
  let outcome: RunOutcome = 'passed';
  let calls = 0;
  /** Program calls are numbered from 1 in each part. */
  function renumber(event: RunEvent, first: number): RunEventBody {
    const { runId: _runId, seq: _seq, at: _at, request: _request, ...body } = event;
    if (!('callId' in body)) return body;
    calls = Math.max(calls, first + body.callId);
    return { ...body, callId: first + body.callId };
  }
  return {
    add({ events }) {
      const block = openBlock();
      const first = calls;
      for (const event of events) {
        if (event.type === 'run.finished') outcome = worse(outcome, event.outcome);
        else if (event.type !== 'run.started' && !isAboutParts(event))
          block.emit(renumber(event, first), event.request);
      }
      block.flush();
    },
    addFailed(requests, reason) {
      const block = openBlock();
      for (const [number, started] of requests.entries()) {
        block.emit(started, number);
        block.emit({ type: 'console', level: 'error', text: reason, from: 'outrigger' }, number);
      }
      block.flush();
      outcome = worse(outcome, 'error');
    },
    outcome: () => outcome,
  };
}
