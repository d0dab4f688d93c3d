/** The providers of webhooks, and their signing secrets. */
import type { WebhookParts, WebhookProviders } from '../webhook-state.ts';

export function createWebhookProviders({ client, providers, get }: WebhookParts): WebhookProviders {
  return {
    providers: undefined,
    loadProviders: () => providers.read(client.call('webhookProviders.list', {})),
    async setSecrets(id, secrets) {
      await providers.change(client.call('webhookProviders.setSecrets', { id, secrets }));
      // The list may have more notifications than are checked again.
      if (secrets.length === 0 && get().loaded) await get().load();
      // The signature of the shown notification is checked again with the new secrets.
      await get().selectAgain();
    },
  };
}
