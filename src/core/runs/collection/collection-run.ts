/** The options of a collection run. */
import type { ScopeStates } from '../../../contract/scripts/script-context.ts';
import type { LoadedRequest } from '../../collection/files/collection-files.ts';
import type { RunPart } from './run-part.ts';
import type { RequestSettings } from '../request/run-request.ts';

export interface CollectionRun {
  runId: string;
  /** The name of the run. */
  name: string;
  requests: readonly LoadedRequest[];
  scopes: ScopeStates;
  bail?: boolean;
  /** Default: one for each row of data, or one. */
  iterations?: number | undefined;
  /** A row for each iteration; iterations beyond the last row use the last one. */
  data?: readonly Record<string, unknown>[] | undefined;
  /**
   * The number of concurrent iterations, each with its own variables and cookies. Default: 1; then iterations share
   * them.
   */
  concurrency?: number | undefined;
  /** Milliseconds between two requests. */
  delayMs?: number | undefined;
  /** Only this range of the run, whose order is the same on every machine. Default: the whole run. */
  part?: RunPart | undefined;
  /** Only these requests, by iteration, for repeating failed ones. */
  only?: ((iteration: number, request: LoadedRequest) => boolean) | undefined;
  settings?: RequestSettings;
}

export const iterationsOf = ({ iterations, data }: Pick<CollectionRun, 'iterations' | 'data'>): number =>
  iterations ?? Math.max(1, data?.length ?? 1);
