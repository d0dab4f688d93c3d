import type { StoreApi } from 'zustand';
import type { RunStore } from '../console/run-store.ts';
import type { AppStore } from '../context/app-store.ts';

/**
 * Opens the console when a run writes its first line while scripts or programs are shown, because these views show no
 * output. At most once for each run, so that a console which the person closes stays closed.
 */
export function openConsoleForScripts(app: StoreApi<AppStore>, runs: StoreApi<RunStore>): void {
  let seen: ReadonlySet<string> = new Set();
  runs.subscribe((state) => {
    const isNew = state.runs.some(({ runId, entries }) => entries.length > 0 && !seen.has(runId));
    seen = new Set(
      state.runs.filter(({ runId, entries }) => entries.length > 0 || seen.has(runId)).map(({ runId }) => runId),
    );
    const { view, showConsole } = app.getState();
    if (isNew && (view === 'scripts' || view === 'programs')) showConsole(true);
  });
}
