/** The state of the runner store and what can be done with it. */
import type { StoreApi } from 'zustand';
import type { StoredExchange } from '../../contract/http/http.ts';
import type { KeptRun, RunReport } from '../../contract/runs/report.ts';
import type { ReportFormat } from '../../contract/runs/report-formats.ts';
import type { FollowOptions } from '../console/run-store.ts';
import type { RunOrder } from './choice/run-order.ts';

export interface DataPreview {
  /** Number of rows. */
  total: number;
  columns: string[];
  rows: string[][];
}
export interface RunPlan {
  iterations: number | null;
  data: { name: string; text: string; preview: DataPreview } | null;
  delayMs: number;
  bail: boolean;
  /** Runs what is in the files, where something is typed and not saved. */
  savedFiles: boolean;
}
export interface RunStart {
  /** Number of a run of the past: only what failed in it is run again. */
  failedOf?: number | undefined;
  /** Scripts stop at breakpoints. */
  debugged?: boolean;
}
export interface RunnerStore {
  plan: RunPlan;
  /** Ids of the requests to run. */
  selected: ReadonlySet<string>;
  order: RunOrder;
  runs: KeptRun[];
  /** What is shown: the run under way, or one of the past. */
  shown: RunReport | undefined;
  shownId: number | undefined;
  /** The results of the run before the shown one, to compare with. */
  before: RunReport | undefined;
  running: boolean;
  setPlan(change: Partial<Omit<RunPlan, 'data'>>): void;
  /** @throws InvalidData, naming the line. Null: without data */
  setData(file: { name: string; text: string } | null): Promise<void>;
  /** Requests, or all requests of folders; the collection has an empty id. */
  check(id: string, checked: boolean): void;
  /** Only this request, or the requests of this folder. */
  choose(id: string): void;
  moveBy(id: string, step: -1 | 1): void;
  moveBefore(id: string, before: string | null): void;
  /** Ids of the requests to run, in the order of the run. */
  toRun(): string[];
  load(): Promise<void>;
  start(options?: RunStart): Promise<void>;
  /** Shows a run of the host while it goes on, and what is kept of it. Does nothing while another one is under way. */
  follow(
    begin: (runId: string, signal: AbortSignal) => Promise<{ id: number }>,
    options?: FollowOptions,
  ): Promise<void>;
  show(id: number): Promise<void>;
  /** What a request of the shown run has sent and got; null where it was not stored. */
  exchange(index: number): Promise<StoredExchange | null>;
  report(id: number, format: ReportFormat): Promise<string>;
  clear(): Promise<void>;
}

/** What the parts of the store change it with. */
export type RunnerAccess = { set: StoreApi<RunnerStore>['setState']; get: StoreApi<RunnerStore>['getState'] };

/** No run is shown. */
export const nothingShown = { shown: undefined, shownId: undefined, before: undefined };
