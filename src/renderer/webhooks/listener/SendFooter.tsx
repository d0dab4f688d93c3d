import { Button, Group, Text } from '@mantine/core';
import { CancelWork } from '../../ui/buttons/CancelWork.tsx';
import { CloseButton } from '../../ui/dialogs/CloseButton.tsx';
import type { Work } from '../../ui/work/use-work.ts';

/** The footer of a dialog that sends notifications to a server. */
export function SendFooter({ work, result, canSend }: { work: Work; result?: string | undefined; canSend: boolean }) {
  return (
    <Group justify="flex-end" gap="xs" mt="sm">
      <Text size="xs" role="status" style={{ flex: 1 }}>
        {work.isSlow ? 'Waiting for the response of the server…' : result}
      </Text>
      <CancelWork work={work} size="xs" />
      <CloseButton label="Close" />
      <Button size="xs" loading={work.state === 'working'} type="submit" disabled={!canSend}>
        Send
      </Button>
    </Group>
  );
}
