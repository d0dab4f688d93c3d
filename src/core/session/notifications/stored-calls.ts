/** Calls about stored notifications: lists, changes, exports and imports. */
import type { HostApi } from '../../../contract/host-contract.ts';
import type { Notifications } from '../../notifications/notifications.ts';
import type { StoredNotification } from '../../notifications/store/store.ts';
import type { Mask } from '../../platform/secrets/mask.ts';

/** The largest number of notifications in one export. */
const MAX_EXPORTED = 100_000;
const PAGE_SIZE = 500;

type Name = 'list' | 'count' | 'change' | 'remove' | 'removeAll' | 'restore' | 'export' | 'import';
export type StoredCalls = Pick<HostApi, `notifications.${Name}`>;

export function createStoredCalls(options: {
  notifications: Notifications;
  /** The application's version, which an HTTP archive names. */
  version: string;
  mask: () => Promise<Mask>;
}): StoredCalls {
  const { notifications } = options;
  return {
    'notifications.list': async ({ filter, before, limit }) => ({
      items: await notifications.list(filter, { before, limit }),
    }),
    'notifications.count': async ({ filter }) => ({ total: await notifications.count(filter) }),
    'notifications.change': ({ id, ...change }) => notifications.change(id, change),
    async 'notifications.remove'({ ids }) {
      await notifications.remove(ids);
      return {};
    },
    'notifications.removeAll': async ({ filter }) => ({ ids: await notifications.removeAll(filter) }),
    async 'notifications.restore'({ ids }) {
      await notifications.restore(ids);
      return {};
    },
    async 'notifications.export'({ filter, ids, format }) {
      const { toHar, toNdjson } = await import('../../notifications/export-formats.ts');
      const exported = ids
        ? await Promise.all(ids.map((id) => notifications.stored(id)))
        : await readMatching(notifications, filter);
      const mask = await options.mask();
      return { text: format === 'har' ? toHar(exported, options.version, mask) : toNdjson(exported, mask) };
    },
    async 'notifications.import'({ text }) {
      const { fromNdjson } = await import('../../notifications/export-formats.ts');
      return { count: (await notifications.add(fromNdjson(text))).length };
    },
  };
}

/** Reads page by page, so that the store's thread can answer other calls in between. */
async function readMatching(
  notifications: Pick<Notifications, 'page'>,
  filter: Parameters<Notifications['page']>[0],
): Promise<StoredNotification[]> {
  const matching: StoredNotification[] = [];
  for (let before: number | undefined; matching.length < MAX_EXPORTED; before = matching.at(-1)?.summary.id) {
    const page = await notifications.page(filter, { before, limit: PAGE_SIZE });
    matching.push(...page);
    if (page.length < PAGE_SIZE) break;
  }
  return matching;
}
