/** The palette's own data: recently used names, and the host's results in history and notifications. */
import { createStore, type StoreApi } from 'zustand';
import type { HistoryEntry } from '../../contract/collection/collection.ts';
import type { HostClient } from '../../contract/host-contract.ts';
import type { NotificationSummary } from '../../contract/webhooks/notification.ts';
import type { KeptRun } from '../../contract/runs/report.ts';
import type { RequestStore } from '../collection/request-store.ts';
import type { Drafts } from '../host/drafts.ts';
import { storedTexts } from '../host/stored-fields.ts';
import type { ShownWorkspace } from '../host/shown-workspace.ts';
import type { ScriptStore } from '../scripts/script-store.ts';

/** The number of sent requests and notifications that are read; older ones are found by typing. */
const FROM_HOST = 30;
const RECENT = 50;
const RECENT_KEY = 'recent-names';

export interface PaletteStore {
  /** Ids of recently used names, the latest first. */
  recent: readonly string[];
  sends: HistoryEntry[];
  runs: KeptRun[];
  notifications: NotificationSummary[];
  /** Reads the matching requests, runs and notifications from the host; with an empty text, the newest. */
  search(text: string): Promise<void>;
  remember(id: string): void;
}

export const requestName = (id: string) => `request ${id}`;
export const scriptName = (path: string) => `script ${path}`;

export function createPaletteStore(
  client: HostClient,
  {
    requests,
    scripts,
    drafts,
    workspace,
  }: {
    requests: StoreApi<RequestStore>;
    scripts: StoreApi<ScriptStore>;
    drafts: Drafts;
    workspace: ShownWorkspace;
  },
): StoreApi<PaletteStore> {
  const storedRecent = () => storedTexts(drafts.getItem(RECENT_KEY)).slice(0, RECENT);
  const queries = workspace.latestCall();
  const store = createStore<PaletteStore>()((set, get) => ({
    recent: storedRecent(),
    sends: [],
    runs: [],
    notifications: [],
    async search(text) {
      const query = queries.begin();
      const search = text.trim().slice(0, 1000);
      const filter = search === '' ? {} : { search };
      const [history, runner, notifications] = await Promise.all([
        client.call('history.list', { search, limit: FROM_HOST }),
        client.call('runner.list', {}),
        client.call('notifications.list', { filter, limit: FROM_HOST }),
      ]);
      if (query.aborted) return;
      // The host lists all runs.
      const runs = runner.runs.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()));
      set({ sends: history.entries, runs, notifications: notifications.items });
    },
    remember(id) {
      const recent = [id, ...get().recent.filter((entry) => entry !== id)].slice(0, RECENT);
      set({ recent });
      drafts.setItem(RECENT_KEY, JSON.stringify(recent));
    },
  }));
  workspace.empty(store, () => store.setState({ recent: storedRecent() }));
  requests.subscribe(({ activeId }, before) => {
    if (activeId && activeId !== before.activeId) store.getState().remember(requestName(activeId));
  });
  scripts.subscribe(({ activePath }, before) => {
    if (activePath && activePath !== before.activePath) store.getState().remember(scriptName(activePath));
  });
  return store;
}
