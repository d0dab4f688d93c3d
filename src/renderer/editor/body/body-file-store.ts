/**
 * Files that bodies name: choosing one, whether it may be sent, and the permission for one outside of the workspace.
 */
import { createStore, type StoreApi } from 'zustand';
import type { BodyFileState, FolderListing } from '../../../contract/collection/collection-calls.ts';
import type { HostClient } from '../../../contract/host-contract.ts';
import type { ShownWorkspace } from '../../host/shown-workspace.ts';

export interface BodyFileStore {
  /** The state of each file, by its path as it is typed. */
  states: Record<string, BodyFileState>;
  /** The folder in the picker, where the host has no file dialog. */
  picker: { listing: FolderListing; onChosen: (reference: string) => void } | undefined;
  check(path: string): Promise<void>;
  /** @param path as it is typed */
  allow(path: string, isAllowed: boolean): Promise<void>;
  /**
   * Lets the person choose a file; has no effect when they cancel.
   * @param current the present path, whose folder is shown first
   * @param onChosen receives the file in the form in which a request names it
   */
  choose(current: string, onChosen: (reference: string) => void): Promise<void>;
  /** Shows another folder in the picker, or chooses the file at the path. */
  browse(path: string): Promise<void>;
  closePicker(): void;
}

/** @param options.hasDialog whether the host shows the system's dialog for files */
export function createBodyFileStore(
  client: HostClient,
  workspace: ShownWorkspace,
  { hasDialog }: { hasDialog: boolean },
): StoreApi<BodyFileStore> {
  const store = createStore<BodyFileStore>()((set, get) => {
    const put = (path: string, state: BodyFileState) => set(({ states }) => ({ states: { ...states, [path]: state } }));
    const listings = workspace.latestCall();
    const referenceTo = async (path: string) => (await client.call('files.state', { path })).reference;
    return {
      states: {},
      picker: undefined,
      async check(path) {
        const root = workspace.root();
        const before = get().states[path];
        const state = await client.call('files.state', { path });
        // It may have been allowed meanwhile, or another folder be shown, where the path names another file.
        if (workspace.root() === root && get().states[path] === before) put(path, state);
      },
      async allow(path, isAllowed) {
        const root = workspace.root();
        const state = await client.call('files.allow', { path, allow: isAllowed });
        if (workspace.root() === root) put(path, state);
      },
      async choose(current, onChosen) {
        if (hasDialog) {
          const { path } = await client.call('workspace.chooseFile', {});
          if (path !== null) onChosen(await referenceTo(path));
          return;
        }
        const latest = listings.begin();
        const listing = await client
          .call('files.list', { path: current })
          .catch(() => client.call('files.list', { path: '' }));
        if (!latest.aborted) set({ picker: { listing, onChosen } });
      },
      async browse(path) {
        const latest = listings.begin();
        const listing = await client.call('files.list', { path });
        const { picker } = get();
        if (!picker || latest.aborted) return;
        if (listing.file === null) return set({ picker: { ...picker, listing } });
        set({ picker: undefined });
        picker.onChosen(await referenceTo(listing.file));
      },
      closePicker() {
        listings.cancel();
        set({ picker: undefined });
      },
    };
  });
  workspace.empty(store);
  return store;
}
