/** The account of the messaging service: its settings, its state and its queue. */
import type { MessagingAccount, WebhookParts } from '../webhook-state.ts';

export function createMessagingAccount({ client, account }: WebhookParts): MessagingAccount {
  return {
    account: undefined,
    saveAccount: (changes) => account.change(client.call('account.set', changes)),
    askAccount: async (operation, signal) => (await client.call('account.ask', { operation }, signal)).json,
    async setAccountSettings(settings, signal) {
      await client.call('account.setSettings', { settings }, signal);
    },
    receiveFromQueue: (on) => account.change(client.call('account.receive', { on })),
    fileAddress: async (chatId, idMessage) =>
      (await client.call('account.downloadFile', { chatId, idMessage })).downloadUrl,
  };
}
