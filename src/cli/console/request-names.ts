/** Names of the requests of a run by their numbers, as long as events of them may follow. */
import type { RunEvent } from '../../contract/runs/run-event.ts';

/**
 * The limit of names: far more than the requests that run at the same time, which are those of 64 iterations and those
 * that their scripts run. A run may have any number of requests.
 */
const MAX_NAMES = 1000;

interface NamedRequest {
  /** The names from the collection down to the request. */
  name: string;
  /** From 0. */
  iteration: number;
}

export interface RequestNames {
  add(event: Extract<RunEvent, { type: 'request.started' }>): void;
  get(request: number): NamedRequest | undefined;
}

export function createRequestNames(): RequestNames {
  const named = new Map<number, NamedRequest>();
  return {
    add(event) {
      if (event.request === undefined) return;
      named.set(event.request, { name: event.path.join(' / '), iteration: event.iteration });
      const [oldest] = named.keys();
      if (named.size > MAX_NAMES && oldest !== undefined) named.delete(oldest);
    },
    get: (request) => named.get(request),
  };
}
