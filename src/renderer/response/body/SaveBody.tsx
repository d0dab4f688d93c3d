import { IconDownload } from '@tabler/icons-react';
import { useApp } from '../../context/app-context.ts';
import { IconButton } from '../../ui/buttons/IconButton.tsx';
import { showError } from '../../ui/messages/notify.ts';
import { saveBody } from './save-body.ts';

/** The button that saves a body as a file. @param props.hint what is saved */
export function SaveBody(props: { hint: string; name: string; body: Parameters<typeof saveBody>[2] }) {
  const { hint, name, body } = props;
  const { response: store } = useApp();
  const save = () => saveBody(store, name, body);
  return (
    <IconButton label="Save the body to a file" tooltip={hint} size={24} onClick={() => void save().catch(showError)}>
      <IconDownload size={14} />
    </IconButton>
  );
}
