/** What is to be run of a collection, and how. */
import type { ScopeStates } from '../../../contract/scripts/script-context.ts';
import type { LoadedRequest } from '../../collection/files/collection-files.ts';
import type { RunPart } from './run-part.ts';
import type { RequestSettings } from '../request/run-request.ts';

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
  /** Iterations that run side by side, each with variables and cookies of its own. Default: 1, and they follow each other. */
  concurrency?: number | undefined;
  /** Milliseconds between two requests. */
  delayMs?: number | undefined;
  /** Only this range of the run, whose order is the same on every machine. Default: all of it. */
  part?: RunPart | undefined;
  /** Only these requests, by iteration: what failed before. */
  only?: ((iteration: number, request: LoadedRequest) => boolean) | undefined;
  settings?: RequestSettings;
}

export const iterationsOf = ({ iterations, data }: Pick<CollectionRun, 'iterations' | 'data'>): number =>
  iterations ?? Math.max(1, data?.length ?? 1);
