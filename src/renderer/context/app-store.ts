import { createStore } from 'zustand';
import { showError } from '../ui/notify.ts';
import type { Capabilities, HostClient, WorkspaceInfo } from '../../contract/host-contract.ts';
import type { Settings } from '../../contract/settings.ts';

export interface AppStore {
  version: string;
  runtime: string;
  capabilities: Capabilities;
  notices: string[];
  settings: Settings;
  workspace: WorkspaceInfo;
  /** False once the host is gone. */
  connected: boolean;
  consoleOpen: boolean;
  view: 'requests' | 'scripts' | 'programs' | 'webhooks' | 'history' | 'runner' | 'settings';
  openFolderDialog: boolean;
  importDialog: boolean;
  setTheme(theme: Settings['theme']): void;
  setProgramTimeout(ms: number | null): void;
  /** Whether methods of a jar, by its absolute path, are called in a JVM that stays. */
  setWarmJar(jar: string, warm: boolean): void;
  toggleConsole(): void;
  show(view: AppStore['view']): void;
  showOpenFolder(show: boolean): void;
  showImport(show: boolean): void;
}

/** Asks the host for what the first screen needs. */
export async function createAppStore(client: HostClient) {
  const [info, settings, workspace] = await Promise.all([
    client.call('app.info', {}),
    client.call('settings.get', {}),
    client.call('workspace.get', {}),
  ]);
  const store = createStore<AppStore>()((set, get) => ({
    ...info,
    settings,
    workspace,
    connected: true,
    consoleOpen: true,
    view: 'scripts',
    openFolderDialog: false,
    importDialog: false,
    setTheme(theme) {
      set((state) => ({ settings: { ...state.settings, theme } }));
      // The look has changed already; that it could not be remembered is no reason to disturb.
      client.call('settings.set', { theme }).catch(() => undefined);
    },
    setProgramTimeout(programTimeoutMs) {
      set((state) => ({ settings: { ...state.settings, programTimeoutMs } }));
      client.call('settings.set', { programTimeoutMs }).catch(showError);
    },
    setWarmJar(jar, warm) {
      const others = get().settings.warmJars.filter((one) => one !== jar);
      const warmJars = warm ? [...others, jar] : others;
      set((state) => ({ settings: { ...state.settings, warmJars } }));
      client.call('settings.set', { warmJars }).catch(showError);
    },
    show: (view) => set({ view }),
    toggleConsole: () => set((state) => ({ consoleOpen: !state.consoleOpen })),
    showImport: (show) => set({ importDialog: show }),
    showOpenFolder: (show) => set({ openFolderDialog: show }),
  }));
  client.on('workspace.changed', (changed) => store.setState({ workspace: changed }));
  return store;
}
