/** The environment in which the calls of one script are answered. */
import type { RunEventBody } from '../../contract/runs/run-event.ts';
import type { ProgramCaller } from '../../contract/scripts/programs.ts';
import type { ScopeStates } from '../../contract/scripts/script-context.ts';
import type { Reaper } from '../processes/ending/reaper.ts';
import type { ProgramContext } from '../programs/call/call-program.ts';
import type { StoppedTime } from '../sandbox-process/sandbox-process.ts';
import type { Bodies } from './bodies.ts';
import type { GuestResources, RunOtherRequest } from './resources.ts';

/** Numbers the program calls of all scripts of a run. */
export type NextCallId = () => number;

export interface GuestEnvironment {
  resources: GuestResources;
  programs: Omit<ProgramContext, 'emit' | 'groups' | 'nextCallId' | 'caller'> & Pick<ProgramCaller, 'runId'>;
  caller: Omit<ProgramCaller, 'runId'>;
  reaper: Reaper;
  scopes: ScopeStates;
  bodies: Bodies;
  runRequest?: RunOtherRequest | undefined;
  emit: (event: RunEventBody) => void;
  nextCallId: NextCallId;
  /** Lets one more script run, up to a limit, until the returned function is called: this one waits for a webhook. */
  lendTurn: () => () => void;
  /** Present where the script is debugged: the time in which it was stopped. */
  stopped?: (() => StoppedTime | undefined) | undefined;
}
