import { createStore } from 'zustand';
import type { HostApi, HostClient } from '../../contract/host-contract.ts';
import type {
  AccountInfo,
  AnswerRule,
  ListenerStatus,
  ListenerTls,
  NotificationChange,
  NotificationDetail,
  NotificationFilter,
  NotificationSummary,
  Retention,
} from '../../contract/notification.ts';
import { notificationBodyId } from '../../contract/notification-body-id.ts';
import type { ProviderList } from '../../contract/webhook-provider-calls.ts';
import { showError } from '../ui/notify.ts';
import type { ComparedNotification } from './compare-notifications.ts';
import { timesOf, type FilterPeriod } from './filter-period.ts';

const PAGE = 200;
/** Lines kept in the list; older ones are asked for again when they are scrolled to. */
const MAX_LINES = 5_000;
const RELOAD_MS = 250;

export interface WebhookStore {
  status: ListenerStatus | undefined;
  account: AccountInfo | undefined;
  /** `since` and `until` are those of the period, as they were when the list was last loaded. */
  filter: NotificationFilter;
  /** The time of arrival that is listed; undefined: any. */
  period: FilterPeriod | undefined;
  items: NotificationSummary[];
  total: number;
  /** Whether the oldest is among them. */
  complete: boolean;
  /** Whether the list has been asked for. */
  loaded: boolean;
  /** How many came on top since the list was last looked at there. */
  arrived: number;
  selected: NotificationDetail | undefined;
  kinds: { kind: string; title: string; setting: string }[];
  load(): Promise<void>;
  more(): Promise<void>;
  setFilter(change: FilterChange): Promise<void>;
  setPeriod(period: FilterPeriod | undefined): Promise<void>;
  /** Lists everything that was accepted, whenever it came. */
  clearFilter(): Promise<void>;
  /** Takes out of the list what is older than its period by now. */
  expire(): void;
  /** Pins it, or writes a note on it. */
  change(id: number, change: NotificationChange): Promise<void>;
  select(id: number): Promise<void>;
  /** Reads one to compare it; the notification that is shown stays. */
  readCompared(id: number): Promise<ComparedNotification>;
  /** Removes them; the returned function takes it back. */
  remove(ids: number[] | 'filtered'): Promise<() => Promise<void>>;
  listen(wish: {
    on: boolean;
    host?: string;
    port?: number;
    token?: string;
    keep?: Retention;
    allowBrowsers?: boolean;
    tls?: ListenerTls;
  }): Promise<void>;
  seen(): void;
  setRules(rules: AnswerRule[]): Promise<void>;
  /** All that pass the filter, or those with these numbers, as a text in this form. */
  exportText(format: 'ndjson' | 'har', ids?: number[]): Promise<string>;
  importText(text: string): Promise<void>;
  /** An example of a notification, with these values in it. */
  sample(kind: string, values: Record<string, string>): Promise<string>;
  /** Sends a notification as a provider does; null: to the listener of this workspace. */
  send(text: string, url: string | null): Promise<{ status: number; answer: string }>;
  saveAccount(account: CallParams<'account.set'>): Promise<void>;
  askAccount(operation: CallParams<'account.ask'>['operation']): Promise<unknown>;
  setAccountSettings(settings: CallParams<'account.setSettings'>['settings']): Promise<void>;
  /** Whether notifications are fetched from the queue of the account. */
  receiveFromQueue(on: boolean): Promise<void>;
  /** The address under which the service offers the file of a message now. */
  fileAddress(chatId: string, idMessage: string): Promise<string>;
  /** The providers that are known; undefined until they are asked for. */
  providers: ProviderList | undefined;
  loadProviders(): Promise<void>;
  /** Stores the secrets by which a provider signs; none: removes them. */
  setSecrets(id: string, secrets: string[]): Promise<void>;
}
/** What is undefined no longer filters. */
export type FilterChange = { [Name in FilterName]?: NotificationFilter[Name] | undefined };
export type FilterName = Exclude<keyof NotificationFilter, 'since' | 'until'>;
type CallParams<M extends keyof HostApi> = Parameters<HostApi[M]>[0];

