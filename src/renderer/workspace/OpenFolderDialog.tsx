import { useApp, useFrom } from '../context/app-context.ts';
import { useDialog } from '../context/use-dialog.ts';
import { FolderDialog } from '../ui/dialogs/FolderDialog.tsx';

export function OpenFolderDialog() {
  const { app, scripts } = useApp();
  const dialog = useDialog('open-folder');
  return (
    <FolderDialog
      opened={dialog !== undefined}
      title="Open a workspace folder"
      description="A workspace is a folder with requests, a folder “scripts”, and a folder “programs” with the programs that scripts call. It can be empty or new."
      initial={useFrom('app', (state) => state.workspace.root)}
      onClose={() => app.getState().closeDialog(dialog)}
      onOpen={(path) => scripts.getState().openWorkspace(path)}
      onCreate={(path) => scripts.getState().openWorkspace(path, true)}
    />
  );
}
