import { Button, Group, Text } from '@mantine/core';
import { useApp, useFrom } from '../context/app-context.ts';
import { Dialog } from '../ui/dialogs/Dialog.tsx';

/** Asks once for each workspace before its scripts are debugged, because the walls around them are then weaker. */
export function DebugConsent() {
  const { debugStart } = useApp();
  const question = useFrom('debugStart', (state) => state.question);
  const { answer } = debugStart.getState();
  return (
    <Dialog opened={question !== undefined} onClose={() => answer(false)} title="Debug the scripts of this workspace?">
      {/* The focus stands on the text: no key that is typed at this moment presses a button. */}
      <Text size="sm" tabIndex={-1} data-autofocus style={{ outline: 'none' }}>
        {question}
      </Text>
      <Group mt="md" justify="flex-end" gap="xs">
        <Button variant="default" onClick={() => answer(false)}>
          Cancel
        </Button>
        <Button onClick={() => answer(true)}>Allow and debug</Button>
      </Group>
    </Dialog>
  );
}
