/** The sent requests, the newest first, page by page; and one entry in full. */
import { createStore, type StoreApi } from 'zustand';
import type { HistoryDetail, HistoryEntry } from '../../contract/collection/collection.ts';
import type { HostClient } from '../../contract/host-contract.ts';
import { headerValueOf } from '../../contract/http/header-value.ts';
import type { LatestCall } from '../host/latest-call.ts';
import type { ShownWorkspace } from '../host/shown-workspace.ts';

const PAGE = 200;

export interface HistoryStore {
  search: string;
  /** Undefined until they are read. */
  entries: HistoryEntry[] | undefined;
  /** The marked entry, whose details are shown as soon as they are read. */
  chosenId: number | undefined;
  detail: HistoryDetail | undefined;
  /** The body of the response in `detail`, formatted where its kind is known. */
  pretty: string;
  setSearch(search: string): void;
  /** Reads the newest entries again. Where it is called again meanwhile, it settles when the later ones are read. */
  load(): Promise<void>;
  /** Reads the newest entries again if another one is the newest, which another window or application may have sent. */
  follow(): Promise<void>;
  /** Reads the page after the last entry; has no effect at the end, or while it is being read. */
  loadMore(): Promise<void>;
  select(id: number): Promise<void>;
  /**
   * Searches, and selects the entry that `find` chooses of what is found, unless another one was selected or searched
   * meanwhile.
   */
  selectFound(search: string, find: (entries: readonly HistoryEntry[]) => HistoryEntry | undefined): Promise<void>;
  /** @returns a function that restores it */
  remove(id: number): Promise<() => Promise<void>>;
  clear(): Promise<void>;
}

export function createHistoryStore(client: HostClient, workspace: ShownWorkspace): StoreApi<HistoryStore> {
  const choices = workspace.latestCall();
  const store = createStore<HistoryStore>()((set, get) => ({
    search: '',
    entries: undefined,
    chosenId: undefined,
    detail: undefined,
    pretty: '',
    setSearch: (search) => set({ search }),
    ...createPages(client, workspace, { set, get }),
    async select(id) {
      const choice = choices.begin();
      set({ chosenId: id });
      try {
        const detail = await client.call('history.get', { id });
        const pretty = await formatted(client, detail);
        if (!choice.aborted) set({ detail, pretty });
      } catch (error) {
        if (!choice.aborted) set(({ detail }) => ({ chosenId: detail?.id }));
        throw error;
      }
    },
    async selectFound(search, find) {
      const choice = choices.begin();
      set(({ detail }) => ({ search, chosenId: detail?.id }));
      await get().load();
      const found = find(get().entries ?? []);
      if (found && !choice.aborted && get().search === search) await get().select(found.id);
    },
    ...createRemoval(client, choices, { set, get }),
  }));
  workspace.empty(store);
  workspace.follow({
    changed() {
      const { entries, load } = store.getState();
      // Before the view is shown the first time, nothing is read.
      if (entries) load().catch(() => undefined);
    },
  });
  return store;
}

interface StoreAccess {
  set: StoreApi<HistoryStore>['setState'];
  get: StoreApi<HistoryStore>['getState'];
}

/** The entries, page by page. What is read for an earlier query must not replace or join that of a later one. */
function createPages(
  client: HostClient,
  workspace: ShownWorkspace,
  { set, get }: StoreAccess,
): Pick<HistoryStore, 'load' | 'follow' | 'loadMore'> {
  let isWhole = false;
  const queries = workspace.latestCall();
  /** The search of `entries`; that of the state may be of entries that are being read. */
  let listedSearch = '';
  let loads = 0;
  /** The query whose next page is being read. */
  let pageUnderWay: AbortSignal | undefined;
  return {
    async load() {
      const { search } = get();
      loads += 1;
      const reply = client.call('history.list', { search, limit: PAGE }).finally(() => (loads -= 1));
      await queries.show(reply, ({ entries }) => {
        listedSearch = search;
        isWhole = entries.length < PAGE;
        set({ entries });
      });
    },
    async follow() {
      const query = queries.current();
      if (!get().entries || loads > 0) return;
      const { entries } = await client.call('history.list', { search: listedSearch, limit: 1 });
      const isOther = entries[0]?.id !== get().entries?.[0]?.id;
      if (isOther && !query.aborted && loads === 0) await get().load();
    },
    async loadMore() {
      const last = get().entries?.at(-1);
      const query = queries.current();
      if (isWhole || !last || loads > 0 || pageUnderWay === query) return;
      pageUnderWay = query;
      try {
        const { entries } = await client.call('history.list', { search: listedSearch, before: last.id, limit: PAGE });
        if (query.aborted) return;
        isWhole = entries.length < PAGE;
        set({ entries: [...(get().entries ?? []), ...entries] });
      } finally {
        if (pageUnderWay === query) pageUnderWay = undefined;
      }
    },
  };
}

function createRemoval(
  client: HostClient,
  choices: LatestCall,
  { set, get }: StoreAccess,
): Pick<HistoryStore, 'remove' | 'clear'> {
  return {
    async remove(id) {
      await client.call('history.remove', { id });
      if (get().detail?.id === id) set({ detail: undefined });
      if (get().chosenId === id) {
        choices.cancel();
        set(({ detail }) => ({ chosenId: detail?.id }));
      }
      await get().load();
      return async () => {
        await client.call('history.restore', { id });
        await get().load();
      };
    },
    async clear() {
      const searchBefore = get().search;
      await client.call('history.clear', {});
      choices.cancel();
      // A search for removed entries would show that nothing matches.
      set(({ search }) => ({ chosenId: undefined, detail: undefined, search: search === searchBefore ? '' : search }));
      await get().load();
    },
  };
}

async function formatted(client: HostClient, { text, headers }: HistoryDetail): Promise<string> {
  const contentType = headerValueOf(headers, 'content-type') ?? '';
  if (text === '') return text;
  try {
    return (await client.call('body.format', { text, contentType: contentType.slice(0, 1000) })).text;
  } catch {
    return text;
  }
}

type HistoryRow = { key: string } & ({ day: string } | { entry: HistoryEntry });

/** Groups entries by the day on which they were sent, in the time zone of this computer. */
export function byDay(entries: readonly HistoryEntry[], now = new Date()): HistoryRow[] {
  let shownId: string | undefined;
  return entries.flatMap((entry) => {
    const day = new Date(entry.at).toDateString();
    const row: HistoryRow = { key: String(entry.id), entry };
    if (day === shownId) return [row];
    shownId = day;
    return [{ key: day, day: dayText(new Date(entry.at), now) }, row];
  });
}

function dayText(day: Date, now: Date): string {
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  if (day.toDateString() === now.toDateString()) return 'Today';
  if (day.toDateString() === yesterday.toDateString()) return 'Yesterday';
  return day.toLocaleDateString(undefined, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
}
