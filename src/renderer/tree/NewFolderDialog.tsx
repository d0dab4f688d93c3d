import { visibleText } from '../../contract/visible-text.ts';
import { useApp, useFrom } from '../context/app-context.ts';
import { useDialog } from '../context/use-dialog.ts';
import { NameDialog } from '../ui/dialogs/NameDialog.tsx';

/** Asks for the name of a new folder of the collection. */
export function NewFolderDialog() {
  const { app, requests } = useApp();
  const dialog = useDialog('new-folder');
  const items = useFrom('requests', (state) => state.collection?.items);
  if (!dialog) return null;
  const { parent } = dialog;
  // The folder as the tree shows it, which is not always the name of its directory.
  const name = items?.find(({ id }) => id === parent)?.name ?? parent;
  const close = () => app.getState().closeDialog(dialog);
  return (
    <NameDialog
      title={parent === '' ? 'New folder' : `New folder in ${visibleText(name)}`}
      value=""
      action="Add"
      onName={async (name) => {
        await requests.getState().addFolder(parent, name);
        close();
      }}
      onClose={close}
    />
  );
}
