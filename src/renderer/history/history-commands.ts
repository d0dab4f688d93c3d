import { folderOf } from '../collection/item-path.ts';
import type { AppContext } from '../context/app-context.ts';
import type { Command } from '../context/commands/command.ts';
import { toastWithUndo } from '../ui/messages/undo.tsx';

/** Commands for the shown entry of the history. */
export function historyCommands({
  app,
  history,
  requests,
}: Pick<AppContext, 'app' | 'history' | 'requests'>): Command[] {
  const shownDetail = () => history.getState().detail;
  const needsSend = () => (shownDetail() ? undefined : 'No request is chosen in the history.');
  return [
    {
      id: 'open-sent',
      label: 'Open the request as it was sent',
      menuLabel: 'Open as sent',
      icon: 'send',
      unavailable: needsSend,
      run() {
        const detail = shownDetail();
        if (!detail) return;
        app.getState().show('requests');
        requests.getState().openUntitled(detail.edited, detail.name, folderOf(detail.request));
      },
    },
    {
      id: 'delete-sent',
      label: 'Delete the chosen request from the history',
      menuLabel: 'Delete',
      icon: 'delete',
      removes: true,
      unavailable: needsSend,
      async run() {
        const detail = shownDetail();
        if (!detail) return;
        toastWithUndo(`${detail.name} was removed from the history.`, await history.getState().remove(detail.id));
      },
    },
  ];
}
