/** Unsaved edits of requests, folders and scripts, which are searched instead of the files. */
import type { StoreApi } from 'zustand';
import type { UnsavedItem } from '../../contract/collection/search.ts';
import { isUntitled, titleOf } from '../collection/tabs/open-item.ts';
import type { RequestStore } from '../collection/request-store.ts';
import type { ScriptStore } from '../scripts/script-store.ts';

interface Stores {
  requests: StoreApi<RequestStore>;
  scripts: StoreApi<ScriptStore>;
}

/** @returns the drafts of open and of closed tabs */
export async function unsavedItems({ requests, scripts }: Stores): Promise<UnsavedItem[]> {
  const { unsaved: ids, open, draftItem, unsavedEdits } = requests.getState();
  const typed = await unsavedEdits([...ids]);
  const untitled = [...ids].filter(isUntitled).flatMap((id): UnsavedItem[] => {
    const item = open.find((tab) => tab.id === id) ?? draftItem(id);
    return item.kind === 'request' ? [{ kind: 'request', id, name: titleOf(item), edited: item.edited }] : [];
  });
  return [
    ...typed.requests.map(({ id, request }) => ({ kind: 'request' as const, id, edited: request })),
    ...typed.folders.map(({ id, folder }) => ({ kind: 'folder' as const, id, edited: folder })),
    ...untitled,
    ...scripts
      .getState()
      .unsaved()
      .map(({ path, content }) => ({ kind: 'script' as const, id: path, edited: { content } })),
  ];
}

/** Edits open items as a person would. */
export async function editItems({ requests, scripts }: Stores, items: readonly UnsavedItem[]): Promise<void> {
  const { activeId } = requests.getState();
  const { activePath } = scripts.getState();
  for (const { kind, id, edited } of items) {
    if (kind === 'script') {
      await scripts.getState().openScript(id);
      scripts.getState().edit(id, edited.content);
      continue;
    }
    await requests.getState().select(id);
    requests.getState().edit(edited);
  }
  if (activePath !== undefined) await scripts.getState().openScript(activePath);
  if (activeId !== undefined && items.length > 0) await requests.getState().select(activeId);
}
