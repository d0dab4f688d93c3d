/** The providers of webhooks, and their signing secrets. */
import type { WebhookParts, WebhookProviders } from '../webhook-state.ts';

export function createWebhookProviders({ client, set, get }: WebhookParts): WebhookProviders {
  return {
    providers: undefined,
    async loadProviders() {
      set({ providers: await client.call('webhookProviders.list', {}) });
    },
    async setSecrets(id, secrets) {
      set({ providers: await client.call('webhookProviders.setSecrets', { id, secrets }) });
      // The signature of the shown notification is checked again with the new secrets.
      const { selected, loaded } = get();
      // The list may have more notifications than are checked again.
      if (secrets.length === 0 && loaded) await get().load();
      if (selected) await get().select(selected.summary.id);
    },
  };
}
