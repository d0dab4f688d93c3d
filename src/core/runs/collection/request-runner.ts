/**
 * Runs the requests of one run, and numbers them and their events. A script can run another request
 * (pm.execution.runRequest), which becomes a request of the run that records its caller.
 */
import { codedError, type CodedError } from '../../../contract/errors.ts';
import type { RunOutcome } from '../../../contract/runs/run-event.ts';
import { changeScopes, type ScopeStates } from '../../../contract/scripts/script-context.ts';
import type { LoadedRequest } from '../../collection/files/collection-files.ts';
import { changedValues } from '../../platform/json/value-changes.ts';
import type { NextCallId } from '../../guest/guest-environment.ts';
import type { HttpExchange } from '../../http/http-client.ts';
import type { InRun, RunDependencies } from '../script/execute-script.ts';
import { findRequestToRun } from './find-request.ts';
import { createRequestDefinitions, type RequestDefinitions } from './request-definitions.ts';
import { runRequest, type RequestOptions, type RequestResult, type RequestSettings } from '../request/run-request.ts';
import type { EmitRunEvent } from '../script/run-script.ts';

/** The depth to which requests may run each other, not counting the outermost. */
const MAX_DEPTH = 10;

export interface RequestRunner {
  /** Never rejects. `number` is the number of the request in the events of the run. */
  run(
    item: LoadedRequest,
    scopes: ScopeStates,
    signal: AbortSignal,
    settings?: RequestSettings,
  ): Promise<RequestResult & { number: number }>;
}

export interface RequestRunnerOptions {
  dependencies: RunDependencies;
  /** The requests that scripts can run, by name or id. */
  requests: readonly LoadedRequest[];
  /** Those of the run, where it has several runners. Default: of this runner. */
  definitions?: RequestDefinitions | undefined;
  emit: EmitRunEvent;
  /** Numbers calls uniquely within the run. Default: from 1. */
  nextCallId?: NextCallId;
  /** See InRun. */
  warnedLegacyNames?: Set<string> | undefined;
  /** Limit of requests in the run, so that scripts which run each other's requests cannot continue forever. */
  maxRequests: number;
  /** Receives the outcome of each request that a script has run. */
  onNested: (outcome: RunOutcome) => void;
}

/** A running request, after the requests whose scripts have run it. */
type Chain = readonly { number: number; name: string }[];

interface StartedRequest extends Pick<RequestOptions, 'item' | 'scopes' | 'signal' | 'settings'> {
  /** The requests whose scripts have run it, the outermost first. */
  callers: Chain;
}

export function createRequestRunner(options: RequestRunnerOptions): RequestRunner {
  const { dependencies, requests, emit, maxRequests, onNested } = options;
  let count = 0;
  let calls = 0;
  const nextCallId = options.nextCallId ?? (() => ++calls);
  const { warnedLegacyNames = new Set<string>(), definitions = createRequestDefinitions() } = options;

  async function start({
    item,
    scopes,
    signal,
    settings,
    callers,
  }: StartedRequest): Promise<RequestResult & { number: number }> {
    const number = count++;
    const chain = [...callers, { number, name: item.name }];
    const caller = callers.at(-1)?.number;
    const inRun: InRun = {
      emit: (event) =>
        emit(event.type === 'request.started' && caller !== undefined ? { ...event, caller } : event, number),
      nextCallId,
      warnedLegacyNames,
      number,
      depth: callers.length,
      runRequest: ({ nameOrId, variables }, ended) =>
        withVariables(scopes, variables, (nestedScopes) =>
          runOther(nameOrId, {
            scopes: nestedScopes,
            // Aborts when the calling script ends, which stops the request.
            signal: ended,
            settings: { ...settings, live: false },
            callers: chain,
          }),
        ),
    };
    const definition = definitions.of(item);
    return { ...(await runRequest({ item, definition, scopes, dependencies, run: inRun, signal, settings })), number };
  }

  async function runOther(nameOrId: string, options: Omit<StartedRequest, 'item'>): Promise<HttpExchange | null> {
    const item = requests[findRequestToRun(requests, nameOrId)];
    if (!item) throw noSuchRequest(nameOrId, requests);
    refuseEndlessRequests({ item, callers: options.callers, count, maxRequests });
    const { outcome, exchange, skipped, error } = await start({ item, ...options });
    // A request that was stopped with its caller does not count: the run reports the end of the caller.
    if (!options.signal.aborted) onNested(outcome);
    // As in Postman, also where a script behind the response has failed: the run reports that as its error.
    if (exchange || skipped) return exchange ?? null;
    throw error ?? codedError('RequestFailed', `The request "${item.name}" got no response.`, 'See the lines before.');
  }

  return {
    run: (item, scopes, signal, settings = {}) => start({ item, scopes, signal, settings, callers: [] }),
  };
}

/** Does work with further local variables; of these, only what the work changes stays. */
async function withVariables<T>(
  scopes: ScopeStates,
  variables: Record<string, unknown>,
  work: (scopes: ScopeStates) => Promise<T>,
): Promise<T> {
  if (Object.keys(variables).length === 0) return work(scopes);
  const before = { ...scopes.local.values, ...variables };
  const local = { ...scopes.local, values: before };
  try {
    return await work({ ...scopes, local });
  } finally {
    const unset = Object.keys(before).filter((name) => !Object.hasOwn(local.values, name));
    changeScopes(scopes, { local: { unset, set: changedValues(before, local.values) } });
  }
}

function noSuchRequest(nameOrId: string, requests: readonly LoadedRequest[]): CodedError {
  const names = requests.map(({ name }) => name).join(', ');
  return codedError('NoCollection', `There is no request "${nameOrId}".`, `There are: ${names}.`);
}

interface NestedRequest {
  item: LoadedRequest;
  callers: Chain;
  /** The number of requests that the run has started. */
  count: number;
  maxRequests: number;
}

/** @throws ScriptLimit when requests run each other too deeply, or too many of them have been run */
function refuseEndlessRequests({ item, callers, count, maxRequests }: NestedRequest): void {
  if (callers.length > MAX_DEPTH) {
    const names = [...callers, item].map(({ name }) => name).join(' > ');
    throw codedError(
      'ScriptLimit',
      `pm.execution.runRequest: requests can run each other ${MAX_DEPTH} levels deep, and this is one more: ${names}.`,
      'Correct the script that closes the circle.',
    );
  }
  if (count >= maxRequests) {
    throw codedError(
      'ScriptLimit',
      `pm.execution.runRequest: the run has had ${count} requests, which is its limit.`,
      'Correct the scripts that run requests without an end.',
    );
  }
}
