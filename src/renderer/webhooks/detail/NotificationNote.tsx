import { ActionIcon, Group, TextInput, Tooltip } from '@mantine/core';
import { IconPin, IconPinFilled } from '@tabler/icons-react';
import type { NotificationSummary } from '../../../contract/webhooks/notification.ts';
import { useApp } from '../../context/app-context.ts';
import { showError } from '../../ui/messages/notify.ts';

/** The pin, which protects a notification from automatic deletion, and the user's note. */
export function NotificationNote({ summary }: { summary: NotificationSummary }) {
  const { webhooks: store } = useApp();
  const { id, pinned, note } = summary;
  const change = (changed: { pinned?: boolean; note?: string }) =>
    void store.getState().change(id, changed).catch(showError);
  return (
    <Group gap={6} mb={6} wrap="nowrap">
      <Tooltip label={pinned ? 'Remove the pin' : 'Pin, so that it is not deleted automatically'}>
        <ActionIcon
          size={26}
          variant="subtle"
          color={pinned ? 'blue' : 'gray'}
          aria-label="Pin the notification"
          aria-pressed={pinned}
          onClick={() => change({ pinned: !pinned })}
        >
          {pinned ? <IconPinFilled size={14} /> : <IconPin size={14} />}
        </ActionIcon>
      </Tooltip>
      <TextInput
        key={note}
        size="xs"
        aria-label="Note"
        placeholder="Note"
        style={{ flex: 1 }}
        defaultValue={note}
        onBlur={(event) => event.currentTarget.value !== note && change({ note: event.currentTarget.value })}
        onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
      />
    </Group>
  );
}
