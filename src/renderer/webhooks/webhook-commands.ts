/** What can be done with the listener, with the listed notifications, and with the one that is shown. */
import type { AppContext } from '../context/app-context.ts';
import type { Command } from '../context/command.ts';
import type { NotificationDetail } from '../../contract/notification.ts';
import { notificationBodyId } from '../../contract/notification-body-id.ts';
import { chooseFile } from '../ui/choose-file.ts';
import { saveText } from '../ui/save-text.ts';
import { asCurl, asWaitFor } from './copy.ts';
import { removeWithUndo } from './remove-with-undo.ts';

interface CopiedForm {
  id: string;
  label: string;
  text(detail: NotificationDetail, url: string, bytes: () => Promise<Uint8Array>): string | Promise<string>;
}
const forms: readonly CopiedForm[] = [
  { id: 'json', label: 'JSON', text: ({ text }) => text },
  { id: 'curl', label: 'cURL', text: async (detail, url, bytes) => asCurl(detail, url, await bytes()) },
  { id: 'wait', label: 'Script line that waits for it', text: asWaitFor },
];

export function webhookCommands({
  app,
  webhooks,
  response,
}: Pick<AppContext, 'app' | 'webhooks' | 'response'>): Command[] {
  const shown = () => webhooks.getState().selected;
  /** The latest other one of the same kind or event; where there is none, the one below it in the list. */
  const otherThanShown = (): number | undefined => {
    const summary = shown()?.summary;
    const { items } = webhooks.getState();
    const others = items.filter(({ id }) => id !== summary?.id);
    const alike = others.find(({ kind, event, path }) =>
      summary?.kind != null ? kind === summary.kind : event === summary?.event && path === summary.path,
    );
    const below = items[items.findIndex(({ id }) => id === summary?.id) + 1];
    return (alike ?? below ?? others[0])?.id;
  };
  const needsNotification = () => (shown() ? undefined : 'No notification is chosen.');
  const needsStored = () => {
    const id = shown()?.summary.id ?? 0;
    return id < 0 ? 'Refused requests are not stored.' : needsNotification();
  };
  const showDialog = (kind: 'listener' | 'signatures' | 'account' | 'sample' | 'replay') => () => {
    app.getState().show('webhooks');
    app.getState().showDialog({ kind });
  };
  return [
    {
      id: 'toggle-listener',
      label: 'Listen for webhooks, or stop',
      run: () => webhooks.getState().listen({ on: !webhooks.getState().status?.listening }),
    },
    { id: 'listener-settings', label: 'Listener of webhooks…', icon: 'settings', run: showDialog('listener') },
    { id: 'webhook-signatures', label: 'Signatures of webhooks…', icon: 'settings', run: showDialog('signatures') },
    {
      id: 'messaging-account',
      label: 'Account of the messaging service…',
      icon: 'settings',
      run: showDialog('account'),
    },
    { id: 'send-sample', label: 'Send a sample notification…', icon: 'send', run: showDialog('sample') },
    ...(['ndjson', 'har'] as const).map((format): Command => ({
      id: `export-notifications-${format}`,
      label: `Export the listed notifications as ${format.toUpperCase()}`,
      menuLabel: `Export as ${format.toUpperCase()}`,
      icon: 'export',
      async run() {
        saveText(`notifications.${format}`, await webhooks.getState().exportText(format));
      },
    })),
    {
      id: 'import-notifications',
      label: 'Import notifications from NDJSON…',
      menuLabel: 'Import NDJSON…',
      icon: 'import',
      async run() {
        const file = await chooseFile('.ndjson,.jsonl');
        if (!file) return;
        app.getState().show('webhooks');
        await webhooks.getState().importText(await file.text());
      },
    },
    {
      id: 'delete-listed-notifications',
      label: 'Delete all notifications that are listed',
      menuLabel: 'Delete all that are listed',
      icon: 'delete',
      removes: true,
      unavailable() {
        const { total, filter } = webhooks.getState();
        if (filter.refused) return 'Refused requests are not stored, so that they cannot be deleted.';
        return total === 0 ? 'No notification is listed.' : undefined;
      },
      run: () => removeWithUndo(webhooks, 'filtered'),
    },
    ...forms.map(({ id, label, text }): Command => ({
      id: `copy-notification-${id}`,
      label: `Copy the notification as ${label}`,
      menuLabel: label,
      icon: 'copy',
      unavailable: needsNotification,
      async run() {
        const detail = shown();
        const url = webhooks.getState().status?.url;
        if (!detail) return;
        const { id: number, size } = detail.summary;
        const body = { runId: notificationBodyId(number, 'sent'), size, contentType: detail.contentType };
        const bytes = async () =>
          size === 0 ? new Uint8Array() : new Uint8Array(await (await response.getState().bytes(body)).arrayBuffer());
        await navigator.clipboard.writeText(
          await text(detail, url === undefined || url === '' ? DEFAULT_URL : url, bytes),
        );
      },
    })),
    {
      id: 'compare-notification',
      label: 'Compare the notification with another…',
      icon: 'compare',
      unavailable() {
        return (
          needsNotification() ?? (otherThanShown() === undefined ? 'The list has no other notification.' : undefined)
        );
      },
      run(other = '') {
        const one = shown()?.summary.id;
        const second = other === '' ? otherThanShown() : Number(other);
        if (one === undefined || second === undefined) return;
        const ids: [number, number] = one < second ? [one, second] : [second, one];
        app.getState().show('webhooks');
        app.getState().showDialog({ kind: 'compare-notifications', ids });
      },
    },
    {
      id: 'replay-notification',
      label: 'Replay the notification…',
      icon: 'send',
      unavailable: needsStored,
      run: showDialog('replay'),
    },
    {
      id: 'delete-notification',
      label: 'Delete the notification',
      icon: 'delete',
      removes: true,
      unavailable: needsStored,
      async run() {
        const detail = shown();
        if (detail) await removeWithUndo(webhooks, [detail.summary.id]);
      },
    },
  ];
}
/** The address of a listener as it is without settings. */
const DEFAULT_URL = 'http://127.0.0.1:7788/';
