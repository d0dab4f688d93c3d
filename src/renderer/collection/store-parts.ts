/** What the parts of the request store share: the host, the drafts, and the open items. */
import type { StoreApi } from 'zustand';
import type { HostClient } from '../../contract/host-contract.ts';
import type { RunStore } from '../console/run-store.ts';
import type { Drafts } from '../host/drafts.ts';
import type { DraftStorage } from './drafts/draft-storage.ts';
import { isUntitled, untitledRequest, type OpenItem } from './tabs/open-item.ts';
import type { RequestStore } from './request-state.ts';

export interface StoreParts {
  client: HostClient;
  runs: StoreApi<RunStore>;
  drafts: Drafts;
  typed: DraftStorage;
  /** The workspace folder that is shown now. */
  root(): string;
  set: StoreApi<RequestStore>['setState'];
  get: StoreApi<RequestStore>['getState'];
  /** Settles when the item that was chosen last is shown; a click and a key can come sooner than its file is read. */
  shown: Promise<void>;
  /** Settles when a file that this window renames, moves or deletes is there under its new name, or gone with its tab. */
  moving: Promise<void>;
  /** Requests that were closed when their files were deleted, and the requests without a file that their drafts are now. */
  gone: Map<string, string>;
  /** Settles when the collection that is being read is there. */
  loaded: Promise<void>;
}

/** Replaces one open item; nothing happens when it was closed meanwhile. */
export function changeItem({ set }: StoreParts, id: string, make: (item: OpenItem) => OpenItem): void {
  set((state) => ({ open: state.open.map((item) => (item.id === id ? make(item) : item)) }));
}

/** Tabs tell folders from requests: a folder's id is not that of a file, but the collection's is empty. */
export const isRequestId = (id: string): boolean => isUntitled(id) || /\.ya?ml$/.test(id);

/** Whether the file of a request does not exist any more. @param error of `readItem` */
export const isGone = (id: string, error: unknown): boolean =>
  isRequestId(id) && (error as { code?: unknown }).code === 'FileNotFound';

/** The item as it is on disk, without its draft. */
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
  typed.setTabs({ open: open.map(({ id }) => id), activeId });
}
