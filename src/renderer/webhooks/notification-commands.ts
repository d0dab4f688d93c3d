/** Commands for the shown notification. */
import type { AppContext } from '../context/app-context.ts';
import type { Command } from '../context/commands/command.ts';
import type { NotificationDetail } from '../../contract/webhooks/notification.ts';
import { notificationBodyId } from '../../contract/webhooks/notification-body-id.ts';
import { asCurl, asWaitFor, headerLines } from './detail/copy.ts';
import { removeWithUndo } from './remove-with-undo.ts';
import { markedNotification } from './selected-notification.ts';

type Stores = Pick<AppContext, 'app' | 'webhooks' | 'response'>;

/** The address of a listener with default settings. */
const DEFAULT_URL = 'http://127.0.0.1:7788/';

interface CopiedForm {
  id: string;
  label: string;
  menuLabel: string;
  text(detail: NotificationDetail, url: string, bytes: () => Promise<Uint8Array>): string | Promise<string>;
}
const forms: readonly CopiedForm[] = [
  { id: 'body', label: 'Copy the body of the notification', menuLabel: 'Body', text: ({ text }) => text },
  { id: 'headers', label: 'Copy the headers of the notification', menuLabel: 'Headers', text: headerLines },
  {
    id: 'curl',
    label: 'Copy the notification as cURL',
    menuLabel: 'As cURL',
    text: async (detail, url, bytes) => asCurl(detail, url, await bytes()),
  },
  {
    id: 'wait',
    label: 'Copy the notification as a script line that waits for it',
    menuLabel: 'As a script line that waits for it',
    text: asWaitFor,
  },
];

export function notificationCommands(stores: Stores): Command[] {
  const { app, webhooks } = stores;
  const selected = () => markedNotification(webhooks.getState());
  const needsNotification = () => (selected() ? undefined : 'No notification is chosen.');
  const needsStored = () => {
    const id = selected()?.summary.id ?? 0;
    return id < 0 ? 'Refused requests are not stored.' : needsNotification();
  };
  return [
    ...copyCommands(stores, needsNotification),
    {
      id: 'compare-notification',
      label: 'Compare the notification with another…',
      icon: 'compare',
      unavailable() {
        return (
          needsNotification() ??
          (latestAlike(webhooks) === undefined ? 'The list has no other notification.' : undefined)
        );
      },
      run(other = '') {
        const id = selected()?.summary.id;
        const second = other === '' ? latestAlike(webhooks) : Number(other);
        if (id === undefined || second === undefined) return;
        const ids: [number, number] = id < second ? [id, second] : [second, id];
        app.getState().show('webhooks');
        app.getState().showDialog({ kind: 'compare-notifications', ids });
      },
    },
    {
      id: 'replay-notification',
      label: 'Replay the notification…',
      icon: 'send',
      unavailable: needsStored,
      run() {
        app.getState().show('webhooks');
        app.getState().showDialog({ kind: 'replay' });
      },
    },
    {
      id: 'delete-notification',
      label: 'Delete the notification',
      icon: 'delete',
      removes: true,
      unavailable: needsStored,
      async run() {
        const detail = selected();
        if (detail) await removeWithUndo(webhooks, [detail.summary.id]);
      },
    },
  ];
}

function copyCommands(stores: Stores, unavailable: () => string | undefined): Command[] {
  const { webhooks } = stores;
  return forms.map(({ id, label, menuLabel, text }): Command => ({
    id: `copy-notification-${id}`,
    label,
    menuLabel,
    icon: 'copy',
    unavailable,
    async run() {
      const detail = markedNotification(webhooks.getState());
      if (!detail) return;
      const url = webhooks.getState().status?.url || DEFAULT_URL;
      await navigator.clipboard.writeText(await text(detail, url, () => bytesOf(stores, detail)));
    },
  }));
}

async function bytesOf({ response }: Stores, { summary, contentType }: NotificationDetail): Promise<Uint8Array> {
  const { id, size } = summary;
  if (size === 0) return new Uint8Array();
  const body = await response.getState().bytes({ runId: notificationBodyId(id, 'sent'), size, contentType });
  return new Uint8Array(await body.arrayBuffer());
}

/**
 * @returns the number of the latest other notification of the same kind or event; if there is none, of the next one in
 * the list
 */
function latestAlike(webhooks: Stores['webhooks']): number | undefined {
  const { items, selected } = webhooks.getState();
  const summary = selected?.summary;
  const otherItems = items.filter(({ id }) => id !== summary?.id);
  const alike = otherItems.find(({ kind, event, path }) =>
    summary?.kind != null ? kind === summary.kind : event === summary?.event && path === summary.path,
  );
  const below = items[items.findIndex(({ id }) => id === summary?.id) + 1];
  return (alike ?? below ?? otherItems[0])?.id;
}
