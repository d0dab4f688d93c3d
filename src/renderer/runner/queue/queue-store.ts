/** The queue of the workspace: its settings, whether a run could begin, and the queued run under way. */
import { createStore, type StoreApi } from 'zustand';
import type { HostClient } from '../../../contract/host-contract.ts';
import type { QueueSettings } from '../../../contract/runs/run-queue-calls.ts';
import type { RequestStore } from '../../collection/request-store.ts';
import type { RunStore } from '../../console/run-store.ts';
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
  /** The folder of the workspace that is open first. */
  root: string;
}

const INITIAL: QueueSettings = { address: '', hasPassword: false, partSize: 50, on: false };

export function createQueueStore(dependencies: StartedRunDependencies): StoreApi<QueueStore> {
  const { client, runs, requests, runner } = dependencies;
  let { root } = dependencies;
  /** The number of the latest check: answers to earlier ones are ignored. */
  let lastCheck = 0;
  const store = createStore<QueueStore>()((set, get) => ({
    settings: INITIAL,
    check: undefined,
    checking: false,
    progress: undefined,
    dataPath: '',
    setDataPath: (dataPath) => set({ dataPath }),
    async load() {
      set({ settings: await client.call('runQueue.get', {}) });
      await get().refresh();
    },
    async save(change) {
      set({ settings: await client.call('runQueue.set', change) });
      await get().refresh();
    },
    async refresh() {
      const number = ++lastCheck;
      const { on, address } = get().settings;
      if (!on || address === '') {
        set({ check: undefined, checking: false });
        return;
      }
      set({ checking: true });
      try {
        const check = await client.call('runQueue.check', { environment: requests.getState().environment });
        if (number === lastCheck) set({ check });
      } finally {
        if (number === lastCheck) set({ checking: false });
      }
    },
    ...createQueueRuns({ set, get }, { client, runner, requests }),
  }));
  client.on('runQueue.progress', (progress) => {
    if (progress.runId === runs.getState().of('runner')) store.setState({ progress });
  });
  client.on('workspace.changed', (workspace) => {
    if (root === workspace.root) return;
    root = workspace.root;
    lastCheck += 1;
    store.setState({ settings: INITIAL, check: undefined, checking: false, progress: undefined, dataPath: '' });
    store
      .getState()
      .load()
      .catch(() => undefined);
  });
  return store;
}
