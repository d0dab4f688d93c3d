import { useApp, useFrom } from '../context/app-context.ts';
import { useDialog } from '../context/use-dialog.ts';
import { FolderDialog } from '../ui/dialogs/FolderDialog.tsx';

export function OpenFolderDialog() {
  const { app, scripts } = useApp();
  return (
    <FolderDialog
      opened={useDialog('open-folder') !== undefined}
      title="Open a workspace folder"
      description="Its folder “scripts” holds the scripts, its folder “programs” the programs they call."
      initial={useFrom('app', (state) => state.workspace.root)}
      onClose={() => app.getState().closeDialog()}
      onOpen={(path) => scripts.getState().openWorkspace(path)}
    />
  );
}
