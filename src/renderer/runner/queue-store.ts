/** The queue of the workspace: where it is, whether a run could begin, and the run of it that is under way. */
import { createStore, type StoreApi } from 'zustand';
import { fromFailure } from '../../contract/errors.ts';
import type { HostClient } from '../../contract/host-contract.ts';
import type { QueueCheck, QueueProgress, QueueSettings } from '../../contract/run-queue-calls.ts';
import type { RequestStore } from '../collection/request-store.ts';
import type { RunStore } from '../console/run-store.ts';
import type { RunnerStore } from './runner-store.ts';

export interface QueueStore {
  settings: QueueSettings;
  /** Undefined: not asked yet. */
  check: QueueCheck | undefined;
  checking: boolean;
  /** Of the latest run on the queue. */
  progress: QueueProgress | undefined;
  /** Path of the data file where the workers run; empty: its name. */
  dataPath: string;
  setDataPath(path: string): void;
  /** Reads the settings, and looks at the queue where runs are put into it. */
  load(): Promise<void>;
  /** Changes what is named, and looks at the queue. @throws InvalidParams */
  save(change: Partial<Omit<QueueSettings, 'hasPassword'>> & { password?: string }): Promise<void>;
  look(): Promise<void>;
  /** Runs the chosen requests of the runner where the person has chosen: here, or on the queue. */
  startRun(): Promise<void>;
  /** Collects an unfinished run. */
  attach(id: string): Promise<void>;
}

interface Dependencies {
  client: HostClient;
  runs: StoreApi<RunStore>;
  requests: StoreApi<RequestStore>;
  runner: StoreApi<RunnerStore>;
  /** The folder of the workspace that is open first. */
  root: string;
}

const INITIAL: QueueSettings = { address: '', hasPassword: false, partSize: 50, on: false };

export function createQueueStore(dependencies: Dependencies): StoreApi<QueueStore> {
  const { client, runs, requests, runner } = dependencies;
  let { root } = dependencies;
  /** The check that was asked for last: answers to earlier ones are not shown. */
  let asked = 0;
  const store = createStore<QueueStore>()((set, get) => {
    /** A run of the queue: leaving it is not ending it, so that Stop is a call of its own. */
    async function follow(begin: (runId: string) => Promise<{ id: number }>): Promise<void> {
      await runner.getState().follow((runId, signal) => {
        set({ progress: undefined });
        signal.addEventListener('abort', () => void client.call('runQueue.stop', { runId }).catch(() => undefined));
        return begin(runId);
      });
      await get().look();
    }
    return {
      settings: INITIAL,
      check: undefined,
      checking: false,
      progress: undefined,
      dataPath: '',
      setDataPath: (dataPath) => set({ dataPath }),
      async load() {
        set({ settings: await client.call('runQueue.get', {}) });
        await get().look();
      },
      async save(change) {
        set({ settings: await client.call('runQueue.set', change) });
        await get().look();
      },
      async look() {
        const mine = ++asked;
        const { on, address } = get().settings;
        if (!on || address === '') {
          set({ check: undefined, checking: false });
          return;
        }
        set({ checking: true });
        try {
          const check = await client.call('runQueue.check', { environment: requests.getState().environment });
          if (mine === asked) set({ check });
        } finally {
          if (mine === asked) set({ checking: false });
        }
      },
      async startRun() {
        if (!get().settings.on) return runner.getState().start();
        const { data, iterations, delayMs, bail } = runner.getState().plan;
        const { environment } = requests.getState();
        const name = get().dataPath.trim() || data?.name;
        await get().look();
        const problem = get().check?.problem;
        if (problem) throw fromFailure({ code: 'QueueUnreachable', ...problem });
        await follow((runId) =>
          client.call('runQueue.start', {
            ...{ runId, requests: runner.getState().toRun(), environment, iterations, delayMs, bail },
            data: data && name ? { name, text: data.text } : null,
          }),
        );
      },
      attach: (id) => follow((runId) => client.call('runQueue.attach', { runId, id })),
    };
  });
  client.on('runQueue.progress', (progress) => {
    if (progress.runId === runs.getState().current) store.setState({ progress });
  });
  client.on('workspace.changed', (workspace) => {
    if (root === workspace.root) return;
    root = workspace.root;
    asked += 1;
    store.setState({ settings: INITIAL, check: undefined, checking: false, progress: undefined, dataPath: '' });
    store
      .getState()
      .load()
      .catch(() => undefined);
  });
  return store;
}
