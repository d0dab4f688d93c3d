/** What is done to notifications from more than one place. */
import { Button } from '@mantine/core';
import { notifications as toasts } from '@mantine/notifications';
import type { AppContext } from '../app/app-context.ts';
import { showError } from '../app/notify.ts';

const UNDO_MS = 10_000;

/** Removes, and offers to take it back. */
export async function removeWithUndo(store: AppContext['webhooks'], ids: number[] | 'filtered'): Promise<void> {
  try {
    const undo = await store.getState().remove(ids);
    const id = toasts.show({
      title: ids === 'filtered' ? 'The listed notifications were deleted' : 'The notification was deleted',
      autoClose: UNDO_MS,
      message: (
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => {
            toasts.hide(id);
            undo().catch(showError);
          }}
        >
          Undo
        </Button>
      ),
    });
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
