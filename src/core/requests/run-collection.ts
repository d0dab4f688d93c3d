/** Requests one after the other, as one run: order, the next request by name, stop at the first failure. */
import { codedError } from '../../contract/errors.ts';
import type { RunEvent, RunOutcome } from '../../contract/run-event.ts';
import type { ScopeStates } from '../../contract/script-context.ts';
import type { RunDependencies } from '../runs/execute-script.ts';
import { eventStream } from '../runs/run-script.ts';
import type { LoadedRequest } from '../workspace/collection-files.ts';
import { runRequest, worse, type RequestSettings } from './run-request.ts';

export interface CollectionRun {
  runId: string;
  /** Shown as the name of the run. */
  name: string;
  requests: readonly LoadedRequest[];
  scopes: ScopeStates;
  bail?: boolean;
  settings?: RequestSettings;
}

/** A script that always names the same next request must not go on for ever. */
const MAX_REQUESTS_PER_ENTRY = 1000;

/** Settles when everything has ended; never rejects. Aborting is Stop. */
export async function runCollection(
  { runId, name, requests, scopes, bail = false, settings }: CollectionRun,
  { onEvent, ...dependencies }: RunDependencies & { onEvent: (event: RunEvent) => void },
  signal: AbortSignal,
): Promise<RunOutcome> {
  const began = performance.now();
  const emit = eventStream(runId, onEvent);
  let [calls, done] = [0, 0];
  const run = { emit, nextCallId: () => ++calls };
  const limit = requests.length * MAX_REQUESTS_PER_ENTRY;
  let outcome: RunOutcome = 'passed';
  emit({ type: 'run.started', scriptName: name });

  /** For pm.execution.runRequest: the same run, its events in between. */
  const find = (wanted: string) => requests.find((item) => item.id === wanted || item.name === wanted);
  const resources = {
    ...dependencies.resources,
    async runRequest(wanted: string, variables: Record<string, unknown>) {
      const item = find(wanted);
      if (!item) {
        const names = requests.map((one) => one.name).join(', ');
        throw codedError('NoCollection', `There is no request "${wanted}".`, `There are: ${names}.`);
      }
      const own = { ...scopes, local: { values: { ...scopes.local.values, ...variables } } };
      const result = await runRequest(item, own, { ...dependencies, resources }, run, signal, settings);
      outcome = worse(outcome, result.outcome);
      if (result.exchange || result.skipped) return result.exchange ?? null;
      throw codedError('RequestFailed', `The request "${item.name}" got no answer.`, 'See the lines before.');
    },
  };

  for (let index = 0; index < requests.length && !signal.aborted;) {
    const item = requests[index];
    if (!item) break;
    const result = await runRequest(item, scopes, { ...dependencies, resources }, run, signal, settings);
    outcome = worse(outcome, result.outcome);
    if (bail && outcome !== 'passed') break;
    index += 1;
    if (result.next === null) break;
    if (result.next !== undefined) {
      const wanted = result.next;
      const target = requests.findIndex((one) => one.name === wanted || one.id === wanted);
      if (target < 0) {
        const text = `setNextRequest: there is no request "${wanted}". The run ends here.`;
        emit({ type: 'console', level: 'error', text, from: 'outrigger' });
        outcome = worse(outcome, 'error');
        break;
      }
      index = target;
    }
    if (++done >= limit) {
      const text = `The run was ended after ${done} requests: setNextRequest goes in a circle.`;
      emit({ type: 'console', level: 'error', text, from: 'outrigger' });
      outcome = worse(outcome, 'error');
      break;
    }
  }
  if (signal.aborted) outcome = 'stopped';
  emit({ type: 'run.finished', outcome, durationMs: performance.now() - began });
  return outcome;
}