export function createWebhookStore(client: HostClient) {
  let reload: ReturnType<typeof setTimeout> | undefined;
  let asked = 0;
  const isFiltered = (filter: NotificationFilter) => Object.values(filter).some((value) => value !== undefined);

  const store = createStore<WebhookStore>()((set, get) => ({
    status: undefined,
    account: undefined,
    filter: {},
    period: undefined,
    items: [],
    total: 0,
    complete: false,
    loaded: false,
    arrived: 0,
    selected: undefined,
    kinds: [],
    async load() {
      const turn = ++asked;
      clearTimeout(reload);
      reload = undefined;
      const { since: _since, until: _until, ...others } = get().filter;
      const filter = { ...others, ...timesOf(get().period, new Date()) };
      set({ filter });
      const [status, account, kinds, page] = await Promise.all([
        client.call('notifications.status', {}),
        client.call('account.get', {}),
        get().kinds.length > 0 ? get().kinds : client.call('notifications.kinds', {}),
        client.call('notifications.list', { filter, limit: PAGE }),
      ]);
      if (turn === asked)
        set({ status, account, kinds, ...page, complete: page.items.length < PAGE, loaded: true, arrived: 0 });
    },
    async more() {
      const { filter, items, complete } = get();
      const before = items.at(-1)?.id;
      if (before === undefined || complete || items.length >= MAX_LINES) return;
      const turn = asked;
      const page = await client.call('notifications.list', { filter, before, limit: PAGE });
      if (turn !== asked) return;
      set((state) => ({ items: [...state.items, ...page.items], complete: page.items.length < PAGE }));
    },
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
    async change(id, change) {
      await client.call('notifications.change', { id, ...change });
    },
    async setRules(rules) {
      await client.call('notifications.setRules', { rules });
    },
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
    async saveAccount(account) {
      set({ account: await client.call('account.set', account) });
    },
    askAccount: async (operation) => (await client.call('account.ask', { operation })).json,
    async setAccountSettings(settings) {
      await client.call('account.setSettings', { settings });
    },
    async receiveFromQueue(on) {
      set({ account: await client.call('account.receive', { on }) });
    },
    providers: undefined,
    async loadProviders() {
      set({ providers: await client.call('webhookProviders.list', {}) });
    },
    async setSecrets(id, secrets) {
      set({ providers: await client.call('webhookProviders.setSecrets', { id, secrets }) });
      const { selected } = get();
      if (selected) await get().select(selected.summary.id);
    },
    fileAddress: async (chatId, idMessage) =>
      (await client.call('account.downloadFile', { chatId, idMessage })).downloadUrl,
    async select(id) {
      set({ selected: await client.call('notifications.get', { id }) });
    },
    async readCompared(id) {
      const detail = await client.call('notifications.get', { id });
      if (detail.summary.size === 0) return { detail, body: '' };
      const runId = notificationBodyId(id, 'text');
      return { detail, body: (await client.call('body.text', { runId, form: 'pretty' })).text };
    },
    async remove(ids) {
      let removed: number[];
      if (ids === 'filtered')
        ({ ids: removed } = await client.call('notifications.removeAll', { filter: get().filter }));
      else {
        await client.call('notifications.remove', { ids });
        removed = ids;
      }
      const { selected } = get();
      if (selected && removed.includes(selected.summary.id)) set({ selected: undefined });
      await get().load();
      return async () => {
        await client.call('notifications.restore', { ids: removed });
        await get().load();
      };
    },
    async listen(wish) {
      set({ status: await client.call('notifications.listen', wish) });
      // What is to be kept may have become less.
      if (wish.keep && get().loaded) get().load().catch(showError);
    },
    seen: () => set({ arrived: 0 }),
  }));

  const reloadSoon = () => {
    if (!store.getState().loaded) return;
    reload ??= setTimeout(() => void store.getState().load().catch(showError), RELOAD_MS);
  };
  client.on('notifications.received', (received) => {
    const { loaded, filter } = store.getState();
    store.setState(({ status }) => ({ status: status && { ...status, received: status.received + received.length } }));
    if (!loaded) return store.setState((state) => ({ arrived: state.arrived + received.length }));
    if (isFiltered(filter)) {
      // Which of them fit, the host knows.
      return reloadSoon();
    }
    store.setState((state) => ({
      items: [...received.toReversed(), ...state.items].slice(0, MAX_LINES),
      total: state.total + received.length,
      arrived: state.arrived + received.length,
    }));
  });
  client.on('notifications.updated', (updated) => {
    const byId = new Map(updated.map((one) => [one.id, one]));
    store.setState(({ items, selected }) => {
      const summary = selected && byId.get(selected.summary.id);
      return {
        items: items.map((one) => byId.get(one.id) ?? one),
        ...(selected && summary ? { selected: { ...selected, summary } } : {}),
      };
    });
  });
  client.on('notifications.removed', ({ ids }) => {
    const { selected } = store.getState();
    if (selected && ids.includes(selected.summary.id)) store.setState({ selected: undefined });
    reloadSoon();
  });
  client.on('notifications.restored', reloadSoon);
  client.on('notifications.changed', (status) => {
    const { filter, status: before } = store.getState();
    store.setState({ status });
    if (filter.refused && status.refused !== before?.refused) reloadSoon();
  });
  client.on('webhookProviders.changed', (providers) => store.setState({ providers }));
  client.on('account.changed', (account) => store.setState({ account }));
  client.on('workspace.changed', () => {
    store.setState({ selected: undefined, filter: {}, period: undefined });
    store.getState().load().catch(showError);
  });
  client
    .call('notifications.status', {})
    .then((status) => store.setState({ status }))
    .catch(showError);
  return store;
}
