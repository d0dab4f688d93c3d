import { IconFolderOpen } from '@tabler/icons-react';
import { useApp, useFrom } from '../app-context.ts';
import { FileDialog } from '../../ui/dialogs/FileDialog.tsx';
import { showError } from '../../ui/messages/notify.ts';
import { IconButton } from '../../ui/buttons/IconButton.tsx';

/** A button that chooses a file of this computer: that of a body, of a part, or a certificate. */
export function ChooseFile(props: { label: string; current: string; onChosen: (reference: string) => void }) {
  const { label, current, onChosen } = props;
  const { bodyFiles: store } = useApp();
  return (
    <IconButton
      label={label}
      size={24}
      onClick={() => void store.getState().choose(current, onChosen).catch(showError)}
    >
      <IconFolderOpen size={14} />
    </IconButton>
  );
}

/** The dialog of `ChooseFile` for hosts without a file dialog. */
export function ChooseFileDialog() {
  const { bodyFiles: store } = useApp();
  const workspace = useFrom('app', (state) => state.workspace.root);
  const listing = useFrom('bodyFiles', (state) => state.picker?.listing);
  if (!listing) return null;
  const { folder, parent, entries, complete } = listing;
  return (
    <FileDialog
      folder={folder}
      parent={parent}
      entries={entries}
      complete={complete}
      workspace={workspace}
      onBrowse={(path) => store.getState().browse(path)}
      onClose={() => store.getState().closePicker()}
    />
  );
}
