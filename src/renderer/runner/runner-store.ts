/** The runner: what is to be run, the run that is under way, and those of the past. */
import { createStore, type StoreApi } from 'zustand';
import { foldReport, newReport, type KeptRun, type ReportRequest, type RunReport } from '../../contract/report.ts';
import type { HostClient } from '../../contract/host-contract.ts';
import type { RunEvent } from '../../contract/run-event.ts';
import type { RunStore } from '../console/run-store.ts';

const FRAME_MS = 100;

export interface RunPlan {
  /** Empty for the collection. */
  folder: string;
  iterations: number | null;
  data: { name: string; text: string } | null;
  delayMs: number;
  bail: boolean;
}
export interface RunnerStore {
  plan: RunPlan;
  runs: KeptRun[];
  /** What is shown: the run under way, or one of the past. */
  shown: RunReport | undefined;
  shownId: number | undefined;
  /** The results of the run before the shown one, to compare with. */
  before: RunReport | undefined;
  running: boolean;
  setPlan(change: Partial<RunPlan>): void;
  load(): Promise<void>;
  start(environment: string | null, failedOf?: number): Promise<void>;
  show(id: number): Promise<void>;
  clear(): Promise<void>;
}

export function createRunnerStore(client: HostClient, runs: StoreApi<RunStore>): StoreApi<RunnerStore> {
  let current: { runId: string; report: RunReport } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const store = createStore<RunnerStore>()((set, get) => ({
    plan: { folder: '', iterations: null, data: null, delayMs: 0, bail: false },
    runs: [],
    shown: undefined,
    shownId: undefined,
    before: undefined,
    running: false,
    setPlan: (change) => set((state) => ({ plan: { ...state.plan, ...change } })),
    async load() {
      set({ runs: (await client.call('runner.list', {})).runs });
    },
    async start(environment, failedOf) {
      const { plan } = get();
      try {
        const result = await runs.getState().follow((runId, signal) => {
          current = { runId, report: newReport(environment) };
          set({ running: true, shown: { ...current.report }, shownId: undefined, before: undefined });
          const { folder: _folder, ...how } = plan;
          const params = { runId, requests: [], ...how, environment, failedOf: failedOf ?? null };
          return client.call('runner.start', params, signal);
        });
        if (!result) return;
        await get().load();
        await get().show(result.id);
      } finally {
        clearTimeout(timer);
        timer = undefined;
        current = undefined;
        set({ running: false });
      }
    },
    async show(id) {
      const { report } = await client.call('runner.get', { id });
      const own = get().runs.find((run) => run.id === id);
      const older = get().runs.find((run) => run.id < id && run.folder === own?.folder);
      const before = older ? (await client.call('runner.get', { id: older.id })).report : undefined;
      set({ shown: report, shownId: id, before });
    },
    async clear() {
      await client.call('runner.clear', {});
      set({ runs: [], shown: undefined, shownId: undefined, before: undefined });
    },
  }));

  const draw = () => {
    timer = undefined;
    if (current) store.setState({ shown: { ...current.report, requests: [...current.report.requests] } });
  };
  client.on('run.event', (event: RunEvent) => {
    if (event.runId !== current?.runId) return;
    foldReport(current.report, event);
    timer ??= setTimeout(draw, FRAME_MS);
  });
  client.on(
    'workspace.changed',
    () =>
      void store
        .getState()
        .load()
        .catch(() => undefined),
  );
  return store;
}

/** What became of the same request in the run before. */
export function sameBefore(before: RunReport | undefined, request: ReportRequest): ReportRequest | undefined {
  return before?.requests.find(
    ({ id, iteration, caller }) =>
      id === request.id && iteration === request.iteration && (caller === undefined) === (request.caller === undefined),
  );
}
