import { ActionIcon, Tooltip } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { showError } from '../../ui/messages/notify.ts';

/** The button that saves a body as a file. @param props.hint what is saved */
export function SaveBody({ hint, save }: { hint: string; save: () => Promise<void> }) {
  return (
    <Tooltip label={hint}>
      <ActionIcon
        size={24}
        variant="subtle"
        color="gray"
        aria-label="Save the body to a file"
        onClick={() => void save().catch(showError)}
      >
        <IconDownload size={14} />
      </ActionIcon>
    </Tooltip>
  );
}
