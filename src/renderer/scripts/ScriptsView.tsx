import { Button } from '@mantine/core';
import { useApp, useFrom } from '../context/app-context.ts';
import { runCommand } from '../context/commands.ts';
import { ScriptEditor } from './ScriptEditor.tsx';
import { ScriptTabs } from './ScriptTabs.tsx';
import classes from './scripts.module.css';

/** The open scripts. Hidden rather than absent in the other views, so that the editor is there at once. */
export function ScriptsView({ onReady }: { onReady: () => void }) {
  const { commands } = useApp();
  const shown = useFrom('app', (state) => state.view === 'scripts');
  const hasOpen = useFrom('scripts', (state) => state.open.length > 0);
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
        <ScriptEditor onReady={onReady} />
      </div>
    </section>
  );
}
