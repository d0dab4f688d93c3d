import { useState } from 'react';
import { useApp, useFrom } from '../context/app-context.ts';
import { runCommand } from '../context/commands/commands.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ScriptEditor } from './ScriptEditor.tsx';
import { ScriptTabs } from './ScriptTabs.tsx';
import classes from './scripts.module.css';

/** The open scripts. In other views they are hidden and not removed, so that the editor keeps its undo history. */
export function ScriptsView() {
  const { commands } = useApp();
  const isShown = useFrom('app', (state) => state.view === 'scripts');
  const [wasShown, setWasShown] = useState(isShown);
  if (isShown && !wasShown) setWasShown(true);
  const hasOpen = useFrom('scripts', (state) => state.open.length > 0);
  if (!wasShown) return null;
  return (
    <section className={classes['pane']} aria-label="Script" hidden={!isShown}>
      <ScriptTabs />
      {!hasOpen && (
        <EmptyState
          text="Open a script on the left, or begin a new one."
          action={{ label: 'New script', onClick: () => runCommand(commands, 'new-script') }}
        />
      )}
      <div className={classes['stage']} hidden={!hasOpen}>
        <ScriptEditor />
      </div>
    </section>
  );
}
