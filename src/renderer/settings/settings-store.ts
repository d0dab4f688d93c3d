/** The settings for their page: those of the user, the connection settings of this workspace, and permissions. */
import { createStore, type StoreApi } from 'zustand';
import type { ConnectionSettings } from '../../contract/collection/connection.ts';
import type { HostClient } from '../../contract/host-contract.ts';
import type { Settings, SettingsChange } from '../../contract/settings.ts';
import { visibleText } from '../../contract/visible-text.ts';
import type { AppStore } from '../context/app-store.ts';
import type { ShownWorkspace } from '../host/shown-workspace.ts';
import { createPermissions, type Permissions } from './permissions.ts';
import type { SettingId } from './setting-names.ts';

export interface SettingsStore extends Permissions {
  /** The connection settings of this workspace; undefined until they have been loaded. */
  connection: ConnectionSettings | undefined;
  /** The setting that the page scrolls to. */
  requestedSetting: SettingId | undefined;
  /** Whether a change is being sent to the host. */
  saving: boolean;
  shortcutsShown: boolean;
  load(): Promise<void>;
  change(change: SettingsChange): Promise<void>;
  changeConnection(change: Partial<ConnectionSettings>): Promise<void>;
  /** @returns what is wrong with fields of the settings, by their names such as `ca.0` */
  checkConnection(connection: ConnectionSettings, signal: AbortSignal): Promise<Record<string, string>>;
  /** Opens the page, optionally at one setting. */
  show(setting?: SettingId): void;
  showShortcuts(shown: boolean): void;
}

export function createSettingsStore(
  client: HostClient,
  app: StoreApi<AppStore>,
  workspace: ShownWorkspace,
): StoreApi<SettingsStore> {
  const filesOf = ({ allowedFiles }: Settings) => allowedFiles[app.getState().workspace.root] ?? [];
  /** Sequential writes of the connection settings; of several waiting ones, only the last is sent. */
  let writing: Promise<unknown> = Promise.resolve();
  const saved = createSavedWrites((saving) => store.setState({ saving }));
  const loads = workspace.latestCall();
  const connectionReads = workspace.latestCall();
  const store = createStore<SettingsStore>()((set, get) => ({
    connection: undefined,
    ...createPermissions(client, set, () => get().load()),
    ...connectionCheck(client),
    requestedSetting: undefined,
    saving: false,
    shortcutsShown: false,
    async load() {
      const loading = loads.begin();
      const read = connectionReads.begin();
      const [connection, vault, debugging] = await Promise.all([
        client.call('connection.get', {}),
        client.call('vault.state', {}),
        client.call('debugger.consentState', {}),
        app.getState().refreshSettings(),
      ]);
      if (loading.aborted) return;
      set({
        ...(read.aborted ? {} : { connection }),
        vaultAllowed: vault.allowed,
        debuggingAllowed: debugging.allowed,
        allowedFiles: filesOf(app.getState().settings),
      });
    },
    async change(change) {
      app.setState(({ settings }) => ({ settings: { ...settings, ...change } }));
      await saved(client.call('settings.set', change));
    },
    async changeConnection(change) {
      const { connection } = get();
      if (!connection) return;
      connectionReads.cancel();
      const next = { ...connection, ...change };
      set({ connection: next });
      const write = async () => {
        if (get().connection === next) await client.call('connection.set', next);
      };
      writing = writing.catch(() => undefined).then(write);
      await saved(writing);
    },
    show(requestedSetting) {
      set({ requestedSetting });
      app.getState().show('settings');
    },
    showShortcuts: (shortcutsShown) => set({ shortcutsShown }),
  }));
  workspace.empty(store);
  return store;
}

function connectionCheck(client: HostClient): Pick<SettingsStore, 'checkConnection'> {
  return {
    async checkConnection(connection, signal) {
      const { problems } = await client.call('connection.check', connection, signal);
      return Object.fromEntries(problems.map(({ field, message }) => [field, visibleText(message)]));
    },
  };
}

/** @returns a function that waits for a write, and reports before and after it whether one is under way */
function createSavedWrites(onSaving: (isSaving: boolean) => void): (write: Promise<unknown>) => Promise<void> {
  let pending = 0;
  return async (write) => {
    onSaving(++pending > 0);
    try {
      await write;
    } finally {
      onSaving(--pending > 0);
    }
  };
}
