/** What is done to notifications from more than one place. */
import type { AppContext } from '../app/app-context.ts';
import { showError } from '../app/notify.ts';
import { toastWithUndo } from '../app/undo.tsx';

/** Removes, and offers to take it back. */
export async function removeWithUndo(store: AppContext['webhooks'], ids: number[] | 'filtered'): Promise<void> {
  try {
    const undo = await store.getState().remove(ids);
    const what = ids === 'filtered' ? 'The listed notifications were deleted' : 'The notification was deleted';
    toastWithUndo(what, undo);
  } catch (error) {
    showError(error);
  }
}

/** Hands a text to the person as a file. */
export function saveText(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
