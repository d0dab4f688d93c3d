import { Button, Group } from '@mantine/core';
import { notifications as toasts } from '@mantine/notifications';
import { showError } from './notify.ts';
import { toastWithUndo } from './undo.tsx';

const SHOWN_MS = 10_000;

/** A message that unsaved tabs were closed and their edits kept, with buttons that reopen or discard them. */
export function toastClosed(closed: {
  titles: readonly string[];
  reopen: () => Promise<void>;
  /** @returns a function that restores the discarded edits */
  discard: () => () => Promise<void>;
}): void {
  const { titles, reopen, discard } = closed;
  const [first = ''] = titles;
  const what = titles.length === 1 ? first : `${titles.length} unsaved tabs`;
  const choose = (action: () => Promise<void>) => () => {
    toasts.hide(id);
    action().catch(showError);
  };
  const discardAll = async () => {
    const undo = discard();
    toastWithUndo(`Changes of ${what} were discarded`, undo);
    return Promise.resolve();
  };
  const id = toasts.show({
    title: `${what} ${titles.length === 1 ? 'was' : 'were'} closed. What you typed is kept.`,
    autoClose: SHOWN_MS,
    message: (
      <Group gap="xs" mt={4}>
        <Button size="compact-xs" variant="default" onClick={choose(reopen)}>
          Reopen
        </Button>
        <Button size="compact-xs" variant="default" onClick={choose(discardAll)}>
          Discard
        </Button>
      </Group>
    ),
  });
}
