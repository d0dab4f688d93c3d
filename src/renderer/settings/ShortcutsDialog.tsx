import { useApp, useFrom } from '../context/app-context.ts';
import { CloseFooter } from '../ui/dialogs/CloseFooter.tsx';
import { Dialog } from '../ui/dialogs/Dialog.tsx';
import { ShortcutList } from './ShortcutList.tsx';

/** The shortcuts, over whatever is shown. */
export function ShortcutsDialog() {
  const { settings } = useApp();
  const isOpened = useFrom('settings', (state) => state.shortcutsShown);
  return (
    <Dialog
      opened={isOpened}
      onClose={() => settings.getState().showShortcuts(false)}
      title="Keyboard shortcuts"
      size="lg"
      centered
    >
      <ShortcutList />
      <CloseFooter />
    </Dialog>
  );
}
