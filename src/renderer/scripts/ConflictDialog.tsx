import { Button, Group, Text } from '@mantine/core';
import { useApp, useFrom } from '../context/app-context.ts';
import { Dialog } from '../ui/dialogs/Dialog.tsx';
import { showError } from '../ui/messages/notify.ts';

/** Asks when a script is saved that another program has changed meanwhile. */
export function ConflictDialog() {
  const { scripts } = useApp();
  const path = useFrom('scripts', (state) => state.conflict);
  const { save, reload, cancelConflict } = scripts.getState();
  return (
    <Dialog opened={path !== undefined} onClose={cancelConflict} title="Changed on disk">
      <Text size="sm">{path} was changed by another program since it was opened. Nothing has been written yet.</Text>
      <Group mt="md" justify="flex-end" gap="xs">
        <Button variant="default" onClick={cancelConflict}>
          Cancel
        </Button>
        <Button variant="default" onClick={() => void reload().catch(showError)}>
          Discard changes
        </Button>
        <Button onClick={() => void save(true).catch(showError)}>Keep mine</Button>
      </Group>
    </Dialog>
  );
}
