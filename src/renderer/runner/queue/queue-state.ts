/** The state of the queue store and what can be done with it. */
import type { QueueCheck, QueueProgress, QueueSettings } from '../../../contract/runs/run-queue-calls.ts';

export interface QueueStore {
  settings: QueueSettings;
  /** Undefined: not checked yet. */
  check: QueueCheck | undefined;
  checking: boolean;
  /** How far the latest run on the queue is. */
  progress: QueueProgress | undefined;
  /** Path of the data file where the workers run; empty: its name. */
  dataPath: string;
  setDataPath(path: string): void;
  /** Reads the settings, and looks at the queue where runs are put into it. */
  load(): Promise<void>;
  /** Changes what is named, and looks at the queue. @throws InvalidParams */
  save(change: Partial<Omit<QueueSettings, 'hasPassword'>> & { password?: string }): Promise<void>;
  look(): Promise<void>;
  /** Runs the chosen requests of the runner where the person has chosen: here, or on the queue. */
  startRun(): Promise<void>;
  /** Collects an unfinished run. */
  attach(id: string): Promise<void>;
}
