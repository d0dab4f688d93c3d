/** The runner: the selection, the current run, and former ones. Each part is in a file of its own. */
import { createStore, type StoreApi } from 'zustand';
import type { HostClient } from '../../contract/host-contract.ts';
import type { RequestStore } from '../collection/request-store.ts';
import type { RunStore } from '../console/run-store.ts';
import { itemsWithDraftTags } from '../collection/tree/draft-tags.ts';
import type { Drafts } from '../host/drafts.ts';
import type { ShownWorkspace } from '../host/shown-workspace.ts';
import { createLiveReport } from './results/live-report.ts';
import { createPastRuns } from './results/past-runs.ts';
import { createRunChoice, createStoredChoice, withAllItems } from './choice/run-choice.ts';
import { createRunStart } from './run-start.ts';
import { createStoredPlan } from './choice/stored-plan.ts';
import type { RunnerStore, RunPlan } from './runner-state.ts';

export type { DataPreview, RunnerStore } from './runner-state.ts';

interface Dependencies {
  client: HostClient;
  runs: StoreApi<RunStore>;
  requests: StoreApi<RequestStore>;
  drafts: Drafts;
  workspace: ShownWorkspace;
}

export function createRunnerStore(dependencies: Dependencies): StoreApi<RunnerStore> {
  const { client, runs, requests, drafts, workspace } = dependencies;
  const storedChoice = createStoredChoice(drafts, workspace.root);
  const storedPlan = createStoredPlan(drafts, workspace.root);
  const items = () => requests.getState().collection?.items ?? [];
  const taggedItems = () => itemsWithDraftTags(requests.getState());
  const liveReport = createLiveReport(client, (shown, underWay) => {
    // A former run that was chosen meanwhile stays shown.
    if (store.getState().shownId === undefined) store.setState({ shown, underWay });
  });

  const changePlan = (change: Partial<RunPlan>) => {
    store.setState(({ plan }) => ({ plan: { ...plan, ...change } }));
    storedPlan.write(store.getState().plan);
  };
  const dataFiles = workspace.latestCall();
  const store = createStore<RunnerStore>()((set, get) => ({
    plan: storedPlan.read(),
    setPlan: changePlan,
    async setData(file) {
      const choice = dataFiles.begin();
      const data = file && { ...file, preview: await client.call('runner.previewData', file) };
      if (!choice.aborted) changePlan({ data });
    },
    ...createRunChoice({ set, get }, { stored: storedChoice, items, taggedItems }),
    ...createPastRuns(client, workspace, { set, get }),
    ...createRunStart({ set, get }, { client, runs, requests, liveReport }),
  }));
  requests.subscribe(({ collection, moved }, before) => {
    if (moved && moved !== before.moved) store.getState().followMoved(moved);
    if (collection !== before.collection) store.setState((state) => withAllItems(state, items));
  });
  const { load } = store.getState();
  const loadAgain = () => void load().catch(() => undefined);
  workspace.empty(store, () =>
    store.setState({ ...withAllItems(storedChoice.read(), items), plan: storedPlan.read() }),
  );
  workspace.follow({ opened: loadAgain, changed: loadAgain });
  return store;
}
