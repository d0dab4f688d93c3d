import { useApp, useFrom } from '../context/app-context.ts';
import { useDialog } from '../context/use-dialog.ts';
import { FolderDialog } from '../ui/dialogs/FolderDialog.tsx';

export function OpenFolderDialog() {
  const { app, scripts } = useApp();
  return (
    <FolderDialog
      opened={useDialog('open-folder') !== undefined}
      title="Open a workspace folder"
      description="A workspace is a folder with requests, a folder “scripts”, and a folder “programs” with the programs that scripts call. It can be empty or new."
      initial={useFrom('app', (state) => state.workspace.root)}
      onClose={() => app.getState().closeDialog()}
      onOpen={(path) => scripts.getState().openWorkspace(path)}
      onCreate={(path) => scripts.getState().openWorkspace(path, true)}
    />
  );
}
