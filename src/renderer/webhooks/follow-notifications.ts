/** Updates the webhook store with the events of the host. */
import {
  receivedCount,
  type NotificationFilter,
  type NotificationSummary,
} from '../../contract/webhooks/notification.ts';
import { showError } from '../ui/messages/notify.ts';
import { listArrived } from './list/listed-notifications.ts';
import type { WebhookParts } from './webhook-state.ts';

const isFiltered = (filter: NotificationFilter) => Object.values(filter).some((value) => value !== undefined);

export function followNotifications(parts: WebhookParts): void {
  const { client, workspace, reload, set, get } = parts;
  /** Reloads the list, because only the host knows its new content. */
  const reloadIfLoaded = () => {
    if (get().loaded) reload.schedule();
  };
  client.on('notifications.received', (received) => {
    const { loaded, filter } = get();
    set(({ status }) => ({ status: status && { ...status, received: status.received + receivedCount(received) } }));
    if (!loaded) set((state) => ({ arrived: state.arrived + received.length }));
    else if (isFiltered(filter)) reloadIfLoaded();
    else listArrived(parts, received);
  });
  client.on('notifications.updated', (updated) => showUpdated(parts, updated));
  client.on('notifications.removed', ({ ids }) => {
    get().deselect(ids);
    reloadIfLoaded();
  });
  client.on('notifications.restored', reloadIfLoaded);
  client.on('notifications.changed', (status) => {
    const { filter, status: before } = get();
    set({ status });
    const isSwitchedOn = status.listening && before?.listening === false;
    if (isSwitchedOn || (filter.refused && status.refused !== before?.refused)) reloadIfLoaded();
  });
  client.on('webhookProviders.changed', (providers) => set({ providers }));
  client.on('account.changed', (account) => set({ account }));
  workspace.follow({ opened: () => void get().load().catch(showError) });
}

function showUpdated({ set }: WebhookParts, updated: readonly NotificationSummary[]): void {
  const byId = new Map(updated.map((summary) => [summary.id, summary]));
  set(({ items, selected }) => {
    const summary = selected && byId.get(selected.summary.id);
    return {
      items: items.map((item) => byId.get(item.id) ?? item),
      ...(selected && summary ? { selected: { ...selected, summary } } : {}),
    };
  });
}
