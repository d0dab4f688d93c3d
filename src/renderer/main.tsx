/** Connects to the host, creates the stores, renders the window. */
import './app/zod-without-eval.ts';
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import '@mantine/spotlight/styles.css';
import './app/global.css';
import { createTheme, MantineProvider, Menu, Modal, Notification } from '@mantine/core';
import { useColorScheme } from '@mantine/hooks';
import { Notifications } from '@mantine/notifications';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { hostContract } from '../contract/host-contract.ts';
import { connect } from '../contract/rpc/rpc-client.ts';
import { App } from './app/App.tsx';
import { AppProvider, useFrom, type AppContext } from './context/app-context.ts';
import { views } from './context/views.ts';
import { createStores, type Stores } from './app/create-stores.ts';
import { preloadView } from './app/later-views.ts';
import { createCommands } from './app/commands/all-commands.ts';
import { goOnAfterLoss } from './app/go-on-after-loss.ts';
import { keepPageOnDrop } from './app/keep-page.ts';
import { keepTextsOfTabs } from './app/keep-texts.ts';
import { openConsoleForScripts } from './app/open-console.ts';
import { listenToKeys, runCommand } from './context/commands/commands.ts';
import { describeValue } from './debugger/values/describe-value.ts';
import { followStops } from './debugger/follow-stops.ts';
import { recordFocus } from './ui/dialogs/focus-return.ts';
import { keepFocus } from './ui/kept-focus.ts';
import { recordTyping } from './ui/dialogs/typed-fields.ts';
import { hideAllToasts, showError } from './ui/messages/notify.ts';
import { openHostPort } from './host/host-port.ts';
import { followFontSize } from './monaco/font-size.ts';
import { whenMonacoLoads } from './monaco/load-monaco.ts';
import { isChanged } from './scripts/script-store.ts';

// Colours and fonts are set in app/global.css, because the theme's own would need style elements (see below).
const theme = createTheme({
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // For screen readers, a menu contains only its items.
    Menu: Menu.extend({ defaultProps: { withInitialFocusPlaceholder: false, returnFocus: true } }),
    // Shown without an animation: keys pressed during it would go to the part of the window behind the dialog.
    Modal: Modal.extend({
      defaultProps: { closeButtonProps: { 'aria-label': 'Close' }, transitionProps: { duration: 0 } },
    }),
    Notification: Notification.extend({ defaultProps: { closeButtonProps: { 'aria-label': 'Close the message' } } }),
  },
});

async function createContext(): Promise<AppContext> {
  const port = await openHostPort();
  const client = connect<typeof hostContract>(port);
  const { stores, drafts } = await createStores(client, window);
  const { app, scripts, runs } = stores;
  const leaving = new AbortController();
  const reload = () => {
    // The browser does not ask about changes that are stored.
    leaving.abort();
    location.reload();
  };
  port.onClose(
    () =>
      void goOnAfterLoss({
        stores,
        drafts,
        reload,
        open: async () => connect<typeof hostContract>(await openHostPort()),
      }),
  );
  const context = { ...stores, commands: createCommands(stores) };
  keepPageOnDrop(window);
  recordFocus();
  keepFocus();
  recordTyping();
  listenToKeys(context.commands);
  helpInEditors(stores);
  keepTextsOfTabs(stores);
  followFontSize(app);
  refreshSettingsOnFocus(stores);
  window.addEventListener('pagehide', () => void stores.variables.getState().save());
  client.on('menu.command', ({ command }) => runCommand(context.commands, command));
  const askBeforeLeaving = (event: BeforeUnloadEvent) => {
    const isLost = (app.getState().lostHost?.unstored.length ?? 0) > 0;
    // A run ends with the window that has started it.
    const isRunning = runs.getState().active.length > 0;
    if (isLost || isRunning || scripts.getState().open.some(isChanged)) event.preventDefault();
  };
  window.addEventListener('beforeunload', askBeforeLeaving, { signal: leaving.signal });
  openConsoleForScripts(app, runs);
  followStops(stores);
  const view = views.find((view) => view === drafts.getItem('view'));
  if (view) app.getState().show(view);
  app.subscribe((state, before) => {
    drafts.setItem('view', state.view);
    if (state.workspace.root !== before.workspace.root) hideAllToasts();
  });
  const first = app.getState().workspace.scripts[0];
  await Promise.all([
    preloadView(app.getState().view),
    stores.requests.getState().restore().catch(showError),
    first && scripts.getState().openScript(first.path).catch(showError),
  ]);
  // A large collection takes seconds to read; open tabs can be used before.
  stores.requests.getState().load().catch(showError);
  return context;
}

/** A person changes settings in one window at a time. */
function refreshSettingsOnFocus({ app }: Stores): void {
  const { refreshSettings } = app.getState();
  // Without a connection, a dialog covers the window.
  window.addEventListener('focus', () => void refreshSettings().catch(() => undefined));
}

/** Completion and hover, registered once for all editors of the window. */
function helpInEditors(stores: Stores): void {
  whenMonacoLoads((monaco) => {
    monaco.registerProgramCompletion({
      files: () => stores.app.getState().workspace.programs.files,
      jarMethods: (path) => stores.programs.getState().methodsOf(path),
    });
    monaco.registerVariableCompletion(() => stores.requests.getState().variables);
    monaco.registerValueHover((script, expression) => describeValue(stores, script, expression));
  });
}

/**
 * Mantine without features that the page's policy forbids: its style elements (the values are in the static stylesheet)
 * and its own colour scheme, which is set from the stored setting instead.
 */
function Root() {
  const chosenTheme = useFrom('app', (state) => state.settings.theme);
  const system = useColorScheme('light', { getInitialValueInEffect: false });
  return (
    <MantineProvider
      theme={theme}
      forceColorScheme={chosenTheme === 'auto' ? system : chosenTheme}
      withCssVariables={false}
      withGlobalClasses={false}
      deduplicateInlineStyles
    >
      <Notifications position="bottom-right" containerWidth={340} className="toasts" />
      <App />
    </MantineProvider>
  );
}

const element = document.getElementById('root') as HTMLElement;
try {
  const context = await createContext();
  createRoot(element, {
    // The interface has failed; the edits are stored by the host.
    onUncaughtError(error) {
      const message = document.createElement('p');
      message.className = 'fatal';
      message.textContent = `Something in this window went wrong (${(error as Error).message}). Reload it: what you typed is kept.`;
      document.body.append(message);
      reportError(error);
    },
  }).render(
    <StrictMode>
      <AppProvider value={context}>
        <Root />
      </AppProvider>
    </StrictMode>,
  );
} catch (error) {
  element.className = 'fatal';
  element.textContent = `Outrigger could not be reached (${(error as Error).message}). Start it again, then reload this page.`;
}
