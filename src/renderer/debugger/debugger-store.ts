/**
 * The run that is debugged: where its scripts are stopped, what is looked at there, and what is asked of it. Values have
 * handles that are valid until their script goes on, so that all of them are forgotten then.
 */
import { createStore, type StoreApi } from 'zustand';
import type { DebugFrame, DebugProperties, DebugResume, DebugStop, DebugValue } from '../../contract/debugger-calls.ts';
import { toFailure } from '../../contract/errors.ts';
import type { HostClient } from '../../contract/host-contract.ts';
import type { RunStore } from '../console/run-store.ts';
import { showError } from '../ui/notify.ts';
import { currentValues, type Evaluated } from './scope-values.ts';
import type { BreakpointStore } from './breakpoint-store.ts';

/** An expression that was evaluated in the debug console. */
export interface ConsoleEntry extends Partial<Evaluated> {
  key: number;
  expression: string;
  /** The number of the stop at which it was evaluated: its values can be opened until the script goes on. */
  turn: number;
}
export interface DebuggerStore {
  /** The debugged run that is under way. */
  runId: string | undefined;
  /** Scripts that are stopped, the latest last: a script that runs a request of another waits for it. */
  stops: readonly DebugStop[];
  /** The stopped script that is looked at. */
  stop: DebugStop | undefined;
  /** The frame that is looked at, by its place in `stop.frames`. */
  frame: number;
  /** Another number whenever a script stops or another frame is chosen: what was evaluated before does not hold any more. */
  turn: number;
  /** What values contain, by their handles. */
  properties: Readonly<Record<number, DebugProperties>>;
  /** Values of expressions in the chosen frame. */
  results: Readonly<Record<string, Evaluated>>;
  /** Lines of the trees that are open, by their paths: they stay open at the next stop. */
  expanded: ReadonlySet<string>;
  entries: readonly ConsoleEntry[];
  /** What the area below the view shows. */
  panel: 'console' | 'debug';
  showPanel(panel: 'console' | 'debug'): void;
  resume(how: DebugResume): Promise<void>;
  pause(): Promise<void>;
  chooseFrame(stop: DebugStop, frame: number): void;
  toggle(path: string): void;
  /** Reads what a value contains, unless it is known. */
  open(handle: number): Promise<void>;
  /** Evaluates an expression in the chosen frame, unless its value is known. */
  look(expression: string): Promise<void>;
  /** Evaluates in the chosen frame, in the debug console. */
  enter(expression: string): Promise<void>;
  clearEntries(): void;
  /** The value of an expression in the chosen frame, and what it contains; undefined where it has none. */
  lookUp(expression: string): Promise<{ value: DebugValue; contains: DebugProperties | undefined } | undefined>;
}

const MAX_ENTRIES = 500;
const nothingStopped = { stop: undefined, frame: 0, properties: {}, results: {} };

export const currentFrame = ({ stop, frame }: DebuggerStore): DebugFrame | undefined => stop?.frames[frame];

interface Dependencies {
  client: HostClient;
  runs: StoreApi<RunStore>;
  breakpoints: StoreApi<BreakpointStore>;
}

