import { Group } from '@mantine/core';
import { CloseButton } from './CloseButton.tsx';

/** The footer of a dialog that only shows something: the button that closes it. */
export function CloseFooter() {
  return (
    <Group justify="flex-end" mt="sm">
      <CloseButton label="Close" />
    </Group>
  );
}
