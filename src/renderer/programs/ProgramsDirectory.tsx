import { Button, Tooltip } from '@mantine/core';
import { useApp, useFrom } from '../context/app-context.ts';
import { FolderDialog } from '../ui/dialogs/FolderDialog.tsx';
import { showError } from '../ui/messages/notify.ts';

/** The buttons that choose the programs directory. */
export function ProgramsDirectoryButtons() {
  const { programs: store } = useApp();
  const isDefault = useFrom('app', ({ workspace: { root, programs } }) =>
    [`${root}/programs`, `${root}\\programs`].includes(programs.directory),
  );
  return (
    <>
      <Button
        size="compact-xs"
        variant="default"
        onClick={() => void store.getState().changeDirectory().catch(showError)}
      >
        Change…
      </Button>
      <Tooltip label="Use the folder “programs” of the workspace">
        <Button
          size="compact-xs"
          variant="subtle"
          disabled={isDefault}
          onClick={() => void store.getState().setDirectory(null).catch(showError)}
        >
          Default
        </Button>
      </Tooltip>
    </>
  );
}

/** A dialog for typing the programs directory, for hosts without a folder dialog. */
export function ProgramsDirectoryDialog() {
  const { programs: store } = useApp();
  return (
    <FolderDialog
      opened={useFrom('programs', (state) => state.isTypingDirectory)}
      title="Programs directory"
      description="Scripts call the programs in this folder by their names."
      initial={useFrom('app', (state) => state.workspace.programs.directory)}
      onClose={() => store.getState().closeDirectoryDialog()}
      onOpen={(path) => store.getState().setDirectory(path)}
    />
  );
}
