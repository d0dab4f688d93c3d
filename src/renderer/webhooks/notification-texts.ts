/** Exports, imports and sends notifications. */
import type { NotificationTexts, WebhookParts } from './webhook-state.ts';

export function createNotificationTexts({ client, get }: WebhookParts): NotificationTexts {
  return {
    async exportText(format, ids) {
      const { filter } = get();
      return (await client.call('notifications.export', { filter, format, ...(ids ? { ids } : {}) })).text;
    },
    async importText(text) {
      await client.call('notifications.import', { text });
      await get().load();
    },
    sample: async (kind, values) => (await client.call('notifications.sample', { kind, values })).text,
    send: (text, url) => client.call('notifications.send', { text, url }),
  };
}
