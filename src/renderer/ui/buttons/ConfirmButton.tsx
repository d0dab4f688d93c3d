import { Button, Group, Popover, Text } from '@mantine/core';
import { useState } from 'react';
import { showError } from '../messages/notify.ts';

/** A button for an action that cannot be undone: it asks for confirmation. */
export function ConfirmButton(props: {
  label: string;
  /** For screen readers, where several buttons have the same label. */
  accessibleName?: string;
  question: string;
  /** The label of the button that confirms. */
  action: string;
  disabled?: boolean;
  /** Default: compact-xs. */
  size?: 'xs';
  onConfirm: () => Promise<void>;
}) {
  const { label, accessibleName, question, action, disabled = false, size = 'compact-xs', onConfirm } = props;
  const [isAsking, setAsks] = useState(false);
  const confirm = () => {
    setAsks(false);
    onConfirm().catch(showError);
  };
  return (
    <Popover opened={isAsking} onChange={setAsks} position="bottom-end" width={260} shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Button
          size={size}
          variant="subtle"
          color="red"
          disabled={disabled}
          aria-label={accessibleName}
          onClick={() => setAsks(!isAsking)}
        >
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={question}>
        <Text size="xs" mb="xs">
          {question}
        </Text>
        <Group gap="xs" justify="flex-end">
          <Button size="compact-xs" variant="default" data-autofocus onClick={() => setAsks(false)}>
            Cancel
          </Button>
          <Button size="compact-xs" color="red" onClick={confirm}>
            {action}
          </Button>
        </Group>
      </Popover.Dropdown>
    </Popover>
  );
}
