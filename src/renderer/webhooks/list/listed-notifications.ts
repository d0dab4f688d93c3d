/**
 * The list of notifications: a page of the latest that pass the filter, and older ones as they are scrolled into view.
 */
import type { NotificationFilter, NotificationSummary } from '../../../contract/webhooks/notification.ts';
import { timesOf } from './filter-period.ts';
import { showError } from '../../ui/messages/notify.ts';
import type { ListedNotifications, WebhookParts } from '../webhook-state.ts';

const PAGE = 200;
/** The limit of the list; older notifications are found with a filter. */
const MAX_LISTED = 5_000;

export function createListedNotifications({ client, workspace, reload, set, get }: WebhookParts): ListedNotifications {
  const loads = workspace.latestCall();
  /** The filter for which the total was counted. */
  let lastAsked = '';
  /** Counts after the page is shown, because counting a million takes seconds while their file is not in memory. */
  async function count(filter: NotificationFilter, loading: AbortSignal): Promise<void> {
    const { total } = await client.call('notifications.count', { filter });
    if (!loading.aborted) set({ total });
  }
  return {
    filter: {},
    period: undefined,
    items: [],
    total: undefined,
    complete: false,
    loaded: false,
    arrived: 0,
    kinds: [],
    async load() {
      const loading = loads.begin();
      reload.cancel();
      const { since: _since, until: _until, ...others } = get().filter;
      const filter = { ...others, ...timesOf(get().period, new Date()) };
      const query = JSON.stringify([others, get().period]);
      set({ filter, ...(query === lastAsked ? {} : { total: undefined }) });
      lastAsked = query;
      const [, , kinds, { items }] = await Promise.all([
        // Shown as soon as they arrive: when the list takes long, they may have been changed before it is there.
        client.call('notifications.status', {}).then((status) => loading.aborted || set({ status })),
        client.call('account.get', {}).then((account) => loading.aborted || set({ account })),
        get().kinds.length > 0 ? get().kinds : client.call('notifications.kinds', {}),
        client.call('notifications.list', { filter, limit: PAGE }),
      ]);
      if (loading.aborted) return;
      const complete = items.length < PAGE;
      set({ kinds, items, complete, loaded: true, arrived: 0 });
      if (complete) set({ total: items.length });
      else count(filter, loading).catch(showError);
    },
    async more() {
      const { filter, items, complete } = get();
      const before = items.at(-1)?.id;
      if (before === undefined || complete || items.length >= MAX_LISTED) return;
      const loading = loads.current();
      const page = await client.call('notifications.list', { filter, before, limit: PAGE });
      // Scrolling asks again while the page is read: its place is after the last notification, once.
      if (loading.aborted || get().items.at(-1)?.id !== before) return;
      set((state) => ({ items: [...state.items, ...page.items], complete: page.items.length < PAGE }));
    },
    ...createListFilters({ set, get }),
    seen: () => set({ arrived: 0 }),
  };
}

/** The filter and the time of arrival of the list. */
function createListFilters({
  set,
  get,
}: Pick<WebhookParts, 'set' | 'get'>): Pick<ListedNotifications, 'setFilter' | 'setPeriod' | 'clearFilter' | 'expire'> {
  return {
    async setFilter(change) {
      const filters = Object.entries({ ...get().filter, ...change }).filter(([, value]) => value);
      set({ filter: Object.fromEntries(filters) });
      await get().load();
    },
    async setPeriod(period) {
      set({ period });
      await get().load();
    },
    async clearFilter() {
      set({ filter: {}, period: undefined });
      await get().load();
    },
    expire() {
      const { since = '' } = timesOf(get().period, new Date());
      const { items, complete, total } = get();
      const current = items.filter(({ receivedAt }) => receivedAt >= since);
      if (current.length < items.length) set({ items: current, total: complete ? current.length : total });
    },
  };
}

/** Adds new notifications to the top of the list. */
export function listArrived({ set }: WebhookParts, received: readonly NotificationSummary[]): void {
  set(({ items, complete, total, arrived }) => ({
    items: [...received.toReversed(), ...items].slice(0, MAX_LISTED),
    complete: complete && items.length + received.length <= MAX_LISTED,
    total: total === undefined ? undefined : total + received.length,
    arrived: arrived + received.length,
  }));
}
