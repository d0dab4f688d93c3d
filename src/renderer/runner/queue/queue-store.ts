/** The queue of the workspace: its settings, whether a run could begin, and the queued run under way. */
import { createStore, type StoreApi } from 'zustand';
import type { HostClient } from '../../../contract/host-contract.ts';
import type { QueueSettings } from '../../../contract/runs/run-queue-calls.ts';
import type { RequestStore } from '../../collection/request-store.ts';
import type { RunStore } from '../../console/run-store.ts';
import type { ShownWorkspace } from '../../host/shown-workspace.ts';
import { createQueueRuns } from './queue-runs.ts';
import type { QueueStore } from './queue-state.ts';
import type { RunnerStore } from '../runner-store.ts';

export type { QueueStore };

/** The dependencies of stores for runs that are started from the runner. */
export interface StartedRunDependencies {
  client: HostClient;
  runs: StoreApi<RunStore>;
  requests: StoreApi<RequestStore>;
  runner: StoreApi<RunnerStore>;
  workspace: ShownWorkspace;
}

const INITIAL: QueueSettings = { address: '', hasPassword: false, partSize: 50, on: false };

export function createQueueStore(dependencies: StartedRunDependencies): StoreApi<QueueStore> {
  const { client, runs, requests, runner, workspace } = dependencies;
  const reads = workspace.latestCall();
  const checks = workspace.latestCall();
  async function showSettings(reply: Promise<QueueSettings>): Promise<void> {
    await reads.show(reply, (settings) => store.setState({ settings }));
    await store.getState().refresh();
  }
  const store = createStore<QueueStore>()((set, get) => ({
    settings: INITIAL,
    check: undefined,
    checking: false,
    progress: undefined,
    dataPath: '',
    setDataPath: (dataPath) => set({ dataPath }),
    load: () => showSettings(client.call('runQueue.get', {})),
    save: (change) => showSettings(client.call('runQueue.set', change)),
    async refresh() {
      const checking = checks.begin();
      const { on, address } = get().settings;
      if (!on || address === '') {
        set({ check: undefined, checking: false });
        return;
      }
      set({ checking: true });
      try {
        const check = await client.call('runQueue.check', { environment: requests.getState().environment });
        if (!checking.aborted) set({ check });
      } finally {
        if (!checking.aborted) set({ checking: false });
      }
    },
    ...createQueueRuns({ set, get }, { client, runner, requests }),
  }));
  client.on('runQueue.progress', (progress) => {
    if (progress.runId === runs.getState().of('runner')) store.setState({ progress });
  });
  workspace.empty(store);
  const { load } = store.getState();
  workspace.follow({ opened: () => void load().catch(() => undefined) });
  return store;
}
