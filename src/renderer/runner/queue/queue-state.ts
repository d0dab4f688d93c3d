/** The state and the actions of the queue store. */
import type { QueueCheck, QueueProgress, QueueSettings } from '../../../contract/runs/run-queue-calls.ts';

export const NO_DEBUGGING_ON_QUEUE =
  'Scripts that workers execute cannot be debugged: choose “This computer” under “Run on”.';

export interface QueueStore {
  settings: QueueSettings;
  /** Undefined: not checked yet. */
  check: QueueCheck | undefined;
  checking: boolean;
  /** The progress of the latest queued run. */
  progress: QueueProgress | undefined;
  /** Path of the data file on the workers; empty: its name. */
  dataPath: string;
  setDataPath(path: string): void;
  /** Reads the settings, and checks the queue if runs are put into it. */
  load(): Promise<void>;
  /** Changes the given settings, and checks the queue. @throws InvalidParams */
  save(change: Partial<Omit<QueueSettings, 'hasPassword'>> & { password?: string }): Promise<void>;
  refresh(): Promise<void>;
  /** Runs the selected requests here or over the queue, as chosen. */
  startRun(): Promise<void>;
  /** Collects an unfinished run. */
  attach(id: string): Promise<void>;
}
