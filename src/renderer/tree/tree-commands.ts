/** What can be done with a request or folder of the tree, and with the collection. Without a target: with the one that is open. */
import { discardChanges } from '../collection/close-tabs.ts';
import { isUntitled } from '../collection/open-item.ts';
import type { AppContext } from '../context/app-context.ts';
import type { Command } from '../context/command.ts';
import { toastWithUndo } from '../ui/undo.tsx';
import { exportCollection } from './export-collection.ts';

type Stores = Pick<AppContext, 'app' | 'requests' | 'runner' | 'search'>;
const NOTHING_SELECTED = 'No saved request or folder is selected.';
const NO_COLLECTION = 'This workspace has no collection yet.';
const STILL_LOADING = 'The collection is still being read.';
const formats = { postman: 'for Postman', opencollection: 'as one file' } as const;

export function treeCommands({ app, requests, runner, search }: Stores): Command[] {
  const state = requests.getState;
  const itemOf = (target = state().activeId) => state().collection?.items.find(({ id }) => id === target);
  /** @throws never for a command that is available */
  const item = (target?: string) => {
    const item = itemOf(target);
    if (!item) throw new Error(NOTHING_SELECTED);
    return item;
  };
  /** The folder itself, or the one that the request is in; empty: the collection. */
  const folderOf = (target?: string) => {
    const item = itemOf(target);
    return item?.kind === 'folder' ? item.id : (item?.parent ?? '');
  };
  const needsItem = (target?: string) => (itemOf(target) ? undefined : NOTHING_SELECTED);
  const needsCollection = () => {
    const { collection, isLoading } = state();
    if (collection) return undefined;
    return isLoading ? STILL_LOADING : NO_COLLECTION;
  };
  const untitledOf = (target = state().activeId) =>
    target !== undefined && isUntitled(target) && state().unsaved.has(target) ? target : undefined;
  const openSettings = (id: string) => {
    app.getState().show('requests');
    return state().select(id);
  };
  const exports = (['postman', 'opencollection'] as const).flatMap((format): Command[] => [
    {
      id: `export-${format}`,
      label: `Export the request or folder ${formats[format]}`,
      menuLabel: `Export ${formats[format]}`,
      icon: 'export',
      unavailable: needsItem,
      run(target) {
        const { id, name } = item(target);
        return exportCollection(requests, { id, name, format });
      },
    },
    {
      id: `export-collection-${format}`,
      label: `Export the collection ${formats[format]}`,
      menuLabel: `Export ${formats[format]}`,
      icon: 'export',
      unavailable: needsCollection,
      run: () => exportCollection(requests, { id: '', name: state().collection?.name ?? 'collection', format }),
    },
  ]);
  return [
    {
      id: 'collection-settings',
      label: 'Settings of the collection',
      icon: 'settings',
      unavailable: needsCollection,
      run: () => openSettings(''),
    },
    {
      id: 'folder-settings',
      label: 'Settings of the folder',
      icon: 'settings',
      keywords: 'headers authentication variables scripts',
      unavailable: (target) => (folderOf(target) === '' ? 'What is selected is in no folder.' : undefined),
      run: (target) => openSettings(folderOf(target)),
    },
    {
      id: 'run-in-runner',
      label: 'Run in the runner',
      icon: 'run',
      unavailable: needsItem,
      run(target) {
        runner.getState().choose(item(target).id);
        app.getState().show('runner');
      },
    },
    {
      id: 'new-request-in-folder',
      label: 'New request in the folder',
      menuLabel: 'New request',
      icon: 'add',
      run(target) {
        app.getState().show('requests');
        state().openUntitled(undefined, undefined, folderOf(target));
      },
    },
    {
      id: 'new-folder',
      label: 'New folder…',
      icon: 'add-folder',
      run(target) {
        app.getState().show('requests');
        app.getState().showDialog({ kind: 'new-folder', parent: folderOf(target) });
      },
    },
    {
      id: 'rename',
      label: 'Rename the request or folder',
      menuLabel: 'Rename',
      icon: 'rename',
      keys: 'F2',
      keysIn: 'tree',
      unavailable: needsItem,
      run(target) {
        const { id } = item(target);
        app.getState().show('requests');
        search.getState().show(false);
        state().reveal(id);
        state().startRenaming(id);
      },
    },
    {
      id: 'duplicate',
      label: 'Duplicate the request or folder',
      menuLabel: 'Duplicate',
      icon: 'copy',
      keys: 'Mod+D',
      keysIn: 'tree',
      unavailable: needsItem,
      run: (target) => state().duplicate(item(target).id),
    },
    ...exports,
    {
      id: 'delete',
      label: 'Delete the request or folder',
      menuLabel: 'Delete',
      icon: 'delete',
      removes: true,
      keys: 'Delete',
      keysIn: 'tree',
      unavailable: needsItem,
      async run(target) {
        const { id, name } = item(target);
        toastWithUndo(`${name} was deleted`, await state().remove(id));
      },
    },
    {
      id: 'discard-untitled',
      label: 'Discard the request without a file',
      menuLabel: 'Discard',
      icon: 'discard',
      removes: true,
      keys: 'Delete',
      keysIn: 'tree',
      unavailable: (target) => (untitledOf(target) === undefined ? 'The request has a file, or is empty.' : undefined),
      run(target) {
        const id = untitledOf(target);
        if (id !== undefined) discardDraft(requests, id);
      },
    },
  ];
}

/** Goes back to the file of a request or folder, whether it is open or not. */
export function discardDraft(requests: AppContext['requests'], id: string): void {
  const { open, collection, discard } = requests.getState();
  if (open.some((one) => one.id === id)) return discardChanges(requests, id);
  const name = collection?.items.find((one) => one.id === id)?.name ?? requests.getState().draftItem(id).name;
  toastWithUndo(`Changes of ${name} were discarded`, discard(id));
}
