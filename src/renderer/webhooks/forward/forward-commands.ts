/** Commands for forwarding notifications, and for creating requests and tests from them. */
import type { AppContext } from '../../context/app-context.ts';
import type { Command } from '../../context/commands/command.ts';
import { blankRequest } from '../../collection/tabs/open-item.ts';
import { saveBlob } from '../../ui/save-text.ts';
import { asRequest, asTest } from '../detail/notification-request.ts';
import { markedNotification } from '../selected-notification.ts';

type Stores = Pick<AppContext, 'app' | 'webhooks' | 'forwarding' | 'requests'>;

export function forwardCommands(stores: Stores): Command[] {
  return [...sendOnCommands(stores), ...createFromCommands(stores)];
}

function sendOnCommands({ app, webhooks }: Stores): Command[] {
  const showDialog = (kind: 'forwarding' | 'rehearsal' | 'replay-listed') => () => {
    app.getState().show('webhooks');
    app.getState().showDialog({ kind });
  };
  return [
    {
      id: 'forwarding-settings',
      label: 'Forward webhooks to your server…',
      icon: 'send',
      run: showDialog('forwarding'),
    },
    {
      id: 'rehearse-webhooks',
      label: 'Rehearse your server with webhooks…',
      icon: 'run',
      keywords: 'duplicates retries reordering',
      run: showDialog('rehearsal'),
    },
    {
      id: 'replay-listed-notifications',
      label: 'Replay the listed notifications…',
      icon: 'send',
      unavailable() {
        const { items, filter } = webhooks.getState();
        if (filter.refused) return 'Refused requests are not stored.';
        return items.length === 0 ? 'No notification is listed.' : undefined;
      },
      run: showDialog('replay-listed'),
    },
  ];
}

/** Commands that create a request, a test or a file from the shown notification. */
function createFromCommands({ app, webhooks, forwarding, requests }: Stores): Command[] {
  const selected = () => markedNotification(webhooks.getState());
  const needsNotification = () => (selected() ? undefined : 'No notification is chosen.');
  return [
    {
      id: 'request-of-notification',
      label: 'Create a request from the notification',
      menuLabel: 'Create a request',
      icon: 'add',
      unavailable: needsNotification,
      run() {
        const detail = selected();
        if (!detail) return;
        const addresses = [forwarding.getState().status?.url, webhooks.getState().status?.url, 'http://127.0.0.1:7788'];
        const url = addresses.find((address) => address !== undefined && address !== '') ?? '';
        app.getState().show('requests');
        requests.getState().openUntitled(asRequest(detail, url), detail.summary.title);
      },
    },
    {
      id: 'test-of-notification',
      label: 'Create a test that waits for such a notification',
      menuLabel: 'Create a test',
      icon: 'add',
      unavailable: needsNotification,
      run() {
        const detail = selected();
        if (!detail) return;
        app.getState().show('requests');
        const request = { ...blankRequest, postResponse: asTest(detail) };
        const id = requests.getState().openUntitled(request, `Wait for: ${detail.summary.title}`);
        requests.getState().showPart(id, { tab: 'post', requestedPlace: '' });
      },
    },
    {
      id: 'export-notification-har',
      label: 'Export the notification as HAR',
      menuLabel: 'Export as HAR',
      icon: 'export',
      unavailable: needsNotification,
      async run() {
        const detail = selected();
        if (!detail) return;
        const { id } = detail.summary;
        saveBlob(`notification-${id}.har`, await webhooks.getState().exportFile('har', { ids: [id] }));
      },
    },
  ];
}