export function createDebuggerStore({ client, runs, breakpoints }: Dependencies): StoreApi<DebuggerStore> {
  let lastKey = 0;
  const store = createStore<DebuggerStore>()((set, get) => {
    /** Evaluates in the chosen frame; a refusal, as when the script has gone on, is a result too. */
    async function evaluate(expression: string): Promise<Evaluated> {
      const { stop, frame } = get();
      if (!stop) return failed('No script is stopped.');
      const { runId, thread } = stop;
      try {
        return await client.call('debugger.evaluate', { runId, thread, frame, expression });
      } catch (error) {
        return failed(toFailure(error).message);
      }
    }
    async function propertiesOf(handle: number): Promise<DebugProperties> {
      const { stop } = get();
      if (!stop) return { properties: [], more: 0 };
      const { runId, thread } = stop;
      return client.call('debugger.properties', { runId, thread, handle });
    }
    /** What a value or scope contains; variables as they are after what the debug console has done. */
    async function contentsOf(handle: number): Promise<DebugProperties> {
      const { entries, turn } = get();
      const scopes = currentFrame(get())?.scopes ?? [];
      const index = scopes.findIndex((scope) => scope.handle === handle);
      const found = await propertiesOf(handle);
      if (index < 0 || scopes[index]?.type === 'global' || !entries.some((entry) => entry.turn === turn)) return found;
      const inner = await Promise.all(scopes.slice(0, index).map((scope) => propertiesOf(scope.handle)));
      const shadowed = new Set(inner.flatMap(({ properties }) => properties.map(({ name }) => name)));
      return currentValues(found, shadowed, { evaluate, properties: propertiesOf });
    }
    return {
      runId: undefined,
      stops: [],
      ...nothingStopped,
      turn: 0,
      expanded: new Set(['scope 0']),
      entries: [],
      panel: 'console',
      showPanel: (panel) => set({ panel }),
      async resume(how) {
        const { stop } = get();
        if (stop) await client.call('debugger.resume', { runId: stop.runId, thread: stop.thread, how });
      },
      async pause() {
        const { runId } = get();
        if (runId !== undefined) await client.call('debugger.pause', { runId });
      },
      chooseFrame: (stop, frame) => set(({ turn }) => ({ ...nothingStopped, stop, frame, turn: turn + 1 })),
      toggle(path) {
        const expanded = new Set(get().expanded);
        if (!expanded.delete(path)) expanded.add(path);
        set({ expanded });
      },
      async open(handle) {
        const { turn, properties } = get();
        if (properties[handle]) return;
        const found = await contentsOf(handle);
        if (get().turn === turn) set((state) => ({ properties: { ...state.properties, [handle]: found } }));
      },
      async look(expression) {
        const { turn, results } = get();
        if (results[expression]) return;
        const result = await evaluate(expression);
        if (get().turn === turn) set((state) => ({ results: { ...state.results, [expression]: result } }));
      },
      async enter(expression) {
        const key = (lastKey += 1);
        const entry = { key, expression, turn: get().turn };
        set(({ entries }) => ({ entries: [...entries, entry].slice(-MAX_ENTRIES) }));
        const result = await evaluate(expression);
        set(({ entries, turn }) => ({
          entries: entries.map((one) => (one.key === key ? { ...one, ...result } : one)),
          // It may have changed what is shown.
          ...(turn === entry.turn ? { results: {}, properties: {} } : {}),
        }));
      },
      clearEntries: () => set({ entries: [] }),
      async lookUp(expression) {
        const { value, threw } = await evaluate(expression);
        if (threw) return undefined;
        return { value, contains: value.handle === null ? undefined : await propertiesOf(value.handle) };
      },
    };
  });

  client.on('debugger.stopped', (stop) => {
    const { runId, stops, chooseFrame } = store.getState();
    if (stop.runId !== runId) return;
    store.setState({ stops: [...stops.filter(({ thread }) => thread !== stop.thread), stop], panel: 'debug' });
    chooseFrame(stop, 0);
  });
  client.on('debugger.resumed', ({ runId, thread }) => {
    const state = store.getState();
    if (runId !== state.runId) return;
    const stops = state.stops.filter((one) => one.thread !== thread);
    store.setState({ stops });
    if (state.stop?.thread !== thread) return;
    const [other] = stops.slice(-1);
    if (other) state.chooseFrame(other, 0);
    else store.setState({ ...nothingStopped, turn: state.turn + 1 });
  });
  runs.subscribe(({ current, debugged }, before) => {
    if (current === before.current) return;
    const runId = debugged ? current : undefined;
    const { turn, panel } = store.getState();
    store.setState({
      runId,
      stops: [],
      ...nothingStopped,
      turn: turn + 1,
      panel: runId === undefined ? 'console' : panel,
    });
    if (runId !== undefined) breakpoints.setState({ states: {} });
  });
  // A breakpoint that is set or removed during the run applies to it; lines of a text that is edited meanwhile do not.
  breakpoints.subscribe((now, before) => {
    const { runId } = store.getState();
    const ids = ({ breakpoints: all }: BreakpointStore) =>
      JSON.stringify(all.map(({ line: _line, script: _script, ...one }) => one));
    const isChanged = now.exceptions !== before.exceptions || ids(now) !== ids(before);
    if (runId === undefined || !isChanged) return;
    client.call('debugger.change', { runId, ...now.settings() }).catch((error: unknown) => {
      if (store.getState().runId === runId) showError(error);
    });
  });
  return store;
}

const failed = (text: string): Evaluated => ({ value: { type: 'error', text, handle: null }, threw: true });
