import type { StoreApi } from 'zustand';
import type { RunStore } from '../console/run-store.ts';
import type { AppStore } from '../context/app-store.ts';

/**
 * Opens the console when a run writes its first line while scripts or programs are shown, because these views show no
 * output. At most once for each run, so that a console which the person closes stays closed.
 */
export function openConsoleForScripts(app: StoreApi<AppStore>, runs: StoreApi<RunStore>): void {
  let seen: string | undefined;
  runs.subscribe((state) => {
    const last = state.runs.at(-1);
    if (!last || last.entries.length === 0 || last.runId === seen) return;
    seen = last.runId;
    const { view, showConsole } = app.getState();
    if (view === 'scripts' || view === 'programs') showConsole(true);
  });
}
