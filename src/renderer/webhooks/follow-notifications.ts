/** Updates the webhook store with the events of the host. */
import { receivedCount, type NotificationSummary } from '../../contract/webhooks/notification.ts';
import { showError } from '../ui/messages/notify.ts';
import { isFiltered, listArrived, MAX_LISTED } from './list/listed-notifications.ts';
import type { WebhookParts } from './webhook-state.ts';

export function followNotifications(parts: WebhookParts): void {
  const { client, workspace, reload, announced, status, account, providers, set, get } = parts;
  /** Reloads the list, because only the host knows its new content. */
  const reloadIfLoaded = () => {
    if (get().loaded) reload.schedule();
  };
  client.on('notifications.received', (received) => {
    const { loaded, filter } = get();
    announced.arrived &&= [...announced.arrived, ...received].slice(-MAX_LISTED);
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
  client.on('notifications.changed', (changed) => {
    const { filter, status: before } = get();
    status.announced(changed);
    const isSwitchedOn = changed.listening && before?.listening === false;
    if (isSwitchedOn || (filter.refused && changed.refused !== before?.refused)) reloadIfLoaded();
  });
  client.on('webhookProviders.changed', providers.announced);
  client.on('account.changed', account.announced);
  workspace.follow({ opened: () => void get().load().catch(showError) });
}

function showUpdated({ announced, set }: WebhookParts, updated: readonly NotificationSummary[]): void {
  const byId = new Map(updated.map((summary) => [summary.id, summary]));
  if (announced.reads > 0) for (const [id, summary] of byId) announced.updated.set(id, summary);
  set(({ items, selected }) => {
    const summary = selected && byId.get(selected.summary.id);
    return {
      items: items.map((item) => byId.get(item.id) ?? item),
      ...(selected && summary ? { selected: { ...selected, summary } } : {}),
    };
  });
}
