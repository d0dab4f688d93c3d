/** The runner: the selection, the current run, and former ones. Each part is in a file of its own. */
import { createStore, type StoreApi } from 'zustand';
import type { HostClient } from '../../contract/host-contract.ts';
import type { RequestStore } from '../collection/request-store.ts';
import type { RunStore } from '../console/run-store.ts';
import type { Drafts } from '../host/drafts.ts';
import { createLiveReport } from './results/live-report.ts';
import { createPastRuns } from './results/past-runs.ts';
import { createRunChoice, createStoredChoice, parseRunChoice, withAllItems } from './choice/run-choice.ts';
import { createRunStart } from './run-start.ts';
import { nothingShown, type RunnerStore } from './runner-state.ts';

export type { DataPreview, RunnerStore, RunPlan, RunStart } from './runner-state.ts';

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
  const storedChoice = createStoredChoice(drafts, () => root);
  const items = () => requests.getState().collection?.items ?? [];
  const liveReport = createLiveReport(client, (shown, underWay) => store.setState({ shown, underWay }));

  const store = createStore<RunnerStore>()((set, get) => ({
    plan: { iterations: null, data: null, delayMs: 0, bail: false, savedFiles: false },
    setPlan: (change) => set((state) => ({ plan: { ...state.plan, ...change } })),
    async setData(file) {
      const data = file && { ...file, preview: await client.call('runner.previewData', file) };
      set((state) => ({ plan: { ...state.plan, data } }));
    },
    ...createRunChoice({ set, get }, { stored: storedChoice, items }),
    ...createPastRuns(client, { set, get }),
    ...createRunStart({ set, get }, { client, runs, requests, liveReport }),
  }));
  requests.subscribe(({ collection }, before) => {
    if (collection !== before.collection) store.setState((state) => withAllItems(state, items));
  });
  client.on('workspace.changed', (workspace) => {
    if (workspace.root !== root) {
      root = workspace.root;
      store.setState({ ...parseRunChoice(null), ...nothingShown });
      // The drafts of another workspace are available after reloading.
      drafts
        .reload()
        .then(() => store.setState(withAllItems(storedChoice.read(), items)))
        .catch(() => undefined);
    }
    store
      .getState()
      .load()
      .catch(() => undefined);
  });
  return store;
}
