/** The messaging service as a provider, based on the tables of this folder. */
import type { Provider } from '../provider.ts';
import { messagingDescription } from '../provider-descriptions.ts';
import { text } from './body.ts';
import { meaningOf } from './recognition/field-meanings.ts';
import { messagingBody, recognize } from './recognition/recognize.ts';

/** Characters in a column of the list. */
const MAX_COLUMN = 500;
const column = (long: string): string | null => long.slice(0, MAX_COLUMN) || null;

export const messaging: Provider = {
  ...messagingDescription,
  matches: ({ body }) => messagingBody(body) !== undefined,
  recognize({ body: received }) {
    const body = messagingBody(received);
    return {
      ...recognize(received),
      meaningOf,
      event: column(text(body, 'typeWebhook')),
      chat: column(text(body, 'senderData.chatId') || text(body, 'chatId') || text(body, 'from')),
      idMessage: column(text(body, 'idMessage')),
      status: column(text(body, 'status') || text(body, 'stateInstance')),
      identity: JSON.stringify(body),
    };
  },
};
