import { IconDeviceFloppy } from '@tabler/icons-react';
import { folderOf, lastPart } from '../collection/item-path.ts';
import { useApp, useFrom } from '../context/app-context.ts';
import { CommandItems } from '../context/commands/CommandMenu.tsx';
import { runCommand, shownKeys } from '../context/commands/commands.ts';
import { RunButton } from '../context/controls/RunButton.tsx';
import { showError } from '../ui/messages/notify.ts';
import { tabDetails } from '../ui/tabs/tab-details.ts';
import { TabStrip } from '../ui/tabs/TabStrip.tsx';
import { closeScripts, scriptTitle } from './close-scripts.ts';
import { isChanged, isProgramSource } from './script-store.ts';
import { IconButton } from '../ui/buttons/IconButton.tsx';
import classes from './scripts.module.css';

/** The tabs of open scripts, with the actions of the active one. */
export function ScriptTabs() {
  const { scripts, commands } = useApp();
  const open = useFrom('scripts', (state) => state.open);
  const activePath = useFrom('scripts', (state) => state.activePath);
  const runs = useFrom('runs', (state) => state.active);
  const active = open.find(({ path }) => path === activePath);
  const details = tabDetails(open.map(({ path }) => ({ id: path, title: lastPart(path), folder: folderOf(path) })));
  const tabs = open.map((script) => ({
    id: script.path,
    title: details.has(script.path) ? lastPart(script.path) : scriptTitle(script.path),
    detail: details.get(script.path),
    hint: script.path,
    unsaved: isChanged(script),
    running: runs.some(({ owner }) => owner === `script ${script.path}`),
  }));
  return (
    <div className={classes['bar']}>
      <TabStrip
        label="Open scripts"
        tabs={tabs}
        activeId={activePath}
        onSelect={(path) => void scripts.getState().openScript(path).catch(showError)}
        onClose={(path) => closeScripts(scripts, [path])}
        onMove={(path, before) => scripts.getState().moveTab(path, before)}
        menuOf={(path) => <CommandItems menu="scriptTab" target={path} />}
      />
      <IconButton
        label="Save"
        tooltip={`Save (${shownKeys('Mod+S')})`}
        disabled={!active || !isChanged(active)}
        onClick={() => runCommand(commands, 'save')}
      >
        <IconDeviceFloppy size={16} />
      </IconButton>
      <RunButton owner={`script ${activePath ?? ''}`} label="Run" disabled={!active || isProgramSource(active)} />
    </div>
  );
}
