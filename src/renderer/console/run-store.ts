import { createStore } from 'zustand';
import { foldRuns, newRun, type RunState } from '../../contract/runs/fold-run.ts';
import type { StoredExchange } from '../../contract/http/http.ts';
import type { HostClient } from '../../contract/host-contract.ts';
import type { RunEvent } from '../../contract/runs/run-event.ts';

/** The number of runs that the console keeps. */
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
  /** The current run of this window. */
  current: string | undefined;
  /** Whether the scripts of the current run are debugged. */
  debugged: boolean;
  /** Runs a script; settles when it has ended. Has no effect while another run is under way. */
  run(script: { scriptName: string; source: string }, options?: FollowOptions): Promise<void>;
  /**
   * Shows a call of the host as a run, which Stop ends. Undefined while another one is under way, and when the person
   * refuses debugging.
   */
  follow<T>(start: (runId: string, signal: AbortSignal) => Promise<T>, options?: FollowOptions): Promise<T | undefined>;
  stop(): void;
  /** The request and response of a row; null when the host no longer has them. */
  exchange(key: ExchangeKey): Promise<StoredExchange | null>;
  clear(): void;
}

/** @param prepareDebugging prepares the run with this id for debugging; false: the person refuses it */
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
      // Another run may have been started while the person was asked.
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

  // Events are collected and applied to the store once in each frame.
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

/** A run whose host was lost never reports its end. */
function ended(run: RunState): RunState {
  return run.status === 'running' ? { ...run, status: 'stopped', waits: [] } : run;
}
