/**
 * The debugged run: where its scripts are stopped, the selected frame, and its values. Handles of values are valid
 * until their script resumes; then all are discarded.
 */
import { createStore, type StoreApi } from 'zustand';
import type { HostClient } from '../../../contract/host-contract.ts';
import type { RunStore } from '../../console/run-store.ts';
import type { BreakpointStore } from '../breakpoints/breakpoint-store.ts';
import { createDebugEntries } from './debug-entries.ts';
import { createDebugValues } from './debug-values.ts';
import { followDebuggedRun, followScriptStops, sendBreakpointChanges } from './debugger-events.ts';
import { currentFrame, nothingStopped, type ConsoleEntry, type DebuggerStore } from './debugger-state.ts';
import { createStoppedScript } from './stopped-script.ts';

export { currentFrame, type ConsoleEntry, type DebuggerStore };

interface Dependencies {
  client: HostClient;
  runs: StoreApi<RunStore>;
  breakpoints: StoreApi<BreakpointStore>;
}

export function createDebuggerStore({ client, runs, breakpoints }: Dependencies): StoreApi<DebuggerStore> {
  const store = createStore<DebuggerStore>()((set, get) => {
    const script = createStoppedScript(client, get);
    return {
      runId: undefined,
      stops: [],
      ...nothingStopped,
      turn: 0,
      ...createDebugValues({ set, get, script }),
      ...createDebugEntries({ set, get, script }),
      panel: 'console',
      showPanel: (panel) => set({ panel }),
      async resume(command) {
        const { stop } = get();
        if (stop) await client.call('debugger.resume', { runId: stop.runId, thread: stop.thread, how: command });
      },
      async pause() {
        const { runId } = get();
        if (runId !== undefined) await client.call('debugger.pause', { runId });
      },
      chooseFrame: (stop, frame) => set(({ turn }) => ({ ...nothingStopped, stop, frame, turn: turn + 1 })),
    };
  });
  followScriptStops(store, client);
  followDebuggedRun(store, { runs, breakpoints });
  sendBreakpointChanges(store, { client, breakpoints });
  return store;
}
