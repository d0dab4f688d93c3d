import { Button } from '@mantine/core';
import { notifications as toasts } from '@mantine/notifications';
import { visibleText } from '../../../contract/visible-text.ts';
import { showError } from './notify.ts';

const UNDO_MS = 10_000;

/**
 * Reports an action, with a button that undoes it.
 * @param cause identifies the action, for `hideToast` when it is undone elsewhere
 */
export function toastWithUndo(title: string, undo: () => Promise<void>, cause?: string): void {
  const id = toasts.show({
    ...(cause === undefined ? {} : { id: cause }),
    title: visibleText(title),
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
}
