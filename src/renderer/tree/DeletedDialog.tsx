import { Button, Group, Text } from '@mantine/core';
import { useRef } from 'react';
import { visibleText } from '../../contract/visible-text.ts';
import { useApp, useFrom } from '../context/app-context.ts';
import { ConfirmButton } from '../ui/buttons/ConfirmButton.tsx';
import { Dialog } from '../ui/dialogs/Dialog.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { hideToast, showError } from '../ui/messages/notify.ts';
import { deletionCause } from './deletion-cause.ts';
import classes from './tree.module.css';

/** Items that were deleted within the last month, which can be restored or deleted permanently. */
export function DeletedDialog() {
  const { requests: store } = useApp();
  const deletedItems = useFrom('requests', (state) => state.deleted);
  const close = useRef<HTMLButtonElement>(null);
  if (!deletedItems) return null;
  const { restoreDeleted, purge, hideDeleted } = store.getState();
  return (
    <Dialog opened onClose={hideDeleted} title="Recently deleted" size="lg">
      <Text size="xs" c="dimmed" mb="xs">
        Deleted requests and folders are kept for 30 days.
      </Text>
      {deletedItems.length === 0 && <EmptyState text="Nothing was deleted within the last 30 days." />}
      <ul className={classes['deleted']} aria-label="Deleted">
        {deletedItems.map(({ token, kind, name, id, at }) => (
          <li key={token}>
            <span title={visibleText(id)}>
              <b>{visibleText(name)}</b>
              <small>
                {kind}, deleted {new Date(at).toLocaleString()}
              </small>
            </span>
            <Button
              size="compact-xs"
              variant="default"
              aria-label={`Restore ${visibleText(name)}`}
              onClick={() => {
                hideToast(deletionCause(id));
                restoreDeleted(token).catch(showError);
              }}
            >
              Restore
            </Button>
            <ConfirmButton
              label="Delete permanently"
              accessibleName={`Delete permanently: ${visibleText(name)}`}
              question={`Delete ${visibleText(name)} permanently? It cannot be restored.`}
              action="Delete"
              onConfirm={async () => {
                await purge([token]);
                // The question would return the focus to its button, which is removed with the item.
                close.current?.focus();
              }}
            />
          </li>
        ))}
      </ul>
      <Group justify="flex-end" mt="md">
        <Button ref={close} size="xs" variant="default" onClick={hideDeleted}>
          Close
        </Button>
      </Group>
    </Dialog>
  );
}
