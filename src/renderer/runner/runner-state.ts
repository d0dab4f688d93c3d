/** The state and the actions of the runner store. */
import type { StoreApi } from 'zustand';
import type { StoredExchange } from '../../contract/http/http.ts';
import type { KeptRun, RunReport } from '../../contract/runs/report.ts';
import type { TagFilter } from '../../contract/runs/tag-filter.ts';
import type { ReportFormat } from '../../contract/runs/report-formats.ts';
import type { FollowOptions } from '../console/run-store.ts';
import type { RunOrder } from './choice/run-order.ts';

export interface DataPreview {
  /** Number of rows. */
  total: number;
  columns: string[];
  rows: string[][];
}
/** `tags` and `excludeTags` select among the checked requests. */
export interface RunPlan extends TagFilter {
  iterations: number | null;
  data: { name: string; text: string; preview: DataPreview } | null;
  delayMs: number;
  bail: boolean;
  /** Runs the stored files, ignoring unsaved changes. */
  savedFiles: boolean;
}
export interface RunStart {
  /** Number of a former run: only its failed requests are run again. */
  failedOf?: number | undefined;
  /** Scripts stop at breakpoints. */
  debugged?: boolean;
}
export interface RunnerStore {
  plan: RunPlan;
  /** Ids of the requests to run. */
  selected: ReadonlySet<string>;
  /** Whether every request is checked, including requests that are added later; false once a request is unchecked. */
  selectsAll: boolean;
  order: RunOrder;
  runs: KeptRun[];
  /** The shown run: the current or a former one. */
  shown: RunReport | undefined;
  shownId: number | undefined;
  /** Numbers of the requests in the shown run whose scripts have not ended. */
  underWay: ReadonlySet<number>;
  /** The results of the run before the shown one, for comparison. */
  before: RunReport | undefined;
  setPlan(change: Partial<Omit<RunPlan, 'data'>>): void;
  /** @throws InvalidData, naming the line. Null: no data */
  setData(file: { name: string; text: string } | null): Promise<void>;
  /** Checks requests, or all requests of folders; the collection has an empty id. */
  check(id: string, checked: boolean): void;
  /** Selects only this request, or the requests of this folder. */
  choose(id: string): void;
  moveBy(id: string, step: -1 | 1): void;
  moveBefore(id: string, before: string | null): void;
  /** A request or folder was renamed or moved: it stays checked, and in its place. */
  followMoved(moved: { from: string; to: string }): void;
  /**
   * Ids of the requests to run, in the order of the run. Tags are those of unsaved changes.
   * @param options.savedFiles true: the tags of the files; default: as the plan says
   */
  toRun(options?: { savedFiles?: boolean }): string[];
  load(): Promise<void>;
  start(options?: RunStart): Promise<void>;
  /** Shows the progress of a run of the host, and its stored report. Has no effect while another one is under way. */
  follow(
    begin: (runId: string, signal: AbortSignal) => Promise<{ id: number }>,
    options?: FollowOptions,
  ): Promise<void>;
  /** Shows a former run; of several calls, the last one counts. */
  show(id: number): Promise<void>;
  showNothing(): void;
  /** The request and response of a request in the shown run; null where they were not stored. */
  exchange(index: number): Promise<StoredExchange | null>;
  report(id: number, format: ReportFormat): Promise<string>;
  clear(): Promise<void>;
}

/** The access of the store's parts to its state. */
export type RunnerAccess = { set: StoreApi<RunnerStore>['setState']; get: StoreApi<RunnerStore>['getState'] };
