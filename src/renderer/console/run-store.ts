import { createStore, type StoreApi } from 'zustand';
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
/** The part of the window that starts a run and stops it: a tab by its request or script, a program, the runner. */
export type RunOwner = 'runner' | 'load' | `request ${string}` | `script ${string}` | `program ${string}`;
export interface ActiveRun {
  runId: string;
  owner: RunOwner;
  /** Whether its scripts are debugged; at most one run is. */
  debugged: boolean;
}
export interface RunStore {
  /** The oldest first. */
  runs: RunState[];
  /** The runs under way, at most one for each owner; the oldest first. */
  active: readonly ActiveRun[];
  /** The run that began or ended last. */
  latest: string | undefined;
  /** The id of the run under way that an owner has started. */
  of(owner: RunOwner): string | undefined;
  /** Runs a script; settles when it has ended. Has no effect while the owner has a run under way. */
  run(owner: RunOwner, script: { scriptName: string; source: string }, options?: FollowOptions): Promise<void>;
  /**
   * Shows a call of the host as a run, which `stop` ends. Undefined while the owner has a run under way, while another
   * run is debugged if this one should be, and when the person refuses debugging.
   */
  follow<T>(
    owner: RunOwner,
    start: (runId: string, signal: AbortSignal) => Promise<T>,
    options?: FollowOptions,
  ): Promise<T | undefined>;
  stop(runId: string | undefined): void;
  stopAll(): void;
  /** A request, or a folder with requests, has another id. */
  renameRequests(from: string, to: string): void;
  /** The request and response of a row; null when the host no longer has them. */
  exchange(key: ExchangeKey): Promise<StoredExchange | null>;
  clear(): void;
}

/** @param prepareDebugging prepares the run with this id for debugging; false: the person refuses it */
export function createRunStore(
  client: HostClient,
  prepareDebugging: (runId: string) => Promise<boolean> = () => Promise.resolve(false),
) {
  const controllers = new Map<string, AbortController>();
  const store = createStore<RunStore>()((set, get) => ({
    runs: [],
    active: [],
    latest: undefined,
    of: (owner) => get().active.find((one) => one.owner === owner)?.runId,
    async run(owner, script, options) {
      await get().follow(owner, (runId, signal) => client.call('runs.start', { runId, ...script }, signal), options);
    },
    async follow(owner, start, { debugged = false } = {}) {
      const isTaken = () => get().active.some((one) => one.owner === owner || (debugged && one.debugged));
      if (isTaken()) return undefined;
      const runId = crypto.randomUUID();
      if (debugged && !(await prepareDebugging(runId))) return undefined;
      // Another run may have been started while the person was asked.
      if (isTaken()) return undefined;
      const controller = new AbortController();
      controllers.set(runId, controller);
      set(({ active, runs }) => ({ ...withActiveRun({ active, runs }, { runId, owner, debugged }), latest: runId }));
      try {
        return await start(runId, controller.signal);
      } finally {
        apply();
        controllers.delete(runId);
        set((state) => ({
          active: state.active.filter((one) => one.runId !== runId),
          latest: runId,
          runs: state.runs.map((run) => (run.runId === runId ? withEnd(run) : run)),
        }));
      }
    },
    stop: (runId) => void (runId !== undefined && controllers.get(runId)?.abort()),
    stopAll: () => controllers.forEach((controller) => controller.abort()),
    renameRequests: (from, to) => set(({ active }) => ({ active: active.map((one) => renamed(one, from, to)) })),
    exchange: async (key) => (await client.call('runs.exchange', key)).exchange,
    clear: () =>
      set(({ runs, active }) => ({ runs: runs.filter(({ runId }) => active.some((one) => one.runId === runId)) })),
  }));

  const apply = applyEvents(client, store);
  return store;
}

/** Events are collected and applied to the store once in each frame. @returns a function that applies them now */
function applyEvents(client: HostClient, store: StoreApi<RunStore>): () => void {
  let arrivedEvents: RunEvent[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const apply = () => {
    clearTimeout(timer);
    timer = undefined;
    const events = arrivedEvents;
    arrivedEvents = [];
    if (events.length === 0) return;
    store.setState((state) => ({
      runs: state.runs.map((run) => {
        const eventsOfRun = events.filter(({ runId }) => runId === run.runId);
        return eventsOfRun.length > 0 ? foldRuns(run, eventsOfRun) : run;
      }),
    }));
  };
  client.on('run.event', (event) => {
    arrivedEvents.push(event);
    timer ??= setTimeout(apply, FRAME_MS);
  });
  return apply;
}

/** Adds a run, and drops the oldest that have ended: the console shows every run under way. */
function withActiveRun({ active: before, runs }: Pick<RunStore, 'active' | 'runs'>, run: ActiveRun) {
  const active = [...before, run];
  const all = [...runs, newRun(run.runId)];
  let surplus = all.length - MAX_RUNS;
  const isKept = ({ runId }: RunState) => active.some((one) => one.runId === runId) || surplus-- <= 0;
  return { active, runs: all.filter(isKept) };
}

function renamed(run: ActiveRun, from: string, to: string): ActiveRun {
  const prefix = `request ${from}`;
  if (run.owner !== prefix && !run.owner.startsWith(`${prefix}/`)) return run;
  return { ...run, owner: `request ${to}${run.owner.slice(prefix.length)}` };
}

/** A run whose host was lost never reports its end. */
function withEnd(run: RunState): RunState {
  return run.status === 'running' ? { ...run, status: 'stopped', waits: [] } : run;
}
