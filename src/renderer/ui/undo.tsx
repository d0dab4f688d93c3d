import { Button } from '@mantine/core';
import { notifications as toasts } from '@mantine/notifications';
import { showError } from './notify.ts';

const UNDO_MS = 10_000;

/** Says what was done, and offers to take it back. */
export function toastWithUndo(title: string, undo: () => Promise<void>): void {
  const id = toasts.show({
    title,
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
