/** The options of `outrigger load`. */
import type { SessionChoices } from '../run/run-session.ts';

/** The options for the iterations of a load run or worker. */
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

export const loadReporters = ['json', 'html'] as const;
export type LoadReporter = (typeof loadReporters)[number];

export interface LoadOptions extends LoadChoices {
  rate?: number;
  arrivals?: number;
  spacing: 'poisson' | 'constant';
  /** Milliseconds. */
  for: number;
  expect?: string[];
  reporter?: LoadReporter[];
  out?: string[];
}
