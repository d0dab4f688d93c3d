/** A request as text: as code of another language, and as stored. */
import { createStore, type StoreApi } from 'zustand';
import type { EditedFolder, EditedRequest } from '../../../contract/collection/collection.ts';
import type { HostClient } from '../../../contract/host-contract.ts';
import type { RequestStore } from '../../collection/request-state.ts';
import { draftParent, isUntitled, parentOf, type OpenItem, type OpenRequest } from '../../collection/tabs/open-item.ts';
import { foldersDownTo } from '../../collection/tree/folders-above.ts';

export interface CodeStore {
  /** Languages and libraries; empty until `loadTargets` has settled. */
  targets: { id: string; title: string }[];
  loadTargets(): Promise<void>;
  /** The code with variables filled in, except secrets. @param target an id of `targets` */
  codeOf(open: OpenRequest, environment: string | null, target: string): Promise<string>;
  /** The present content of the file of an open request or folder, without edits. */
  readFromDisk(item: OpenItem): Promise<EditedRequest | EditedFolder>;
}

/** @param requests has the unsaved changes of the folders that a request inherits from */
export function createCodeStore(
  client: HostClient,
  requests: StoreApi<Pick<RequestStore, 'unsavedEdits'>>,
): StoreApi<CodeStore> {
  return createStore<CodeStore>()((set, get) => ({
    targets: [],
    async loadTargets() {
      if (get().targets.length === 0) set(await client.call('collection.codeTargets', {}));
    },
    async codeOf(open, environment, target) {
      const id = isUntitled(open.id) ? null : open.id;
      const unsaved = await requests.getState().unsavedEdits(foldersDownTo(parentOf(open)));
      const request = { id, ...draftParent(open), request: open.edited, unsaved };
      return (await client.call('collection.code', { ...request, environment, target })).text;
    },
    async readFromDisk({ id, kind }) {
      return kind === 'request'
        ? (await client.call('collection.read', { id })).request
        : (await client.call('collection.readFolder', { id })).folder;
    },
  }));
}
