/** The inputs and the state of one request of a run. */
import type { HttpRequest } from '../../../contract/http/http.ts';
import type { RunOutcome } from '../../../contract/runs/run-event.ts';
import type { CarriedValues, RequestSettingsOfScript, ScopeStates } from '../../../contract/scripts/script-context.ts';
import type { LoadedRequest } from '../../collection/files/collection-files.ts';
import type { FieldDescriptions } from '../../collection/format/descriptions.ts';
import type { RequestSettings as SettingsOfFile } from '../../../contract/collection/request-settings.ts';
import type { authOf, ownAuthOf, VariableLevels } from '../../collection/variables/inherit.ts';
import type { createBodies } from '../../guest/bodies.ts';
import type { InRun, RunDependencies } from '../script/execute-script.ts';
import type { PlacedScript } from './scripts-of-request.ts';

export interface RequestSettings {
  /** Timeout of the response in milliseconds; absent: none. */
  timeoutMs?: number | undefined;
  scriptTimeoutMs?: number | undefined;
  iteration?: number;
  iterationCount?: number;
  /** Reports the response while it arrives, for a person who watches. */
  live?: boolean;
  /** A test that fails before the request keeps it from being sent. */
  bail?: boolean;
}

/** What the files of a request and of its folders define. All iterations share these values: nothing may change them. */
export interface RequestDefinition {
  /** With the headers that it inherits; before its scripts, and with its variables. */
  request(): HttpRequest;
  settings(): SettingsOfFile;
  tags(): string[];
  /** Undefined where no field has one. */
  fieldDescriptions(): FieldDescriptions | undefined;
  variables(): VariableLevels;
  scriptsBefore(): readonly PlacedScript[];
  scriptsAfter(): readonly PlacedScript[];
}

export interface RequestJob {
  item: LoadedRequest;
  definition: RequestDefinition;
  /** Changed by the scripts. */
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
  /** The request's own auth, with the changes of its scripts. */
  ownAuth: ReturnType<typeof ownAuthOf>;
  /** Settings that its scripts have changed for this request only. */
  changedSettings: RequestSettingsOfScript;
  /** Values that its scripts pass on to later ones. */
  carried: CarriedValues;
  /** The auth with which the request was sent, its own or an inherited one; undefined before, and without one. */
  sentAuth?: ReturnType<typeof authOf>;
  /** The path parameters that were sent; undefined before. */
  sentPathParams?: HttpRequest['pathParams'];
  outcome: RunOutcome;
  skipped: boolean;
  /** The argument of the last pm.execution.setNextRequest; null ends the run. */
  next: string | null | undefined;
}

const order: RunOutcome[] = ['passed', 'failed', 'error', 'timeout', 'stopped'];
export const worse = (a: RunOutcome, b: RunOutcome): RunOutcome => (order.indexOf(b) > order.indexOf(a) ? b : a);
