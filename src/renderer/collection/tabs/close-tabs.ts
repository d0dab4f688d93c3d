/** Closes tabs and discards changes, with a message that offers to undo it. */
import type { StoreApi } from 'zustand';
import { toastClosed } from '../../ui/messages/closed-toast.tsx';
import { toastWithUndo } from '../../ui/messages/undo.tsx';
import { isEdited, titleOf } from './open-item.ts';
import type { RequestStore } from '../request-state.ts';

/** Closes requests and folders. For unsaved ones a message says that the edits are kept. */
export function closeTabs(store: StoreApi<RequestStore>, ids: readonly string[]): void {
  const { open, close, select, discard } = store.getState();
  const unsavedItems = open.filter((item) => ids.includes(item.id) && isEdited(item));
  close(...ids);
  if (unsavedItems.length === 0) return;
  const unsavedIds = unsavedItems.map(({ id }) => id);
  toastClosed({
    titles: unsavedItems.map(titleOf),
    async reopen() {
      for (const id of unsavedIds) await select(id);
    },
    discard: () => discard(...unsavedIds),
  });
}

/** Discards the changes of an open request or folder. */
export function discardChanges(store: StoreApi<RequestStore>, id: string): void {
  const item = store.getState().open.find((item) => item.id === id);
  if (!item || !isEdited(item)) return;
  const title = titleOf(item);
  toastWithUndo(`Changes of ${title} were discarded`, store.getState().discard(id));
}
