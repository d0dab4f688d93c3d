/** Keeps the debugger store up to date: the debugged run, its stops, and the breakpoints that the host has to know. */
import type { StoreApi } from 'zustand';
import type { HostClient } from '../../../contract/host-contract.ts';
import type { RunStore } from '../../console/run-store.ts';
import { showError } from '../../ui/messages/notify.ts';
import type { BreakpointStore } from '../breakpoints/breakpoint-store.ts';
import { nothingStopped, type DebuggerStore } from './debugger-state.ts';

type Store = StoreApi<DebuggerStore>;

/** Shows the script that stopped last; when it resumes, the one that stopped before. */
export function followScriptStops(store: Store, client: HostClient): void {
  client.on('debugger.stopped', (stop) => {
    const { runId, stops, chooseFrame } = store.getState();
    if (stop.runId !== runId) return;
    store.setState({ stops: [...stops.filter(({ thread }) => thread !== stop.thread), stop], panel: 'debug' });
    chooseFrame(stop, 0);
  });
  client.on('debugger.resumed', ({ runId, thread }) => {
    const state = store.getState();
    if (runId !== state.runId) return;
    const stops = state.stops.filter((stop) => stop.thread !== thread);
    store.setState({ stops });
    if (state.stop?.thread !== thread) return;
    const [previous] = stops.slice(-1);
    if (previous) state.chooseFrame(previous, 0);
    else store.setState({ ...nothingStopped, turn: state.turn + 1 });
  });
}

/** Starts over with each debugged run that begins or ends; other runs change nothing of it. */
export function followDebuggedRun(
  store: Store,
  { runs, breakpoints }: { runs: StoreApi<RunStore>; breakpoints: StoreApi<BreakpointStore> },
): void {
  runs.subscribe(({ active }, before) => {
    const runId = active.find(({ debugged }) => debugged)?.runId;
    const { turn, panel, runId: runBefore } = store.getState();
    if (runId === runBefore) {
      // What another run writes is in the console.
      if (runId === undefined && active.length > before.active.length) store.setState({ panel: 'console' });
      return;
    }
    store.setState({
      runId,
      stops: [],
      ...nothingStopped,
      turn: turn + 1,
      panel: runId === undefined ? 'console' : panel,
    });
    if (runId !== undefined) breakpoints.setState({ states: {} });
  });
}

/** Breakpoints that are set or removed during the run apply to it; moved lines of an edited text do not. */
export function sendBreakpointChanges(
  store: Store,
  { client, breakpoints }: { client: HostClient; breakpoints: StoreApi<BreakpointStore> },
): void {
  const withoutPlaces = (state: BreakpointStore) =>
    JSON.stringify(state.breakpoints.map(({ line: _line, script: _script, ...rest }) => rest));
  breakpoints.subscribe((now, before) => {
    const { runId } = store.getState();
    const isChanged = now.exceptions !== before.exceptions || withoutPlaces(now) !== withoutPlaces(before);
    if (runId === undefined || !isChanged) return;
    client.call('debugger.change', { runId, ...now.settings() }).catch((error: unknown) => {
      if (store.getState().runId === runId) showError(error);
    });
  });
}
