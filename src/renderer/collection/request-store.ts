/** The collection of the workspace and what is open of it. Each part of the store has a file of its own. */
import { createStore, type StoreApi } from 'zustand';
import type { HostClient } from '../../contract/host-contract.ts';
import type { Drafts } from '../host/drafts.ts';
import type { RunStore } from '../console/run-store.ts';
import { createDeleted } from './deleted.ts';
import { createDraftStorage } from './draft-storage.ts';
import { createEditing } from './editing.ts';
import { isUntitled, same } from './open-item.ts';
import type { RequestStore } from './request-state.ts';
import { createSending } from './sending.ts';
import type { StoreParts } from './store-parts.ts';
import { createTabs } from './tabs.ts';
import { createTreeEdits } from './tree-edits.ts';
import { createTreeState } from './tree-state.ts';

export type { RequestStore };

export function createRequestStore(
  client: HostClient,
  runs: StoreApi<RunStore>,
  firstRoot: string,
  drafts: Drafts,
): StoreApi<RequestStore> {
  let root = firstRoot;
  const typed = createDraftStorage(
    drafts,
    () => root,
    () => store.setState({ unsaved: typed.unsaved() }),
  );

  const store = createStore<RequestStore>()((set, get) => {
    const settled = Promise.resolve();
    const parts: StoreParts = {
      ...{ client, runs, drafts, typed, set, get },
      root: () => root,
      shown: settled,
      loaded: settled,
    };
    async function load(): Promise<void> {
      const { collection } = await client.call('collection.get', {});
      const { environment } = get();
      const chosen = typed.environment();
      const known = environment !== null && (collection?.environments.includes(environment) ?? false);
      set({
        collection,
        isLoading: false,
        environment: known || chosen === '' ? environment : (collection?.environments[0] ?? null),
      });
      await get().refreshOpen();
      await get().loadVariables();
    }
    return {
      ...createTabs(parts),
      ...createEditing(parts),
      ...createSending(parts),
      ...createTreeEdits(parts),
      ...createTreeState(parts),
      ...createDeleted(parts),
      collection: null,
      isLoading: true,
      environment: typed.environment(),
      variables: [],
      inheritedAuth: null,
      shownExample: undefined,
      revealed: undefined,
      moved: undefined,
      reveal: (id) => set({ revealed: { id } }),
      async load() {
        const loading = load();
        parts.loaded = loading.catch(() => undefined);
        await loading.finally(() => set({ isLoading: false }));
      },
      setEnvironment(environment) {
        typed.setEnvironment(environment ?? '');
        set({ environment });
        void get().loadVariables();
      },
      async loadVariables() {
        const { activeId, environment } = get();
        const id = activeId === undefined || isUntitled(activeId) ? '' : activeId;
        const visible = await client.call('collection.visible', { id, environment });
        const { variables, inheritedAuth, ...now } = get();
        if (now.activeId !== activeId || now.environment !== environment) return;
        // Most requests find the same: then nothing that shows a variable is drawn again.
        if (!same(visible, { variables, inheritedAuth })) set(visible);
      },
      async showExample(request, name) {
        await get().select(request);
        set({ shownExample: { request, name } });
      },
    };
  });

  client.on('workspace.changed', (workspace) => {
    const other = workspace.root !== root;
    if (other) {
      root = workspace.root;
      store.setState({ open: [], activeId: undefined, environment: null, collection: null, isLoading: true });
    }
    const { load, restore } = store.getState();
    const show = async () => {
      if (!other) return load();
      await drafts.reload();
      store.setState({
        environment: typed.environment() || null,
        unsaved: typed.unsaved(),
        toggled: new Set(typed.toggled()),
      });
      await restore();
      await load();
    };
    show().catch(() => undefined);
  });
  return store;
}
