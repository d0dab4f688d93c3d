import { useEffect } from 'react';
import { SegmentedControl } from '@mantine/core';
import { useApp, useFrom } from '../context/app-context.ts';
import { showError } from '../ui/messages/notify.ts';
import { LoadResults } from '../load/LoadResults.tsx';
import { PastLoads } from '../load/PastLoads.tsx';
import { LoadSettings } from '../load/LoadSettings.tsx';
import { PastRuns } from './results/PastRuns.tsx';
import { RunResults } from './results/RunResults.tsx';
import { QueueRun } from './queue/QueueRun.tsx';
import { DataFile, RunSettings } from './RunSettings.tsx';
import { RunTree } from './choice/RunTree.tsx';
import { LeftOutByTags, RunTags, useChosenRequests } from './choice/RunTags.tsx';
import { UnsavedInRun } from './choice/UnsavedInRun.tsx';
import classes from './runner.module.css';

/** Runs of selected requests: selection, settings, results. */
export function RunnerView() {
  const { runner: store, load } = useApp();
  const isLoad = useFrom('load', (state) => state.isShown);
  const nothingChosen = useChosenRequests().left === 0;
  useEffect(() => void store.getState().load().catch(showError), [store]);
  return (
    <section className={classes['view']} aria-label="Runner">
      <div className={classes['left']}>
        <h1>Runner</h1>
        <SegmentedControl
          size="xs"
          mx={12}
          mb={6}
          fullWidth
          aria-label="Run type"
          data={[
            { value: 'tests', label: 'Tests' },
            { value: 'load', label: 'Load' },
          ]}
          value={isLoad ? 'load' : 'tests'}
          onChange={(kind) => load.getState().show(kind === 'load')}
        />
        <RunTree />
        {isLoad ? <PastLoads className={classes['past']} /> : <PastRuns />}
      </div>
      <div className={classes['right']}>
        {isLoad ? (
          <>
            <LoadSettings
              nothingChosen={nothingChosen}
              choice={
                <>
                  <DataFile />
                  <RunTags />
                </>
              }
            />
            <LeftOutByTags />
            <UnsavedInRun />
            <LoadResults />
          </>
        ) : (
          <>
            <RunSettings nothingChosen={nothingChosen} />
            <LeftOutByTags />
            <UnsavedInRun />
            <QueueRun />
            <RunResults />
          </>
        )}
      </div>
    </section>
  );
}
