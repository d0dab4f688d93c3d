/** Keeps the webhook store up to date with what the host announces. */
import type { NotificationFilter, NotificationSummary } from '../../contract/notification.ts';
import { showError } from '../ui/notify.ts';
import { listArrived } from './listed-notifications.ts';
import type { WebhookParts } from './webhook-state.ts';

const RELOAD_MS = 250;
const isFiltered = (filter: NotificationFilter) => Object.values(filter).some((value) => value !== undefined);

export function followNotifications(parts: WebhookParts): void {
  const { client, set, get } = parts;
  const reloadSoon = createDelayedReload(() => get().load());
  client.on('notifications.received', (received) => {
    const { loaded, filter } = get();
    set(({ status }) => ({ status: status && { ...status, received: status.received + received.length } }));
    if (!loaded) set((state) => ({ arrived: state.arrived + received.length }));
    // Only the host knows which of them pass the filter.
    else if (isFiltered(filter)) reloadSoon();
    else listArrived(parts, received);
  });
  client.on('notifications.updated', (updated) => showUpdated(parts, updated));
  client.on('notifications.changed', (status) => {
    const { filter, status: before } = get();
    set({ status });
    if (filter.refused && status.refused !== before?.refused) reloadSoon();
  });
  client.on('webhookProviders.changed', (providers) => set({ providers }));
  client.on('account.changed', (account) => set({ account }));
  client.on('workspace.changed', () => {
    set({ selected: undefined, filter: {}, period: undefined });
    get().load().catch(showError);
  });
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

/** @returns loads the list a moment later, once for all calls until then */
function createDelayedReload(load: () => Promise<void>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      load().catch(showError);
    }, RELOAD_MS);
  };
}
