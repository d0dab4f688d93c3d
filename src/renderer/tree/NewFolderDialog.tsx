import { useApp } from '../context/app-context.ts';
import { useDialog } from '../context/use-dialog.ts';
import { NameDialog } from '../ui/dialogs/NameDialog.tsx';

/** Asks for the name of a new folder of the collection. */
export function NewFolderDialog() {
  const { app, requests } = useApp();
  const dialog = useDialog('new-folder');
  if (!dialog) return null;
  const { parent } = dialog;
  const { closeDialog } = app.getState();
  return (
    <NameDialog
      title={parent === '' ? 'New folder' : `New folder in ${parent}`}
      value=""
      action="Add"
      onName={async (name) => {
        await requests.getState().addFolder(parent, name);
        closeDialog();
      }}
      onClose={closeDialog}
    />
  );
}
