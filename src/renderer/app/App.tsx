import { type ReactElement, useEffect, useState } from 'react';
import { Group, Panel, Separator } from 'react-resizable-panels';
import { ConsolePane } from '../console/ConsolePane.tsx';
import { BreakpointForm } from '../debugger/breakpoints/BreakpointForm.tsx';
import { BreakpointMenu } from '../debugger/breakpoints/BreakpointMenu.tsx';
import { DebugConsent } from '../debugger/DebugConsent.tsx';
import { DebugPanel } from '../debugger/DebugPanel.tsx';
import { ConsentDialog } from '../programs/ConsentDialog.tsx';
import { VaultDialog } from '../programs/VaultDialog.tsx';
import { ProgramsDirectoryDialog } from '../programs/ProgramsDirectory.tsx';
import { RequestView } from '../editor/RequestView.tsx';
import { DeletedDialog } from '../tree/DeletedDialog.tsx';
import { ImportDialog } from '../tree/import/ImportDialog.tsx';
import { NewFolderDialog } from '../tree/NewFolderDialog.tsx';
import { SignInDialog } from '../editor/auth/SignInDialog.tsx';
import { ConflictDialog } from '../scripts/ConflictDialog.tsx';
import { ScriptsView } from '../scripts/ScriptsView.tsx';
import { AddPackageDialog } from '../workspace/AddPackageDialog.tsx';
import { NewFileDialog } from '../workspace/NewFileDialog.tsx';
import { OpenFolderDialog } from '../workspace/OpenFolderDialog.tsx';
import { hasSidebar, Sidebar } from '../workspace/Sidebar.tsx';
import { WaitingScripts } from '../webhooks/waiting/WaitingScripts.tsx';
import { useApp, useFrom } from '../context/app-context.ts';
import { ChooseFileDialog } from '../context/controls/ChooseFile.tsx';
import { isConsoleOpen } from '../context/app-store.ts';
import { useDialog } from '../context/use-dialog.ts';
import { usePanelSizes } from '../context/use-panel-sizes.ts';
import { CommandPalette } from '../palette/CommandPalette.tsx';
import { ShortcutsDialog } from '../settings/ShortcutsDialog.tsx';
import {
  EnvironmentsPage,
  HistoryView,
  preloadViews,
  ProgramsView,
  RunnerView,
  SettingsPage,
  WebhooksView,
} from './later-views.ts';
import { editorsOnScreen, loadMonaco } from '../monaco/load-monaco.ts';
import { LostHostDialog } from './LostHostDialog.tsx';
import { Rail } from './Rail.tsx';
import { SearchSide } from './SearchSide.tsx';
import { SkipLinks } from './SkipLinks.tsx';
import { StatusBar } from './StatusBar.tsx';
import classes from './app.module.css';

/** The window: the rail, the sidebar of the view, the view above the console, and the status bar. */
export function App() {
  const { app } = useApp();
  const importDialog = useDialog('import');
  const isReady = useFirstScreen();
  const consoleOpen = useFrom('app', isConsoleOpen);
  const searchShown = useFrom('search', (state) => state.shown);
  const searching = useFrom('app', (state) => state.view === 'requests') && searchShown;
  const sidebar = useFrom('app', (state) => hasSidebar(state.view));
  const root = useFrom('app', (state) => state.workspace.root);
  const columns = usePanelSizes('columns', sidebar ? ['workspace', 'main'] : ['main']);
  const rows = usePanelSizes('rows', consoleOpen ? ['view', 'console'] : ['view']);

  return (
    <div className={classes['window']} data-app-state={isReady ? 'ready' : 'starting'}>
      <SkipLinks />
      <div className={classes['body']}>
        <Rail />
        <main className={classes['columns']}>
          <Group {...columns}>
            {sidebar && (
              <Panel
                id="workspace"
                defaultSize={240}
                minSize={160}
                maxSize="40%"
                collapsible
                groupResizeBehavior="preserve-pixel-size"
              >
                {searching ? <SearchSide /> : <Sidebar />}
              </Panel>
            )}
            {sidebar && <Separator className={classes['column-separator']} aria-label="Width of the sidebar" />}
            <Panel id="main" minSize={320}>
              <Group orientation="vertical" {...rows}>
                <Panel id="view" minSize={120}>
                  <ShownView key={root} />
                  <ScriptsView />
                </Panel>
                {consoleOpen && <Separator className={classes['row-separator']} aria-label="Height of the console" />}
                {consoleOpen && (
                  <Panel id="console" defaultSize="42%" minSize={90}>
                    <BottomArea />
                  </Panel>
                )}
              </Group>
            </Panel>
          </Group>
        </main>
      </div>
      <WaitingScripts />
      <StatusBar />
      <CommandPalette />
      <ShortcutsDialog />
      <LostHostDialog />
      <BreakpointMenu />
      <BreakpointForm />
      <DebugConsent />
      <ConsentDialog />
      <VaultDialog />
      <SignInDialog />
      {importDialog && <ImportDialog onClose={() => app.getState().closeDialog(importDialog)} />}
      <ChooseFileDialog />
      <NewFolderDialog />
      <DeletedDialog />
      <ConflictDialog />
      <OpenFolderDialog />
      <ProgramsDirectoryDialog />
      <NewFileDialog />
      <AddPackageDialog />
    </div>
  );
}

/**
 * True once the first screen can be used. The code of all other parts is loaded then, so that they are shown without a
 * wait.
 */
function useFirstScreen(): boolean {
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    void editorsOnScreen().then(() => {
      setReady(true);
      requestIdleCallback(() => {
        loadMonaco().catch(() => undefined);
        void preloadViews();
      });
    });
  }, []);
  return isReady;
}

/** The area below the view: the console, or the debugger. */
function BottomArea() {
  const panel = useFrom('debugger', (state) => state.panel);
  return panel === 'debug' ? <DebugPanel /> : <ConsolePane />;
}

/** The selected view, except scripts: their editor is kept while another view is shown. */
function ShownView(): ReactElement | null {
  const view = useFrom('app', (state) => state.view);
  switch (view) {
    case 'requests':
      return <RequestView />;
    case 'programs':
      return <ProgramsView />;
    case 'webhooks':
      return <WebhooksView />;
    case 'runner':
      return <RunnerView />;
    case 'history':
      return <HistoryView />;
    case 'environments':
      return <EnvironmentsPage />;
    case 'settings':
      return <SettingsPage />;
    case 'scripts':
      return null;
  }
}
