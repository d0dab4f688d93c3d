/** One request of a run: what it is given, and what changes while it runs. */
import type { HttpRequest } from '../../../contract/http/http.ts';
import type { RunOutcome } from '../../../contract/runs/run-event.ts';
import type { CarriedValues, RequestSettingsOfScript, ScopeStates } from '../../../contract/scripts/script-context.ts';
import type { LoadedRequest } from '../../collection/files/collection-files.ts';
import type { ownAuthOf } from '../../collection/variables/inherit.ts';
import type { createBodies } from '../../guest/bodies.ts';
import type { InRun, RunDependencies } from '../script/execute-script.ts';

export interface RequestSettings {
  /** For the answer; left out: never. */
  timeoutMs?: number | undefined;
  scriptTimeoutMs?: number | undefined;
  iteration?: number;
  iterationCount?: number;
  /** Tells of the answer while it arrives: somebody looks on. */
  live?: boolean;
}

export interface RequestJob {
  item: LoadedRequest;
  /** Changed as the scripts say. */
  scopes: ScopeStates;
  dependencies: RunDependencies;
  run: InRun;
  signal: AbortSignal;
  settings: RequestSettings;
  bodies: ReturnType<typeof createBodies>;
  state: RequestState;
}

export interface RequestState {
  request: HttpRequest;
  /** What the request itself says about auth, as its scripts leave it. */
  ownAuth: ReturnType<typeof ownAuthOf>;
  /** Settings of this request alone, as its scripts say. */
  changedSettings: RequestSettingsOfScript;
  /** What its scripts hand on to those after them. */
  carried: CarriedValues;
  /** The path parameters that were sent; undefined until then. */
  sentPathParams?: HttpRequest['pathParams'];
  outcome: RunOutcome;
  skipped: boolean;
  /** What pm.execution.setNextRequest said last; null ends the run. */
  next: string | null | undefined;
}

const order: RunOutcome[] = ['passed', 'failed', 'error', 'timeout', 'stopped'];
export const worse = (a: RunOutcome, b: RunOutcome): RunOutcome => (order.indexOf(b) > order.indexOf(a) ? b : a);
