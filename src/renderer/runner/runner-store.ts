/** The runner: what is to be run, the run that is under way, and those of the past. */
import { createStore, type StoreApi } from 'zustand';
import type { StoredExchange } from '../../contract/http.ts';
import type { KeptRun, RunReport } from '../../contract/report.ts';
import { foldReport, newReport } from '../../contract/fold-report.ts';
import type { ReportFormat } from '../../contract/report-formats.ts';
import type { HostClient } from '../../contract/host-contract.ts';
import type { RunEvent } from '../../contract/run-event.ts';
import type { RequestStore } from '../collection/request-store.ts';
import type { FollowOptions, RunStore } from '../console/run-store.ts';
import type { Drafts } from '../host/drafts.ts';
import { foldersAbove } from '../collection/folders-above.ts';
import { inRunOrder, movedBefore, movedBy, requestsOf, type RunOrder } from './run-order.ts';

const FRAME_MS = 100;

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

interface Dependencies {
  client: HostClient;
  runs: StoreApi<RunStore>;
  requests: StoreApi<RequestStore>;
  drafts: Drafts;
  /** The folder of the workspace that is open first. */
  root: string;
}

export function createRunnerStore(dependencies: Dependencies): StoreApi<RunnerStore> {
  const { client, runs, requests, drafts } = dependencies;
  let { root } = dependencies;
  let current: { runId: string; report: RunReport } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const choiceKey = () => `runner ${root}`;
  const items = () => requests.getState().collection?.items ?? [];

  const store = createStore<RunnerStore>()((set, get) => {
    const choice = (change: Partial<Pick<RunnerStore, 'selected' | 'order'>>) => {
      set(change);
      const { selected, order } = get();
      drafts.setItem(choiceKey(), JSON.stringify({ selected: [...selected], order }));
    };
    return {
      plan: { iterations: null, data: null, delayMs: 0, bail: false, savedFiles: false },
      ...readChoice(drafts.getItem(choiceKey())),
      runs: [],
      shown: undefined,
      shownId: undefined,
      before: undefined,
      running: false,
      setPlan: (change) => set((state) => ({ plan: { ...state.plan, ...change } })),
      async setData(file) {
        const data = file && { ...file, preview: await client.call('runner.previewData', file) };
        set((state) => ({ plan: { ...state.plan, data } }));
      },
      check(id, checked) {
        const selected = new Set(get().selected);
        for (const one of requestsOf(items(), id)) {
          if (checked) selected.add(one);
          else selected.delete(one);
        }
        choice({ selected });
      },
      choose: (id) => choice({ selected: new Set(requestsOf(items(), id)) }),
      moveBy: (id, step) => choice({ order: movedBy(items(), get().order, id, step) }),
      moveBefore: (id, before) => choice({ order: movedBefore(items(), get().order, id, before) }),
      toRun: () =>
        inRunOrder(items(), get().order)
          .map(({ id }) => id)
          .filter((id) => get().selected.has(id)),
      async load() {
        set({ runs: (await client.call('runner.list', {})).runs });
      },
      async start({ failedOf, debugged = false } = {}) {
        const { savedFiles, data, ...how } = get().plan;
        const ids = failedOf === undefined ? get().toRun() : failedRequests(get().shown);
        const { environment } = requests.getState();
        const unsaved = savedFiles ? undefined : await requests.getState().unsavedEdits(withFolders(ids));
        await get().follow(
          (runId, signal) => {
            const params = {
              ...{ ...how, runId, requests: ids, environment, failedOf: failedOf ?? null },
              data: data && { name: data.name, text: data.text },
              ...(unsaved ? { unsaved } : {}),
            };
            return client.call('runner.start', params, signal);
          },
          { debugged },
        );
      },
      async follow(begin, options) {
        try {
          const result = await runs.getState().follow((runId, signal) => {
            current = { runId, report: newReport(requests.getState().environment) };
            set({ running: true, shown: { ...current.report }, shownId: undefined, before: undefined });
            return begin(runId, signal);
          }, options);
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
      async exchange(index) {
        const { shownId } = get();
        if (shownId !== undefined) return (await client.call('runner.exchange', { id: shownId, index })).exchange;
        return current ? runs.getState().exchange({ runId: current.runId, of: 'request', number: index }) : null;
      },
      report: async (id, format) => (await client.call('runner.export', { id, format })).text,
      async clear() {
        await client.call('runner.clear', {});
        set({ runs: [], shown: undefined, shownId: undefined, before: undefined });
      },
    };
  });

  const draw = () => {
    timer = undefined;
    if (current) store.setState({ shown: { ...current.report, requests: [...current.report.requests] } });
  };
  client.on('run.event', (event: RunEvent) => {
    if (event.runId !== current?.runId) return;
    foldReport(current.report, event);
    timer ??= setTimeout(draw, FRAME_MS);
  });
  client.on('workspace.changed', (workspace) => {
    if (workspace.root !== root) {
      root = workspace.root;
      store.setState({ ...readChoice(null), shown: undefined, shownId: undefined, before: undefined });
      // The drafts of the other workspace are there when the request store has taken them.
      drafts
        .reload()
        .then(() => store.setState(readChoice(drafts.getItem(choiceKey()))))
        .catch(() => undefined);
    }
    store
      .getState()
      .load()
      .catch(() => undefined);
  });
  return store;
}

/** The requests with the folders that they inherit from. */
export const withFolders = (ids: readonly string[]): string[] => [...new Set([...ids.flatMap(foldersAbove), ...ids])];

const failedRequests = (report: RunReport | undefined): string[] => [
  ...new Set(report?.requests.filter(({ caller }) => caller === undefined).map(({ id }) => id)),
];

/** An older version of Outrigger may have written it. */
function readChoice(text: string | null): Pick<RunnerStore, 'selected' | 'order'> {
  try {
    const { selected, order } = JSON.parse(text ?? '{}') as { selected?: unknown; order?: unknown };
    const texts = (value: unknown): string[] =>
      Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
    const orders = Object.entries(typeof order === 'object' && order !== null ? order : {});
    return {
      selected: new Set(texts(selected)),
      order: Object.fromEntries(orders.map(([folder, ids]) => [folder, texts(ids)])),
    };
  } catch {
    return { selected: new Set(), order: {} };
  }
}
