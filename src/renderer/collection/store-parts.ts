/** What the parts of the request store share: the host, the drafts, and the open items. */
import type { StoreApi } from 'zustand';
import { toFailure } from '../../contract/errors.ts';
import type { HostClient } from '../../contract/host-contract.ts';
import type { RunStore } from '../console/run-store.ts';
import type { Drafts } from '../host/drafts.ts';
import type { ShownWorkspace } from '../host/shown-workspace.ts';
import type { DraftStorage } from './drafts/draft-storage.ts';
import { draftParent, isUntitled, untitledRequest, type OpenItem } from './tabs/open-item.ts';
import type { RequestStore } from './request-state.ts';

export interface StoreParts {
  client: HostClient;
  runs: StoreApi<RunStore>;
  drafts: Drafts;
  typed: DraftStorage;
  workspace: ShownWorkspace;
  set: StoreApi<RequestStore>['setState'];
  get: StoreApi<RequestStore>['getState'];
  /** Settles when the item that was selected last is shown, which takes until its file is read. */
  shown: Promise<void>;
  /** How many new requests the person has opened: an item that was selected before one does not take its place. */
  newRequests: number;
  /** Settles when a file that this window renames, moves or deletes has its new name, or is gone with its tab. */
  moving: Promise<void>;
  /**
   * Requests that were closed when their files were deleted, with the ids of the requests without a file that their
   * drafts have become.
   */
  keptDraftIds: Map<string, string>;
  /** Settles when the collection has been read. */
  loaded: Promise<void>;
}

/** Replaces one open item, unless it was closed meanwhile. */
export function changeItem({ set }: StoreParts, id: string, make: (item: OpenItem) => OpenItem): void {
  set((state) => ({ open: state.open.map((item) => (item.id === id ? make(item) : item)) }));
}

/** Distinguishes the tabs of requests and folders: only requests have ids with a file extension. */
export const isRequestId = (id: string): boolean => isUntitled(id) || /\.ya?ml$/.test(id);

/** Whether the file of a request no longer exists. @param error of `readItem` */
export const isGone = (id: string, error: unknown): boolean =>
  isRequestId(id) && toFailure(error).code === 'FileNotFound';

/** The item as stored, without its draft. */
export async function readItem({ client }: StoreParts, id: string): Promise<OpenItem> {
  if (isUntitled(id)) return untitledRequest(id);
  if (isRequestId(id)) {
    const { name, request, version } = await client.call('collection.read', { id });
    return { kind: 'request', id, name, version, saved: request, edited: request };
  }
  const { name, folder, version } = await client.call('collection.readFolder', { id });
  return { kind: 'folder', id, name, version, saved: folder, edited: folder };
}

/** Stores which tabs are open. */
export function remember({ get, typed }: StoreParts): void {
  const { open, activeId } = get();
  const parents: Record<string, string> = {};
  for (const item of open) {
    const { parent } = draftParent(item);
    if (parent !== undefined) parents[item.id] = parent;
  }
  typed.setTabs({ open: open.map(({ id }) => id), activeId, parents });
}
