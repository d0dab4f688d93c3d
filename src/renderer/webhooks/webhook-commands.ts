/** Commands for the listener, the account, the providers of webhooks, and all listed notifications. */
import type { AppContext } from '../context/app-context.ts';
import type { Command } from '../context/commands/command.ts';
import { chooseFile } from '../ui/dialogs/choose-file.ts';
import { saveBlob } from '../ui/save-text.ts';
import { importNotificationFile, NOTIFICATION_FILES } from './import-notifications.ts';
import { notificationCommands } from './notification-commands.ts';
import { removeWithUndo } from './remove-with-undo.ts';
import { sizeText } from '../ui/labels/size.ts';
import { withCancelButton } from '../ui/messages/slow-work.tsx';

type Stores = Pick<AppContext, 'app' | 'webhooks' | 'response'>;

export function webhookCommands(stores: Stores): Command[] {
  return [...listenerCommands(stores), ...listCommands(stores), ...notificationCommands(stores)];
}

function listenerCommands({ app, webhooks }: Stores): Command[] {
  const showDialog = (kind: 'listener' | 'signatures' | 'account' | 'sample') => () => {
    app.getState().show('webhooks');
    app.getState().showDialog({ kind });
  };
  return [
    {
      id: 'toggle-listener',
      label: 'Listen for webhooks, or stop',
      run: () => webhooks.getState().listen({ on: !webhooks.getState().status?.listening }),
    },
    { id: 'listener-settings', label: 'Webhook listener…', icon: 'settings', run: showDialog('listener') },
    { id: 'webhook-signatures', label: 'Webhook signatures…', icon: 'settings', run: showDialog('signatures') },
    {
      id: 'messaging-account',
      label: 'Messaging service account…',
      icon: 'settings',
      run: showDialog('account'),
    },
    { id: 'send-sample', label: 'Send a sample notification…', icon: 'send', run: showDialog('sample') },
  ];
}

/** All notifications that pass the filter. */
function listCommands({ app, webhooks }: Stores): Command[] {
  return [
    ...(['ndjson', 'har'] as const).map((format): Command => ({
      id: `export-notifications-${format}`,
      label: `Export the listed notifications as ${format.toUpperCase()}`,
      menuLabel: `Export as ${format.toUpperCase()}`,
      icon: 'export',
      async run() {
        const name = `notifications.${format}`;
        await withCancelButton(`Exporting ${name}…`, async (signal, setTitle) => {
          const onRead = (bytes: number) => setTitle(`Exporting ${name}: ${sizeText(bytes)} so far`);
          saveBlob(name, await webhooks.getState().exportFile(format, { signal, onRead }));
        });
      },
    })),
    {
      id: 'import-notifications',
      label: 'Import notifications from NDJSON…',
      menuLabel: 'Import NDJSON…',
      icon: 'import',
      async run() {
        const file = await chooseFile(NOTIFICATION_FILES.join());
        if (!file) return;
        app.getState().show('webhooks');
        await importNotificationFile(webhooks, file);
      },
    },
    {
      id: 'delete-listed-notifications',
      label: 'Delete all listed notifications',
      menuLabel: 'Delete all that are listed',
      icon: 'delete',
      removes: true,
      unavailable() {
        const { items, filter } = webhooks.getState();
        if (filter.refused) return 'Refused requests are not stored, so that they cannot be deleted.';
        return items.length === 0 ? 'No notification is listed.' : undefined;
      },
      run: () => removeWithUndo(webhooks, 'filtered'),
    },
  ];
}
