/** The targets of the tree's commands: the item with the id `target` or, without a target, the open item. */
import type { TreeItem } from '../../contract/collection/collection.ts';
import { isUntitled } from '../collection/tabs/open-item.ts';
import type { AppContext } from '../context/app-context.ts';

const NOTHING_SELECTED = 'No saved request or folder is selected.';
const NO_COLLECTION = 'This workspace has no collection yet.';
const STILL_LOADING = 'The collection is still being read.';

export interface TreeTargets {
  /** @throws Error when the target has no file; never for a command that `needsItem` allows */
  item: (target?: string) => TreeItem;
  /** @returns the id of the folder itself, or of the folder around the request; empty: the collection */
  folderOf: (target?: string) => string;
  /** @returns the id of a request that has changes and no file yet */
  untitledOf: (target?: string) => string | undefined;
  /** @returns why a command for a saved request or folder is unavailable */
  needsItem: (target?: string) => string | undefined;
  /** @returns why a command for the collection is unavailable */
  needsCollection: () => string | undefined;
}

export function createTreeTargets(requests: AppContext['requests']): TreeTargets {
  const state = requests.getState;
  const itemOf = (target = state().activeId) => state().collection?.items.find(({ id }) => id === target);
  return {
    item(target) {
      const item = itemOf(target);
      if (!item) throw new Error(NOTHING_SELECTED);
      return item;
    },
    folderOf(target) {
      const item = itemOf(target);
      return item?.kind === 'folder' ? item.id : (item?.parent ?? '');
    },
    untitledOf: (target = state().activeId) =>
      target !== undefined && isUntitled(target) && state().unsaved.has(target) ? target : undefined,
    needsItem: (target) => (itemOf(target) ? undefined : NOTHING_SELECTED),
    needsCollection() {
      const { collection, isLoading } = state();
      if (collection) return undefined;
      return isLoading ? STILL_LOADING : NO_COLLECTION;
    },
  };
}
