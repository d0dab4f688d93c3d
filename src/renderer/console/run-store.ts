import { createStore } from 'zustand';
import { foldRuns, newRun, type RunState } from '../../contract/runs/fold-run.ts';
import type { StoredExchange } from '../../contract/http/http.ts';
import type { HostClient } from '../../contract/host-contract.ts';
import type { RunEvent } from '../../contract/runs/run-event.ts';

/** Runs kept in the console; older ones are let go. */
const MAX_RUNS = 20;
const FRAME_MS = 16;

export interface ExchangeKey {
  runId: string;
  of: 'request' | 'script';
  number: number;
}
export interface FollowOptions {
  /** Its scripts stop at breakpoints. */
  debugged?: boolean;
}
export interface RunStore {
  /** The oldest first. */
  runs: RunState[];
  /** The run that this window has started and that is under way. */
  current: string | undefined;
  /** Whether the scripts of the current run are debugged. */
  debugged: boolean;
  /** Runs a script; settles when it has ended. Does nothing while one is under way. */
  run(script: { scriptName: string; source: string }, options?: FollowOptions): Promise<void>;
  /**
   * Shows what a call of the host does, as a run; Stop ends it. Undefined while another is under way, and when the person does
   * not want it to be debugged.
   */
  follow<T>(start: (runId: string, signal: AbortSignal) => Promise<T>, options?: FollowOptions): Promise<T | undefined>;
  stop(): void;
  /** What a request has sent and got; null when the host does not have it any more. */
  exchange(key: ExchangeKey): Promise<StoredExchange | null>;
  clear(): void;
}

/** @param prepareDebugging makes the run of this id a debugged one; false: the person does not want it */
export function createRunStore(
  client: HostClient,
  prepareDebugging: (runId: string) => Promise<boolean> = () => Promise.resolve(false),
) {
  let controller: AbortController | undefined;
  let arrived: RunEvent[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  const store = createStore<RunStore>()((set, get) => ({
    runs: [],
    current: undefined,
    debugged: false,
    async run(script, options) {
      await get().follow((runId, signal) => client.call('runs.start', { runId, ...script }, signal), options);
    },
    async follow(start, { debugged = false } = {}) {
      if (get().current !== undefined) return undefined;
      const runId = crypto.randomUUID();
      if (debugged && !(await prepareDebugging(runId))) return undefined;
      // Another may have been started while the person was asked.
      if (get().current !== undefined) return undefined;
      controller = new AbortController();
      set((state) => ({ current: runId, debugged, runs: [...state.runs, newRun(runId)].slice(-MAX_RUNS) }));
      try {
        return await start(runId, controller.signal);
      } finally {
        apply();
        set((state) => ({
          current: undefined,
          debugged: false,
          runs: state.runs.map((run) => (run.runId === runId ? ended(run) : run)),
        }));
      }
    },
    stop: () => controller?.abort(),
    exchange: async (key) => (await client.call('runs.exchange', key)).exchange,
    clear: () => set((state) => ({ runs: state.runs.filter(({ runId }) => runId === state.current) })),
  }));

  // Many events become one change of the store, once a frame.
  const apply = () => {
    clearTimeout(timer);
    timer = undefined;
    const events = arrived;
    arrived = [];
    if (events.length === 0) return;
    store.setState((state) => ({
      runs: state.runs.map((run) => {
        const eventsOfRun = events.filter(({ runId }) => runId === run.runId);
        return eventsOfRun.length > 0 ? foldRuns(run, eventsOfRun) : run;
      }),
    }));
  };
  client.on('run.event', (event) => {
    arrived.push(event);
    timer ??= setTimeout(apply, FRAME_MS);
  });
  return store;
}

/** A run whose host was lost never tells its end. */
function ended(run: RunState): RunState {
  return run.status === 'running' ? { ...run, status: 'stopped', waits: [] } : run;
}
