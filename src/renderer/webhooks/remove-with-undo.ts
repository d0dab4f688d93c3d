import type { AppContext } from '../context/app-context.ts';
import { showError } from '../ui/messages/notify.ts';
import { toastWithUndo } from '../ui/messages/undo.tsx';

/** Removes notifications, with a message that offers to undo it. */
export async function removeWithUndo(store: AppContext['webhooks'], ids: number[] | 'filtered'): Promise<void> {
  try {
    const undo = await store.getState().remove(ids);
    const what = ids === 'filtered' ? 'The listed notifications were deleted' : 'The notification was deleted';
    toastWithUndo(what, undo);
  } catch (error) {
    showError(error);
  }
}
