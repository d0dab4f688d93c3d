import type { StoreApi } from 'zustand';
import type { RunStore } from '../console/run-store.ts';
import type { AppStore } from '../context/app-store.ts';

/**
 * Opens the console when a run writes its first line while scripts or programs are shown, because these views show no
 * output. At most once for each run, so that a console which the person closes stays closed.
 */
export function openConsoleForScripts(app: StoreApi<AppStore>, runs: StoreApi<RunStore>): void {
  let knownRuns: ReadonlySet<string> = new Set();
  runs.subscribe((state) => {
    const written = state.runs.filter(({ runId, entries }) => entries.length > 0 || knownRuns.has(runId));
    const isNew = written.some(({ runId }) => !knownRuns.has(runId));
    knownRuns = new Set(written.map(({ runId }) => runId));
    const { view, showConsole } = app.getState();
    if (isNew && (view === 'scripts' || view === 'programs')) showConsole(true);
  });
}
