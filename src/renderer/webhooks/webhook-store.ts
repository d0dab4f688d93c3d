/** The store of received notifications and of their listener. Each part of it is in a file of its own. */
import { createStore, type StoreApi } from 'zustand';
import type { HostClient } from '../../contract/host-contract.ts';
import { followState } from '../host/followed-state.ts';
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
  const announced = { arrived: undefined, updated: new Map(), reads: 0 };
  const reload = createDelayedReload(
    () => store.getState().load(),
    () => announced.reads > 0,
  );
  const shared: Omit<WebhookParts, 'set' | 'get'> = {
    client,
    workspace,
    reload,
    announced,
    status: followState(workspace, (status) => store.setState({ status })),
    account: followState(workspace, (account) => store.setState({ account })),
    providers: followState(workspace, (providers) => store.setState({ providers })),
  };
  const store = createStore<WebhookStore>()((set, get) => {
    const parts: WebhookParts = { ...shared, set, get };
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
  followNotifications({ ...shared, set: store.setState, get: store.getState });
  shared.status.read(client.call('notifications.status', {})).catch(showError);
  return store;
}
