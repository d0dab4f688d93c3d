/**
 * The list of notifications: a page of the latest that pass the filter, and older ones as they are scrolled into view.
 */
import type { NotificationFilter, NotificationSummary } from '../../../contract/webhooks/notification.ts';
import { timesOf } from './filter-period.ts';
import { showError } from '../../ui/messages/notify.ts';
import type { AnnouncedMeanwhile, ListedNotifications, WebhookParts } from '../webhook-state.ts';

const PAGE = 200;
/** The limit of the list; older notifications are found with a filter. */
export const MAX_LISTED = 5_000;

const nothingListed = {
  filter: {},
  period: undefined,
  items: [],
  total: undefined,
  complete: false,
  loaded: false,
  arrived: 0,
  kinds: [],
} satisfies Partial<ListedNotifications>;

/** Replaces notifications by what was announced of them while they were read. */
type CurrentOf = (items: readonly NotificationSummary[]) => NotificationSummary[];

export function createListedNotifications(parts: WebhookParts): ListedNotifications {
  const { client, workspace, reload, announced, status, account, set, get } = parts;
  const loads = workspace.latestCall();
  /** The filter for which the total was counted. */
  let lastAsked = '';
  /** Counts after the page is shown, because counting a million takes seconds while their file is not in memory. */
  async function count(filter: NotificationFilter, loading: AbortSignal): Promise<void> {
    const { total } = await client.call('notifications.count', { filter });
    if (!loading.aborted) set({ total });
  }
  async function load(current: CurrentOf): Promise<void> {
    const loading = loads.begin();
    reload.cancel();
    announced.arrived = [];
    const { since: _since, until: _until, ...others } = get().filter;
    const filter = { ...others, ...timesOf(get().period, new Date()) };
    const query = JSON.stringify([others, get().period]);
    set({ filter, ...(query === lastAsked ? {} : { total: undefined }) });
    lastAsked = query;
    const [, , kinds, { items }] = await Promise.all([
      // Shown as soon as they arrive: when the list takes long, they may have been changed before it is there.
      status.read(client.call('notifications.status', {})),
      account.read(client.call('account.get', {})),
      get().kinds.length > 0 ? get().kinds : client.call('notifications.kinds', {}),
      client.call('notifications.list', { filter, limit: PAGE }),
    ]);
    if (loading.aborted) return;
    const complete = items.length < PAGE;
    set({ kinds, items: current(items), complete, loaded: true, arrived: 0 });
    if (complete) set({ total: items.length });
    else count(filter, loading).catch(showError);
    const arrived = announced.arrived;
    announced.arrived = undefined;
    // With a filter, only the host knows which of them pass it: the list is read again.
    if (!isFiltered(filter)) listArrived(parts, current(arrived ?? []));
  }
  async function more(current: CurrentOf): Promise<void> {
    const { filter, items, complete } = get();
    const before = items.at(-1)?.id;
    if (before === undefined || complete || items.length >= MAX_LISTED) return;
    const loading = loads.current();
    const page = await client.call('notifications.list', { filter, before, limit: PAGE });
    // Scrolling asks again while the page is read: its place is after the last notification, once.
    if (loading.aborted || get().items.at(-1)?.id !== before) return;
    set((state) => ({ items: [...state.items, ...current(page.items)], complete: page.items.length < PAGE }));
  }
  return {
    ...nothingListed,
    load: () => readList(announced, load),
    more: () => readList(announced, more),
    ...createListFilters({ set, get }),
    seen: () => set({ arrived: 0 }),
  };
}

/** @param read lists what it has read, each as it was announced meanwhile: the reply may contain it as it was before */
async function readList(announced: AnnouncedMeanwhile, read: (current: CurrentOf) => Promise<void>): Promise<void> {
  announced.reads += 1;
  try {
    await read((items) => items.map((item) => announced.updated.get(item.id) ?? item));
  } finally {
    announced.reads -= 1;
    if (announced.reads === 0) announced.updated.clear();
  }
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

export const isFiltered = (filter: NotificationFilter) => Object.values(filter).some((value) => value !== undefined);

/** Adds new notifications to the top of the list, except those that were read with it before they were announced. */
export function listArrived({ set }: WebhookParts, received: readonly NotificationSummary[]): void {
  set(({ items, complete, total, arrived }) => {
    const listedIds = new Set(items.map(({ id }) => id));
    const added = received.filter(({ id }) => !listedIds.has(id));
    return {
      items: [...added.toReversed(), ...items].slice(0, MAX_LISTED),
      complete: complete && items.length + added.length <= MAX_LISTED,
      total: total === undefined ? undefined : total + added.length,
      arrived: arrived + added.length,
    };
  });
}
