/** The store of received notifications and of their listener. Each part of it is in a file of its own. */
import { createStore, type StoreApi } from 'zustand';
import type { HostClient } from '../../contract/host-contract.ts';
import { showError } from '../ui/messages/notify.ts';
import { createDelayedReload } from './delayed-reload.ts';
import { followNotifications } from './follow-notifications.ts';
import { createListedNotifications } from './list/listed-notifications.ts';
import { createMessagingAccount } from './account/messaging-account.ts';
import { createNotificationTexts } from './notification-texts.ts';
import { createSelectedNotification } from './selected-notification.ts';
import { createListener } from './listener/webhook-listener.ts';
import { createWebhookProviders } from './listener/webhook-providers.ts';
import type { WebhookParts, WebhookStore } from './webhook-state.ts';

export type { WebhookStore };

/** @param root the folder of the workspace that is open first */
export function createWebhookStore(client: HostClient, root: string): StoreApi<WebhookStore> {
  const reload = createDelayedReload(() => store.getState().load());
  const store = createStore<WebhookStore>()((set, get) => {
    const parts: WebhookParts = { client, reload, set, get };
    return {
      ...createListedNotifications(parts),
      ...createSelectedNotification(parts),
      ...createListener(parts),
      ...createNotificationTexts(parts),
      ...createMessagingAccount(parts),
      ...createWebhookProviders(parts),
    };
  });
  followNotifications({ client, reload, set: store.setState, get: store.getState }, root);
  client
    .call('notifications.status', {})
    .then((status) => store.setState({ status }))
    .catch(showError);
  return store;
}
