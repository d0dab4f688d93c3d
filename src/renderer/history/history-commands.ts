import { folderOf } from '../collection/item-path.ts';
import { isUntitled } from '../collection/tabs/open-item.ts';
import type { AppContext } from '../context/app-context.ts';
import type { Command } from '../context/commands/command.ts';
import { toastWithUndo } from '../ui/messages/undo.tsx';
import type { HistoryStore } from './history-store.ts';

/** Undefined also while another entry is marked and being read: a command must not concern the one before. */
const markedDetail = ({ detail, chosenId }: HistoryStore) => (detail?.id === chosenId ? detail : undefined);

/** Commands for the shown entry of the history. */
export function historyCommands({
  app,
  history,
  requests,
}: Pick<AppContext, 'app' | 'history' | 'requests'>): Command[] {
  const shownDetail = () => markedDetail(history.getState());
  const needsSend = () => (shownDetail() ? undefined : 'No request is chosen in the history.');
  return [
    {
      id: 'request-history',
      label: 'Show the request in the history',
      menuLabel: 'Show in the history',
      keywords: 'earlier past last responses sent',
      unavailable: () => (requests.getState().active()?.kind === 'request' ? undefined : 'No request is open.'),
      async run() {
        const active = requests.getState().active();
        if (active?.kind !== 'request') return;
        // Without a name, it is found by the part of its address behind the variables.
        const isNameless = isUntitled(active.id);
        const search = isNameless ? (active.edited.url.split('}}').at(-1) ?? '') : active.name;
        app.getState().show('history');
        await history
          .getState()
          .selectFound(
            search,
            (entries) => entries.find(({ request }) => request === active.id) ?? (isNameless ? entries[0] : undefined),
          );
      },
    },
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
