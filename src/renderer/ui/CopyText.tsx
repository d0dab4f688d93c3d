import { ActionIcon, Tooltip } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { showError } from './messages/notify.ts';

/** Copies a text that is read only when the button is pressed. */
export function CopyText({ label, read }: { label: string; read: () => Promise<string> }) {
  const clipboard = useClipboard({ timeout: 1_500 });
  const copy = async () => clipboard.copy(await read());
  return (
    <Tooltip label={clipboard.copied ? 'Copied' : label}>
      <ActionIcon
        size={24}
        variant="subtle"
        color="gray"
        aria-label={label}
        onClick={() => void copy().catch(showError)}
      >
        {clipboard.copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
      </ActionIcon>
    </Tooltip>
  );
}
