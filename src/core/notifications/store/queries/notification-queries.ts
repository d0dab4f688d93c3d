/** Reads notifications: stored ones, and refused requests, which are held in memory (negative ids). */
import { codedError } from '../../../../contract/errors.ts';
import type { Mask } from '../../../platform/secrets/mask.ts';
import { asBuffer } from '../../listener/inbox.ts';
import type { Notifications } from '../../notifications-api.ts';
import type { RefusedRequests } from '../../listener/refused-requests.ts';
import type { StoredNotification } from '../database/store-row.ts';
import type { Ask } from '../thread/store-thread.ts';

/** Limit of the notifications about the same message that the detail of one of them lists. */
const MAX_LIFE = 200;

export type NotificationQueries = Pick<
  Notifications,
  'list' | 'page' | 'count' | 'stored' | 'detail' | 'after' | 'lastId'
>;

export interface NotificationQueriesOptions {
  ask: Ask;
  refused: Pick<RefusedRequests, 'page' | 'get'>;
  mask: () => Mask | Promise<Mask>;
}

export function createNotificationQueries({ ask, refused, mask }: NotificationQueriesOptions): NotificationQueries {
  const stored = async (id: number): Promise<StoredNotification> => {
    if (id < 0) return refused.get(id, await mask()) ?? notFound(id);
    return withBuffer((await ask('get', id)) ?? notFound(id));
  };
  return {
    list: async (filter, page) =>
      filter.refused
        ? refused.page(filter, page, await mask()).map(({ summary }) => summary)
        : ask('list', filter, page),
    page: async (filter, page) =>
      filter.refused ? refused.page(filter, page, await mask()) : (await ask('page', filter, page)).map(withBuffer),
    count: async (filter) =>
      filter.refused ? refused.page(filter, { limit: Infinity }, await mask()).length : ask('count', filter),
    stored,
    async detail(id) {
      if (id < 0) return { ...((await ask('detail', id, await stored(id))) ?? notFound(id)), life: [] };
      const detail = (await ask('detail', id)) ?? notFound(id);
      const { idMessage } = detail.summary;
      const life = idMessage ? (await ask('list', { idMessage }, { limit: MAX_LIFE })).reverse() : [];
      return { ...detail, life };
    },
    after: async (id, limit, maxBytes) => (await ask('after', id, limit, maxBytes)).map(withBuffer),
    lastId: () => ask('lastId'),
  };
}

export function notFound(id: number): never {
  throw codedError('NotificationNotFound', `There is no notification ${id}.`);
}

/** A Buffer becomes a Uint8Array when it is sent between threads. */
const withBuffer = (sent: StoredNotification): StoredNotification => ({ ...sent, body: asBuffer(sent.body) });
