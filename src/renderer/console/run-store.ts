import { createStore, type StoreApi } from 'zustand';
import { newRun, type RunState } from '../../contract/runs/fold-run.ts';
import type { StoredExchange } from '../../contract/http/http.ts';
import type { HostClient } from '../../contract/host-contract.ts';
import { movedId } from '../collection/item-path.ts';
import { showError } from '../ui/messages/notify.ts';
import { changeRun, keepRuns, withEvents, withOtherRuns, type ArrivedEvent, type ShownRuns } from './shown-runs.ts';

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
export interface RunStore extends ShownRuns {
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
  /** A run of this workspace that the window has not started, such as a rehearsal, is ended by the host. */
  stop(runId: string | undefined): void;
  stopAll(): void;
  showSecrets(shows: boolean): void;
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
    showsSecrets: false,
    otherRuns: new Map(),
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
      const { latest } = get();
      set((state) => ({ ...withActiveRun(state, { runId, owner, debugged }), latest: runId }));
      try {
        return await start(runId, controller.signal);
      } catch (error) {
        apply();
        if (!controller.signal.aborted) set((state) => withoutRefused(state, runId, latest));
        throw error;
      } finally {
        apply();
        controllers.delete(runId);
        set((state) => ({
          active: state.active.filter((one) => one.runId !== runId),
          latest: state.runs.some((run) => run.runId === runId) ? runId : state.latest,
          ...changeRun(state, runId, withEnd),
        }));
      }
    },
    stop(runId) {
      if (runId === undefined) return;
      const controller = controllers.get(runId);
      if (controller) controller.abort();
      else client.call('runs.stop', { runId }).catch(showError);
    },
    stopAll: () => controllers.forEach((controller) => controller.abort()),
    showSecrets: (shows) => set((state) => (state.showsSecrets === shows ? state : withOtherRuns(state))),
    renameRequests: (from, to) => set(({ active }) => ({ active: active.map((one) => renamed(one, from, to)) })),
    exchange: async (key) =>
      (await client.call('runs.exchange', { ...key, showsSecrets: get().showsSecrets })).exchange,
    clear: () => set((state) => keepRuns(state, ({ runId }) => state.active.some((one) => one.runId === runId))),
  }));

  const apply = applyEvents(client, store);
  return store;
}

/** Events are collected and applied to the store once in each frame. @returns a function that applies them now */
function applyEvents(client: HostClient, store: StoreApi<RunStore>): () => void {
  let arrivedEvents: ArrivedEvent[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const apply = () => {
    clearTimeout(timer);
    timer = undefined;
    const arrived = arrivedEvents;
    arrivedEvents = [];
    if (arrived.length > 0) store.setState((state) => withEvents(state, arrived));
  };
  const add = (arrived: ArrivedEvent) => {
    arrivedEvents.push(arrived);
    timer ??= setTimeout(apply, FRAME_MS);
  };
  client.on('run.event', (event) => add({ event, isIn: event.masked ? 'masked' : 'both' }));
  client.on('run.unmasked', (event) => add({ event, isIn: 'unmasked' }));
  return apply;
}

/** Adds a run, and drops the oldest that have ended: the console shows every run under way. */
function withActiveRun(state: RunStore, run: ActiveRun): Partial<RunStore> {
  const active = [...state.active, run];
  const runs = [...state.runs, newRun(run.runId)];
  let surplus = runs.length - MAX_RUNS;
  const isKept = ({ runId }: RunState) => active.some((one) => one.runId === runId) || surplus-- <= 0;
  return { active, ...keepRuns({ ...state, runs }, isKept) };
}

function renamed(run: ActiveRun, from: string, to: string): ActiveRun {
  const owner = movedId(run.owner, { from: `request ${from}`, to: `request ${to}` }) as RunOwner;
  return owner === run.owner ? run : { ...run, owner };
}

/** A run that was refused has not begun: the error says why, and the run before it is the latest again. */
function withoutRefused(state: RunStore, runId: string, before: string | undefined): Partial<RunStore> {
  const isRefused = state.runs.some((run) => run.runId === runId && run.startedAt === '');
  return isRefused ? { ...keepRuns(state, (run) => run.runId !== runId), latest: before } : {};
}

/** A run whose host was lost never reports its end. */
function withEnd(run: RunState): RunState {
  return run.status === 'running' ? { ...run, status: 'stopped', waits: [] } : run;
}
