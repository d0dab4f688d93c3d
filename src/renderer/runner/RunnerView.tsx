import { useEffect } from 'react';
import { useApp } from '../context/app-context.ts';
import { showError } from '../ui/notify.ts';
import { PastRuns } from './PastRuns.tsx';
import { RunResults } from './RunResults.tsx';
import { QueueRun } from './QueueRun.tsx';
import { RunSettings } from './RunSettings.tsx';
import { RunTree } from './RunTree.tsx';
import { UnsavedInRun } from './UnsavedInRun.tsx';
import classes from './runner.module.css';

/** Runs of chosen requests: which ones, how, and what came of it. */
export function RunnerView() {
  const { runner: store } = useApp();
  useEffect(() => void store.getState().load().catch(showError), [store]);
  return (
    <section className={classes['view']} aria-label="Runner">
      <div className={classes['left']}>
        <h1>Runner</h1>
        <RunTree />
        <PastRuns />
      </div>
      <div className={classes['right']}>
        <RunSettings />
        <UnsavedInRun />
        <QueueRun />
        <RunResults />
      </div>
    </section>
  );
}
