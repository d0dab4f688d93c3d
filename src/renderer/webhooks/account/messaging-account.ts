/** The account of the messaging service: its settings, its state and its queue. */
import type { MessagingAccount, WebhookParts } from '../webhook-state.ts';

export function createMessagingAccount({ client, set }: WebhookParts): MessagingAccount {
  return {
    account: undefined,
    async saveAccount(account) {
      set({ account: await client.call('account.set', account) });
    },
    askAccount: async (operation, signal) => (await client.call('account.ask', { operation }, signal)).json,
    async setAccountSettings(settings, signal) {
      await client.call('account.setSettings', { settings }, signal);
    },
    async receiveFromQueue(on) {
      set({ account: await client.call('account.receive', { on }) });
    },
    fileAddress: async (chatId, idMessage) =>
      (await client.call('account.downloadFile', { chatId, idMessage })).downloadUrl,
  };
}
