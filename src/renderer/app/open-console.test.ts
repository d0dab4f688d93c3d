import { expect, test } from 'vitest';
import { createStore } from 'zustand';
import { foldRuns, newRun } from '../../contract/runs/fold-run.ts';
import type { RunStore } from '../console/run-store.ts';
import type { AppStore } from '../context/app-store.ts';
import type { View } from '../context/views.ts';
import { openConsoleForScripts } from './open-console.ts';

/** Runs write their first line while a view is shown; returns for each whether the console was opened. */
function openedFor(...lines: [view: View, runId: string][]): boolean[] {
  let opened = false;
  const runs = createStore<RunStore>()(() => ({ runs: [] }) as unknown as RunStore);
  const app = createStore<AppStore>()(() => ({ showConsole: () => (opened = true) }) as unknown as AppStore);
  openConsoleForScripts(app, runs);
  return lines.map(([view, runId]) => {
    opened = false;
    app.setState({ view });
    runs.setState({ runs: [newRun(runId)] });
    const line = { type: 'console', level: 'log', text: 'x', from: 'script', runId, seq: 0, at: '' } as const;
    runs.setState({ runs: [foldRuns(newRun(runId), [line])] });
    return opened;
  });
}

test('a run that writes opens the console in views without another display of the run', () => {
  expect(openedFor(['scripts', 'a'], ['programs', 'b'], ['requests', 'c'], ['runner', 'd'])).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test('a run opens the console only once: a console that was closed meanwhile stays closed', () => {
  expect(openedFor(['scripts', 'a'], ['scripts', 'a'], ['scripts', 'b'])).toEqual([true, false, true]);
});
