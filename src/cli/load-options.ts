/** What `outrigger load` was given. */
import { availableParallelism } from 'node:os';
import type { SessionChoices } from './run-session.ts';

/** What the iterations of a load run need, whoever starts them. */
export interface LoadChoices extends SessionChoices {
  users?: number;
  iterationData?: string;
  timeoutRequest?: number;
  timeoutScript?: number;
  scriptProcesses?: number;
  /** Milliseconds. */
  think?: number;
}

export interface LoadWorkerOptions extends LoadChoices {
  /** tcp://host:port of the master. */
  load: string;
}

export interface LoadOptions extends LoadChoices {
  rate?: number;
  arrivals?: number;
  spacing: 'poisson' | 'constant';
  /** Milliseconds. */
  for: number;
  expect?: string[];
  reporter?: string[];
  out?: string[];
}

/** Iterations at once, where the command does not say it. */
export const DEFAULT_MAX_RUNNING = 200;
/** Each takes some 40 MB. More of them than processors help only scripts that wait, for programs or notifications. */
const MAX_SCRIPT_PROCESSES = 64;
const SCRIPT_PROCESSES_PER_PROCESSOR = 4;

/** Processes for scripts that run at the same time. */
export const scriptProcessesOf = ({ scriptProcesses, users }: Pick<LoadChoices, 'scriptProcesses' | 'users'>): number =>
  Math.min(
    scriptProcesses ?? SCRIPT_PROCESSES_PER_PROCESSOR * availableParallelism(),
    users ?? DEFAULT_MAX_RUNNING,
    MAX_SCRIPT_PROCESSES,
  );
