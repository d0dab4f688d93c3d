/** The collection of the workspace and its open items. Each part of the store is in a file of its own. */
import { createStore, type StoreApi } from 'zustand';
import type { HostClient } from '../../contract/host-contract.ts';
import type { Drafts } from '../host/drafts.ts';
import type { ShownWorkspace } from '../host/shown-workspace.ts';
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
  workspace: ShownWorkspace,
  drafts: Drafts,
): StoreApi<RequestStore> {
  const typed = createDraftStorage(drafts, workspace.root, () => store.setState({ unsaved: typed.unsaved() }));

  const store = createStore<RequestStore>()((set, get) => {
    const settled = Promise.resolve();
    const parts: StoreParts = {
      client,
      runs,
      drafts,
      typed,
      set,
      get,
      workspace,
      shown: settled,
      newRequests: 0,
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
  followWorkspace(store, { workspace, typed });
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

/** Shows the tabs, the drafts and the collection of another workspace, and the changes of files in the shown one. */
function followWorkspace(
  store: StoreApi<RequestStore>,
  { workspace, typed }: { workspace: ShownWorkspace; typed: DraftStorage },
): void {
  const { restore, load } = store.getState();
  const loadAgain = () => void load().catch(() => undefined);
  workspace.empty(store, () =>
    store.setState({
      environment: typed.environment() || null,
      unsaved: typed.unsaved(),
      toggled: new Set(typed.toggled()),
    }),
  );
  workspace.follow({ opened: () => void restore().then(loadAgain, loadAgain), changed: loadAgain });
}
