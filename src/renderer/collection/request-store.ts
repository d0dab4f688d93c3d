/** The collection of the workspace and its open items. Each part of the store is in a file of its own. */
import { createStore, type StoreApi } from 'zustand';
import type { HostClient } from '../../contract/host-contract.ts';
import type { Drafts } from '../host/drafts.ts';
import type { RunStore } from '../console/run-store.ts';
import { withMovedKeys } from './item-path.ts';
import { createDeleted } from './tree/deleted.ts';
import { createDraftStorage, type DraftStorage } from './drafts/draft-storage.ts';
import { createEditing } from './drafts/editing.ts';
import { createFileChanges } from './drafts/file-changes.ts';
import { followOtherWindows } from './drafts/other-windows.ts';
import { createLoadedCollection } from './tree/loaded-collection.ts';
import type { RequestStore, ShowingSlice } from './request-state.ts';
import { createSaving } from './drafts/saving.ts';
import { createSending } from './sending.ts';
import type { StoreParts } from './store-parts.ts';
import { createTabOrder } from './tabs/tab-order.ts';
import { createTabs } from './tabs/tabs.ts';
import { createTreeEdits } from './tree/tree-edits.ts';
import { createTreeState } from './tree/tree-state.ts';
import { createUntitledTabs } from './tabs/untitled-tabs.ts';

export type { RequestStore };

export function createRequestStore(
  client: HostClient,
  runs: StoreApi<RunStore>,
  firstRoot: string,
  drafts: Drafts,
): StoreApi<RequestStore> {
  let root = firstRoot;
  const draftStorage = createDraftStorage(
    drafts,
    () => root,
    () => store.setState({ unsaved: draftStorage.unsaved() }),
  );

  const store = createStore<RequestStore>()((set, get) => {
    const settled = Promise.resolve();
    const parts: StoreParts = {
      client,
      runs,
      drafts,
      typed: draftStorage,
      set,
      get,
      root: () => root,
      shown: settled,
      moving: settled,
      loaded: settled,
      keptDraftIds: new Map(),
    };
    followOtherWindows(parts);
    return {
      ...createTabs(parts),
      ...createUntitledTabs(parts),
      ...createTabOrder(parts),
      ...createEditing(parts),
      ...createSaving(parts),
      ...createFileChanges(parts),
      ...createSending(parts),
      ...createTreeEdits(parts),
      ...createTreeState(parts),
      ...createDeleted(parts),
      ...createLoadedCollection(parts),
      ...createShowing(parts),
      moved: undefined,
    };
  });

  store.subscribe(({ moved, shownParts }, before) => {
    if (moved && moved !== before.moved) store.setState({ shownParts: withMovedKeys(shownParts, moved) });
  });
  client.on('workspace.changed', (workspace) => {
    const isOther = workspace.root !== root;
    root = workspace.root;
    const loading = isOther ? showWorkspace(store, { drafts, typed: draftStorage }) : store.getState().load();
    loading.catch(() => undefined);
  });
  return store;
}

function createShowing({ set, get }: StoreParts): ShowingSlice {
  return {
    shownExample: undefined,
    revealed: undefined,
    reveal: (id, options) => set({ revealed: { id, ...options } }),
    async showExample(request, index) {
      await get().select(request);
      set({ shownExample: { request, index } });
    },
  };
}

/** Shows the tabs and drafts of another workspace. */
async function showWorkspace(
  store: StoreApi<RequestStore>,
  { drafts, typed }: { drafts: Drafts; typed: DraftStorage },
): Promise<void> {
  store.setState({
    open: [],
    activeId: undefined,
    shownParts: {},
    environment: null,
    collection: null,
    isLoading: true,
  });
  await drafts.reload();
  store.setState({
    collection: null,
    environment: typed.environment() || null,
    unsaved: typed.unsaved(),
    toggled: new Set(typed.toggled()),
  });
  await store.getState().restore();
  await store.getState().load();
}
