import { IconDownload } from '@tabler/icons-react';
import { showError } from '../../ui/messages/notify.ts';
import { IconButton } from '../../ui/buttons/IconButton.tsx';

/** The button that saves a body as a file. @param props.hint what is saved */
export function SaveBody({ hint, save }: { hint: string; save: () => Promise<void> }) {
  return (
    <IconButton label="Save the body to a file" tooltip={hint} size={24} onClick={() => void save().catch(showError)}>
      <IconDownload size={14} />
    </IconButton>
  );
}
