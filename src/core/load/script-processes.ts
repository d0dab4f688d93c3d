import { availableParallelism } from 'node:os';
import { DEFAULT_MAX_RUNNING } from '../../contract/load/load-limits.ts';

/** Each takes some 40 MB. More of them than processors help only scripts that wait, for programs or notifications. */
const MAX_SCRIPT_PROCESSES = 64;
const SCRIPT_PROCESSES_PER_PROCESSOR = 4;

export interface ScriptProcessChoices {
  /** Processes that the person has asked for. */
  scriptProcesses?: number;
  /** Iterations at once, or users. */
  users?: number;
}

/** How many processes for scripts a load run has. */
export const scriptProcessesOf = ({ scriptProcesses, users }: ScriptProcessChoices): number =>
  Math.min(
    scriptProcesses ?? SCRIPT_PROCESSES_PER_PROCESSOR * availableParallelism(),
    users ?? DEFAULT_MAX_RUNNING,
    MAX_SCRIPT_PROCESSES,
  );
