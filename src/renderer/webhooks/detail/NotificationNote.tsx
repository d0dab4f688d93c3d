import { ActionIcon, Group, TextInput, Tooltip } from '@mantine/core';
import { IconPin, IconPinFilled } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { NotificationSummary } from '../../../contract/webhooks/notification.ts';
import { useApp } from '../../context/app-context.ts';
import { showError } from '../../ui/messages/notify.ts';

/** The pin, which protects a notification from automatic deletion, and the user's note. */
export function NotificationNote({ summary }: { summary: NotificationSummary }) {
  const { webhooks: store } = useApp();
  const { id, pinned, note } = summary;
  const change = (changed: { pinned?: boolean; note?: string }) => store.getState().change(id, changed);
  /** Undefined: the stored note is shown. */
  const [typed, setTyped] = useState<string>();
  const save = () => {
    if (typed === note) setTyped(undefined);
    else if (typed !== undefined) {
      // What was typed since stays.
      change({ note: typed }).then(() => setTyped((now) => (now === typed ? undefined : now)), showError);
    }
  };
  const saveLatest = useRef(save);
  useEffect(() => void (saveLatest.current = save));
  // A shortcut may show another view while the field has the focus: it then goes without losing the focus first.
  useEffect(() => () => saveLatest.current(), []);
  return (
    <Group gap={6} mb={6} wrap="nowrap">
      <Tooltip label={pinned ? 'Remove the pin' : 'Pin, so that it is not deleted automatically'}>
        <ActionIcon
          size={26}
          variant="subtle"
          color={pinned ? 'blue' : 'gray'}
          aria-label="Pin the notification"
          aria-pressed={pinned}
          onClick={() => void change({ pinned: !pinned }).catch(showError)}
        >
          {pinned ? <IconPinFilled size={14} /> : <IconPin size={14} />}
        </ActionIcon>
      </Tooltip>
      <TextInput
        size="xs"
        aria-label="Note"
        placeholder="Note"
        style={{ flex: 1 }}
        value={typed ?? note}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={save}
        onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
      />
    </Group>
  );
}
