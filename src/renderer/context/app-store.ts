import { createStore, type StoreApi } from 'zustand';
import { createLatestCall } from '../host/latest-call.ts';
import type { UnstoredText } from '../host/lost-host.ts';
import { showError } from '../ui/messages/notify.ts';
import type { Capabilities } from '../../contract/app-info.ts';
import type { HostClient, RecentWorkspace, WorkspaceInfo } from '../../contract/host-contract.ts';
import type { Settings } from '../../contract/settings.ts';
import type { View } from './views.ts';

type PlainDialog =
  | 'open-folder'
  | 'import'
  | 'new-script'
  | 'new-program'
  | 'add-package'
  | 'cookies'
  | 'request-code'
  | 'compare-response'
  | 'save-example'
  | 'listener'
  | 'signatures'
  | 'account'
  | 'sample'
  | 'replay'
  | 'replay-listed'
  | 'forwarding'
  | 'rehearsal'
  | 'new-environment';
/** The dialogs that commands open; the part of the window to which a dialog belongs shows it. */
export type Dialog =
  | { [K in PlainDialog]: { kind: K } }[PlainDialog]
  | { kind: 'new-folder'; parent: string }
  | { kind: 'compare-notifications'; ids: [number, number] }
  | { kind: 'rename-environment'; name: string }
  | { kind: 'duplicate-environment'; name: string };
export type DialogKind = Dialog['kind'];

export const isConsoleOpen = ({ settings, view }: AppStore): boolean => settings.layout.consoleIn.includes(view);

export interface AppStore {
  version: string;
  runtime: string;
  capabilities: Capabilities;
  notices: string[];
  settings: Settings;
  workspace: WorkspaceInfo;
  /**
   * Set once the connection to the host is lost; `unstored`: typed texts that it has not stored. `reload` is there when the
   * host answers again: it loads the window, and these texts are lost.
   */
  lostHost: { unstored: UnstoredText[]; reload?: () => Promise<void> } | undefined;
  /** Identifies this start of the host. */
  instance: string;
  view: View;
  /** The open dialog of those that commands open. */
  dialog: Dialog | undefined;
  /** Folders that were opened as a workspace, the latest first; asked for when their menu or the palette opens. */
  recentWorkspaces: RecentWorkspace[];
  workspaceMenu: boolean;
  setTheme(theme: Settings['theme']): void;
  setProgramTimeout(ms: number | null): void;
  /** Sets whether methods of a jar, by its absolute path, are called in a warm JVM. */
  setWarmJar(jar: string, warm: boolean): void;
  /** Opens or closes the console in the shown view. Each view stores its own choice. */
  showConsole(open: boolean): void;
  toggleConsole(): void;
  /** Puts the response beside the request or below it. */
  setResponseBeside(isBeside: boolean): void;
  /** Stores the sizes of panels in the settings, because the browser's storage depends on the address of the host. */
  panelSizes: Pick<Storage, 'getItem' | 'setItem'>;
  show(view: View): void;
  showDialog(dialog: Dialog): void;
  /** Closes this dialog if it is the open one: work that ends late must not close the dialog that was opened meanwhile. */
  closeDialog(dialog: Dialog | undefined): void;
  /** Reads the settings that another window or application has changed; the layout stays that of this window. */
  refreshSettings(): Promise<void>;
  loadRecentWorkspaces(): Promise<void>;
  showWorkspaceMenu(show: boolean): Promise<void>;
  /** Removes a folder from the recent workspaces; the folder itself is kept. */
  forgetWorkspace(path: string): Promise<void>;
}

/** Loads the data for the first screen from the host. */
export async function createAppStore(client: HostClient) {
  const [info, settings, workspace] = await Promise.all([
    client.call('app.info', {}),
    client.call('settings.get', {}),
    client.call('workspace.get', {}),
  ]);
  const recents = createLatestCall();
  const showRecent = (reply: Promise<{ workspaces: RecentWorkspace[] }>) =>
    recents.show(reply, ({ workspaces }) => store.setState({ recentWorkspaces: workspaces }));
  const store = createStore<AppStore>()((set, get) => ({
    ...info,
    settings,
    workspace,
    lostHost: undefined,
    view: 'requests',
    dialog: undefined,
    recentWorkspaces: [],
    workspaceMenu: false,
    setTheme(theme) {
      set((state) => ({ settings: { ...state.settings, theme } }));
      // The theme has already changed: a failure to store it must not interrupt the person.
      client.call('settings.set', { theme }).catch(() => undefined);
    },
    setProgramTimeout(programTimeoutMs) {
      set((state) => ({ settings: { ...state.settings, programTimeoutMs } }));
      client.call('settings.set', { programTimeoutMs }).catch(showError);
    },
    setWarmJar(jar, warm) {
      const otherJars = get().settings.warmJars.filter((warmJar) => warmJar !== jar);
      const warmJars = warm ? [...otherJars, jar] : otherJars;
      set((state) => ({ settings: { ...state.settings, warmJars } }));
      client.call('settings.set', { warmJars }).catch(showError);
    },
    show: (view) => set({ view }),
    ...createLayout({ client, set, get }),
    showDialog: (dialog) => set({ dialog }),
    closeDialog: (closed) => set(({ dialog }) => ({ dialog: dialog === closed ? undefined : dialog })),
    async refreshSettings() {
      const before = get().settings;
      const changed = await client.call('settings.get', {});
      // A switch that was clicked to focus the window has changed them meanwhile, and this response may be older.
      if (get().settings !== before) return get().refreshSettings();
      set((state) => ({ settings: { ...changed, layout: state.settings.layout } }));
    },
    async loadRecentWorkspaces() {
      await showRecent(client.call('workspace.recent', {}));
    },
    async showWorkspaceMenu(show) {
      set({ workspaceMenu: show });
      if (show) await get().loadRecentWorkspaces();
    },
    async forgetWorkspace(path) {
      await showRecent(client.call('workspace.forgetRecent', { path }));
    },
  }));
  client.on('workspace.changed', (changed) => store.setState({ workspace: changed }));
  return store;
}

/** The layout of the window, stored in the user's settings. */
function createLayout({
  client,
  set,
  get,
}: {
  client: HostClient;
  set: StoreApi<AppStore>['setState'];
  get: StoreApi<AppStore>['getState'];
}): Pick<AppStore, 'showConsole' | 'toggleConsole' | 'setResponseBeside' | 'panelSizes'> {
  const setLayout = (change: Partial<Settings['layout']>) => {
    const layout = { ...get().settings.layout, ...change };
    set((state) => ({ settings: { ...state.settings, layout } }));
    // The layout has already changed: a failure to store it must not interrupt the person.
    client.call('settings.set', { layout }).catch(() => undefined);
  };
  return {
    showConsole(open) {
      const { settings, view } = get();
      const otherViews = settings.layout.consoleIn.filter((item) => item !== view);
      if (isConsoleOpen(get()) !== open) setLayout({ consoleIn: open ? [...otherViews, view] : otherViews });
    },
    toggleConsole: () => get().showConsole(!isConsoleOpen(get())),
    setResponseBeside: (responseBeside) => setLayout({ responseBeside }),
    panelSizes: {
      getItem: (name) => get().settings.layout.sizes[name] ?? null,
      setItem: (name, text) => setLayout({ sizes: { ...get().settings.layout.sizes, [name]: text } }),
    },
  };
}
