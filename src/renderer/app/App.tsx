import { Alert, Button } from '@mantine/core';
import { useCallback, useState } from 'react';
import { Group, Panel, Separator, useDefaultLayout } from 'react-resizable-panels';
import { ConsolePane } from '../console/ConsolePane.tsx';
import { ConsentDialog } from '../programs/ConsentDialog.tsx';
import { VaultDialog } from '../programs/VaultDialog.tsx';
import { ProgramsView } from '../programs/ProgramsView.tsx';
import { RequestView } from '../editor/RequestView.tsx';
import { HistoryView } from '../history/HistoryView.tsx';
import { ImportDialog } from '../tree/ImportDialog.tsx';
import { RunnerView } from '../runner/RunnerView.tsx';
import { SignInDialog } from '../editor/SignInDialog.tsx';
import { ConflictDialog } from '../scripts/ConflictDialog.tsx';
import { ScriptEditor } from '../scripts/ScriptEditor.tsx';
import { ScriptTabs } from '../scripts/ScriptTabs.tsx';
import scriptClasses from '../scripts/scripts.module.css';
import { OpenFolderDialog } from '../workspace/OpenFolderDialog.tsx';
import { Sidebar } from '../workspace/Sidebar.tsx';
import { WebhooksView } from '../webhooks/WebhooksView.tsx';
import { useApp, useFrom } from '../context/app-context.ts';
import { ActivityBar } from './ActivityBar.tsx';
import { CommandPalette } from '../palette/CommandPalette.tsx';
import { SettingsPage } from '../settings/SettingsPage.tsx';
import { ShortcutsDialog } from '../settings/ShortcutsDialog.tsx';
import { runCommand } from '../context/commands.ts';
import { StatusBar } from './StatusBar.tsx';
import classes from './app.module.css';

/** The window: activity bar, workspace, editor over console, status bar. */
export function App() {
  const { app, commands } = useApp();
  const importing = useFrom('app', (state) => state.importDialog);
  const [ready, setReady] = useState(false);
  const onReady = useCallback(() => setReady(true), []);
  const connected = useFrom('app', (state) => state.connected);
  const consoleOpen = useFrom('app', (state) => state.consoleOpen);
  const view = useFrom('app', (state) => state.view);
  const hasOpen = useFrom('scripts', (state) => state.open.length > 0);
  const columns = useDefaultLayout({ id: 'columns', onlySaveAfterUserInteractions: true });
  const rows = useDefaultLayout({
    id: 'rows',
    onlySaveAfterUserInteractions: true,
    panelIds: consoleOpen ? ['editor', 'console'] : ['editor'],
  });

  return (
    <div className={classes['window']} data-app-state={ready ? 'ready' : 'starting'}>
      {!connected && (
        <Alert className={classes['lost'] ?? ''} color="red" role="alert" title="Outrigger has ended">
          What you typed is still here and is kept. Start Outrigger again to go on.
        </Alert>
      )}
      <div className={classes['body']}>
        <ActivityBar />
        <main className={classes['columns']}>
          <Group {...columns}>
            <Panel id="workspace" defaultSize={220} minSize={140} maxSize="40%" collapsible>
              <Sidebar />
            </Panel>
            <Separator className={classes['column-separator']} aria-label="Width of the workspace" />
            <Panel id="main" minSize={320}>
              <Group orientation="vertical" {...rows}>
                <Panel id="editor" minSize={120}>
                  {view === 'requests' && <RequestView />}
                  {view === 'runner' && <RunnerView />}
                  {view === 'history' && <HistoryView />}
                  {view === 'programs' && <ProgramsView />}
                  {view === 'webhooks' && <WebhooksView />}
                  {view === 'settings' && <SettingsPage />}
                  <section className={scriptClasses['pane']} aria-label="Script" hidden={view !== 'scripts'}>
                    <ScriptTabs />
                    {!hasOpen && (
                      <div className={scriptClasses['empty']}>
                        Open a script on the left, or a folder that has some.
                        <Button variant="default" size="xs" onClick={() => runCommand(commands, 'open-folder')}>
                          Open workspace folder
                        </Button>
                      </div>
                    )}
                    <div className={scriptClasses['stage']} hidden={!hasOpen}>
                      <ScriptEditor onReady={onReady} />
                    </div>
                  </section>
                </Panel>
                {consoleOpen && <Separator className={classes['row-separator']} aria-label="Height of the console" />}
                {consoleOpen && (
                  <Panel id="console" defaultSize="42%" minSize={90}>
                    <ConsolePane />
                  </Panel>
                )}
              </Group>
            </Panel>
          </Group>
        </main>
      </div>
      <StatusBar />
      <CommandPalette />
      <ShortcutsDialog />
      <ConsentDialog />
      <VaultDialog />
      <SignInDialog />
      {importing && <ImportDialog onClose={() => app.getState().showImport(false)} />}
      <ConflictDialog />
      <OpenFolderDialog />
    </div>
  );
}
