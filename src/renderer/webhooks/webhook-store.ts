/** The store of received notifications and of their listener. Each part of it is in a file of its own. */
import { createStore, type StoreApi } from 'zustand';
import type { HostClient } from '../../contract/host-contract.ts';
import type { ShownWorkspace } from '../host/shown-workspace.ts';
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

export function createWebhookStore(client: HostClient, workspace: ShownWorkspace): StoreApi<WebhookStore> {
  const reload = createDelayedReload(() => store.getState().load());
  const store = createStore<WebhookStore>()((set, get) => {
    const parts: WebhookParts = { client, workspace, reload, set, get };
    return {
      ...createListedNotifications(parts),
      ...createSelectedNotification(parts),
      ...createListener(parts),
      ...createNotificationTexts(parts),
      ...createMessagingAccount(parts),
      ...createWebhookProviders(parts),
    };
  });
  workspace.empty(store);
  followNotifications({ client, workspace, reload, set: store.setState, get: store.getState });
  client
    .call('notifications.status', {})
    .then((status) => store.setState({ status }))
    .catch(showError);
  return store;
}
