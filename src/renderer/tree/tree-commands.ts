/**
 * Commands for a request or folder of the tree, and for the collection. Without a target they apply to the open one.
 */
import type { AppContext } from '../context/app-context.ts';
import type { Command } from '../context/commands/command.ts';
import { hideToast, showHint } from '../ui/messages/notify.ts';
import { toastWithUndo } from '../ui/messages/undo.tsx';
import { deletionCause } from './deletion-cause.ts';
import { discardDraft } from './discard-draft.ts';
import { exportCollection } from './export-collection.ts';
import { lineAfterRemoval, placeOf, type MoveDirection } from './move-place.ts';
import { createTreeTargets, type TreeTargets } from './tree-targets.ts';

type Stores = Pick<AppContext, 'app' | 'requests' | 'runner' | 'search'>;
const formats = { postman: 'for Postman', opencollection: 'as one file' } as const;

/** In the order of the palette. */
export function treeCommands(stores: Stores): Command[] {
  const targets = createTreeTargets(stores.requests);
  return [
    ...settingsCommands(stores, targets),
    runnerCommand(stores, targets),
    ...newItemCommands(stores, targets),
    ...editCommands(stores, targets),
    ...moveCommands(stores, targets),
    ...exportCommands(stores, targets),
    ...removeCommands(stores, targets),
  ];
}

function settingsCommands({ app, requests }: Stores, { folderOf, needsCollection }: TreeTargets): Command[] {
  const openSettings = (id: string) => {
    app.getState().show('requests');
    return requests.getState().select(id);
  };
  return [
    {
      id: 'collection-settings',
      label: 'Collection settings',
      icon: 'settings',
      unavailable: needsCollection,
      run: () => openSettings(''),
    },
    {
      id: 'folder-settings',
      label: 'Folder settings',
      icon: 'settings',
      keywords: 'headers authentication variables scripts',
      unavailable: (target) => (folderOf(target) === '' ? 'The selected item is not in a folder.' : undefined),
      run: (target) => openSettings(folderOf(target)),
    },
  ];
}

function runnerCommand({ app, runner }: Stores, { item, needsItem }: TreeTargets): Command {
  return {
    id: 'run-in-runner',
    label: 'Run in the runner',
    icon: 'run',
    unavailable: needsItem,
    run(target) {
      runner.getState().choose(item(target).id);
      app.getState().show('runner');
    },
  };
}

function newItemCommands({ app, requests }: Stores, { folderOf }: TreeTargets): Command[] {
  return [
    {
      id: 'new-request-in-folder',
      label: 'New request in the folder',
      menuLabel: 'New request',
      icon: 'add',
      run(target) {
        app.getState().show('requests');
        requests.getState().openUntitled(undefined, undefined, folderOf(target));
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
  ];
}

function editCommands({ app, requests, search }: Stores, { item, needsItem }: TreeTargets): Command[] {
  const state = requests.getState;
  return [
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
  ];
}

const moves: Record<MoveDirection, { label: string; keys: string; problem: string }> = {
  up: { label: 'Move up in its folder', keys: 'Alt+ArrowUp', problem: 'It is already the first in its folder.' },
  down: { label: 'Move down in its folder', keys: 'Alt+ArrowDown', problem: 'It is already the last in its folder.' },
  into: { label: 'Move into the folder above it', keys: 'Alt+ArrowRight', problem: 'There is no folder above it.' },
  out: { label: 'Move out of its folder', keys: 'Alt+ArrowLeft', problem: 'It is not in a folder.' },
};

/** Commands that move an item, so that dragging is not the only way. */
function moveCommands({ requests }: Stores, { item, needsItem }: TreeTargets): Command[] {
  const state = requests.getState;
  const placeFor = (direction: MoveDirection, target?: string) =>
    placeOf(state().collection?.items ?? [], item(target).id, direction);
  return (['up', 'down', 'into', 'out'] as const).map((direction): Command => {
    const { label, keys, problem } = moves[direction];
    return {
      id: `move-${direction}`,
      label: `${label}: the request or folder`,
      keys,
      keysIn: 'tree',
      keywords: 'order sort drag',
      unavailable: (target) => needsItem(target) ?? (placeFor(direction, target) ? undefined : problem),
      async run(target) {
        const place = placeFor(direction, target);
        if (place) state().reveal(await state().move(item(target).id, place.parent, place.before));
      },
    };
  });
}

function exportCommands({ requests }: Stores, { item, needsItem, needsCollection }: TreeTargets): Command[] {
  return (['postman', 'opencollection'] as const).flatMap((format): Command[] => [
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
      run: () =>
        exportCollection(requests, { id: '', name: requests.getState().collection?.name ?? 'collection', format }),
    },
  ]);
}

function removeCommands({ requests }: Stores, { item, needsItem, untitledOf }: TreeTargets): Command[] {
  const state = requests.getState;
  return [
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
        const next = lineAfterRemoval(state().collection?.items ?? [], id);
        const restore = await state().remove(id);
        // The focus stays in the tree, also where the request of the last tab was deleted.
        if (target !== undefined && next !== undefined) state().reveal(next, { afterRemoval: true });
        const undo = async () => {
          await restore();
          state().reveal(id);
        };
        toastWithUndo(`${name} was deleted`, undo, deletionCause(id));
      },
    },
    {
      id: 'undo-deletion',
      label: 'Undo the last deletion of a request or folder',
      keys: 'Mod+Z',
      keysIn: 'tree',
      async run() {
        const restored = await state().restoreLatest();
        if (!restored) return showHint('Nothing was deleted within the last 30 days.');
        hideToast(deletionCause(restored.id));
        state().reveal(restored.id);
      },
    },
    {
      id: 'discard-untitled',
      label: 'Discard the unsaved request',
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
