import { Button } from '@mantine/core';
import { useState } from 'react';
import { useApp, useFrom } from '../context/app-context.ts';
import { runCommand } from '../context/commands.ts';
import { ScriptEditor } from './ScriptEditor.tsx';
import { ScriptTabs } from './ScriptTabs.tsx';
import classes from './scripts.module.css';

/** The open scripts. In other views they are hidden and not removed, so that the editor keeps its undo history. */
export function ScriptsView() {
  const { commands } = useApp();
  const shown = useFrom('app', (state) => state.view === 'scripts');
  const [wasShown, setWasShown] = useState(shown);
  if (shown && !wasShown) setWasShown(true);
  const hasOpen = useFrom('scripts', (state) => state.open.length > 0);
  if (!wasShown) return null;
  return (
    <section className={classes['pane']} aria-label="Script" hidden={!shown}>
      <ScriptTabs />
      {!hasOpen && (
        <div className={classes['empty']}>
          Open a script on the left, or a folder that has some.
          <Button variant="default" size="xs" onClick={() => runCommand(commands, 'open-folder')}>
            Open workspace folder
          </Button>
        </div>
      )}
      <div className={classes['stage']} hidden={!hasOpen}>
        <ScriptEditor />
      </div>
    </section>
  );
}
