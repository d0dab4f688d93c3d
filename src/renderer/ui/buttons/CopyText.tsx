import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { showError } from '../messages/notify.ts';
import { IconButton } from './IconButton.tsx';

/** Copies a text that is read only when the button is pressed. */
export function CopyText({ label, read }: { label: string; read: () => Promise<string> }) {
  const clipboard = useClipboard({ timeout: 1_500 });
  const copy = async () => clipboard.copy(await read());
  return (
    <IconButton
      label={label}
      tooltip={clipboard.copied ? 'Copied' : label}
      size={24}
      onClick={() => void copy().catch(showError)}
    >
      {clipboard.copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
    </IconButton>
  );
}
