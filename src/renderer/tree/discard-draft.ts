import { discardChanges } from '../collection/tabs/close-tabs.ts';
import type { AppContext } from '../context/app-context.ts';
import { toastWithUndo } from '../ui/messages/undo.tsx';

/** Discards the changes of a request or folder, whether it is open or not; the person can undo it. */
export function discardDraft(requests: AppContext['requests'], id: string): void {
  const { open, collection, discard } = requests.getState();
  if (open.some((item) => item.id === id)) return discardChanges(requests, id);
  const name = collection?.items.find((item) => item.id === id)?.name ?? requests.getState().draftItem(id).name;
  toastWithUndo(`Changes of ${name} were discarded`, discard(id));
}
