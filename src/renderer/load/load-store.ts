/** Load runs: their settings, the current run, and the last results. */
import { createStore, type StoreApi } from 'zustand';
import type { HostClient } from '../../contract/host-contract.ts';
import type { KeptLoadRun, LoadModel, LoadProgress, LoadReport, LoadSecond } from '../../contract/load/load.ts';
import type { loadReportFormats } from '../../contract/load/load-calls.ts';
import type { Drafts } from '../host/drafts.ts';
import type { LatestCall } from '../host/latest-call.ts';
import type { ShownWorkspace } from '../host/shown-workspace.ts';
import { withFoldersAbove } from '../collection/tree/folders-above.ts';
import type { StartedRunDependencies } from '../runner/queue/queue-store.ts';
import { atLeastOne, linesOf, modelOf, readPlan, type LoadPlan } from './load-plan.ts';

type ReportFormat = (typeof loadReportFormats)[number];

export interface LoadStore {
  /** Whether the runner shows load instead of tests. */
  isShown: boolean;
  plan: LoadPlan;
  /** The current or last started run; undefined while a former run is shown. */
  runId: string | undefined;
  /** The duration of the run `runId`. */
  durationMs: number;
  /** The model of the shown run. */
  model: LoadModel | undefined;
  progress: LoadProgress | undefined;
  seconds: readonly LoadSecond[];
  /** Undefined during the run. */
  report: LoadReport | undefined;
  /** The stored runs of the workspace, the newest first. */
  runs: readonly KeptLoadRun[];
  /** The number of `report` among them; undefined during the run, and where it could not be stored. */
  shownId: number | undefined;
  /** The report of the former run with the same name, for comparison. */
  before: LoadReport | undefined;
  show(isShown: boolean): void;
  setPlan(change: Partial<LoadPlan>): void;
  /**
   * Has no effect while another load run is under way. @throws InvalidParams for an invalid expectation, before anything is
   * sent
   */
  start(): Promise<void>;
  loadRuns(): Promise<void>;
  /** Shows a run of the past. */
  open(id: number): Promise<void>;
  /** Deletes a former run; the returned function restores it. */
  remove(id: number): Promise<() => Promise<void>>;
  reportText(id: number, format: ReportFormat): Promise<string>;
}

/** Load runs of the past. */
type KeptLoads = Pick<LoadStore, 'loadRuns' | 'open' | 'remove' | 'reportText'>;

interface StoreAccess {
  workspace: ShownWorkspace;
  /** What was chosen to be shown. */
  choices: LatestCall;
  client: HostClient;
  set: StoreApi<LoadStore>['setState'];
  get: StoreApi<LoadStore>['getState'];
}
const NOTHING = {
  runId: undefined,
  durationMs: 0,
  progress: undefined,
  seconds: [],
  report: undefined,
  model: undefined,
  shownId: undefined,
  before: undefined,
};

export function createLoadStore({
  client,
  runs,
  requests,
  runner,
  drafts,
  workspace,
}: StartedRunDependencies & { drafts: Drafts }): StoreApi<LoadStore> {
  const draftName = () => `load-plan ${workspace.root()}`;
  const storedPlan = () => readPlan(drafts.getItem(draftName()));
  const choices = workspace.latestCall();
  const store = createStore<LoadStore>()((set, get) => ({
    isShown: false,
    plan: storedPlan(),
    ...NOTHING,
    runs: [],
    show: (isShown) => set({ isShown }),
    setPlan(change) {
      set((state) => ({ plan: { ...state.plan, ...change } }));
      drafts.setItem(draftName(), JSON.stringify(get().plan));
    },
    async start() {
      const { plan } = get();
      const durationMs = atLeastOne(plan.durationS) * 1000;
      const model = modelOf(plan);
      const chosen = await chosenRequests(runner, requests);
      await runs.getState().follow('load', async (runId, signal) => {
        choices.cancel();
        const shownBefore = shownRun(get());
        set({ ...NOTHING, runId, durationMs, model });
        // Cancelling the call would discard its answer with the report, so `load.stop` is called instead.
        signal.addEventListener('abort', () => void client.call('load.stop', { runId }).catch(() => undefined));
        const parameters = { ...chosen, runId, model, durationMs, expectations: linesOf(plan.expectations) };
        const { id, report } = await client.call('load.start', parameters).catch((error: unknown) => {
          const { runId: shown, progress } = get();
          // A run that was refused has measured nothing: what was in view before it stays.
          if (shown === runId && progress === undefined) set(shownBefore);
          throw error;
        });
        if (get().runId !== runId) return;
        set({ report, seconds: report.seconds, shownId: id ?? undefined });
        await get().loadRuns();
        const before = id === null ? undefined : await reportBefore(client, get().runs, id);
        if (get().runId === runId) set({ before });
      });
    },
    ...keptLoads({ workspace, choices, client, set, get }),
  }));
  client.on('load.progress', (event) => addProgress(store, event));
  workspace.empty(store, () => store.setState({ plan: storedPlan() }));
  return store;
}

type ShownRun = Pick<LoadStore, keyof typeof NOTHING>;

/** The run in view, with its figures. */
function shownRun(state: LoadStore): ShownRun {
  const { runId, durationMs, progress, seconds, report, model, shownId, before } = state;
  return { runId, durationMs, progress, seconds, report, model, shownId, before };
}

/** What the runner's tree, data file and tags choose to be sent. */
async function chosenRequests(runner: StartedRunDependencies['runner'], requests: StartedRunDependencies['requests']) {
  const { toRun, plan } = runner.getState();
  const { data, savedFiles, tags, excludeTags } = plan;
  const ids = toRun();
  const { environment, unsavedEdits } = requests.getState();
  const unsaved = savedFiles ? undefined : await unsavedEdits(withFoldersAbove(ids));
  return {
    requests: ids,
    tagFilter: { tags, excludeTags },
    environment,
    data: data && { name: data.name, text: data.text },
    ...(unsaved ? { unsaved } : {}),
  };
}

function addProgress(store: StoreApi<LoadStore>, { runId, progress }: { runId: string; progress: LoadProgress }): void {
  if (runId !== store.getState().runId) return;
  store.setState((state) => ({ progress, seconds: [...state.seconds, progress.second] }));
}

function keptLoads({ workspace, choices, client, set, get }: StoreAccess): KeptLoads {
  const lists = workspace.latestCall();
  return {
    loadRuns: () => lists.show(client.call('load.list', {}), ({ runs }) => set({ runs })),
    async open(id) {
      const choice = choices.begin();
      const [{ report }, before] = await Promise.all([
        client.call('load.get', { id }),
        reportBefore(client, get().runs, id),
      ]);
      if (!choice.aborted)
        set({ ...NOTHING, model: report.model, report, before, seconds: report.seconds, shownId: id });
    },
    async remove(id) {
      await client.call('load.remove', { id });
      if (get().shownId === id) set(NOTHING);
      await get().loadRuns();
      return async () => {
        await client.call('load.restore', { id });
        await get().loadRuns();
      };
    },
    reportText: async (id, format) => (await client.call('load.export', { id, format })).text,
  };
}

/** The report of the former run with the same name. */
async function reportBefore(
  client: HostClient,
  runs: readonly KeptLoadRun[],
  id: number,
): Promise<LoadReport | undefined> {
  const name = runs.find((run) => run.id === id)?.name;
  const older = runs.find((run) => run.id < id && run.name === name);
  return older && (await client.call('load.get', { id: older.id })).report;
}
