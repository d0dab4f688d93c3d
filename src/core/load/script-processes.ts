import { availableParallelism } from 'node:os';
import { DEFAULT_MAX_RUNNING } from '../../contract/load/load-limits.ts';

/**
 * Each process takes about 40 MB. More processes than processors only help scripts that wait, for programs or
 * notifications.
 */
const MAX_SCRIPT_PROCESSES = 64;
const SCRIPT_PROCESSES_PER_PROCESSOR = 4;

export interface ScriptProcessChoices {
  /** The number that the person has set. */
  scriptProcesses?: number;
  /** Concurrent iterations, or users. */
  users?: number;
}

/** The number of script processes of a load run. */
export const scriptProcessesOf = ({ scriptProcesses, users }: ScriptProcessChoices): number =>
  Math.min(
    scriptProcesses ?? SCRIPT_PROCESSES_PER_PROCESSOR * availableParallelism(),
    users ?? DEFAULT_MAX_RUNNING,
    MAX_SCRIPT_PROCESSES,
  );
