/** Searches and replaces in the whole collection and in scripts: the query, its hits, and the excluded ones. */
import { createStore, type StoreApi } from 'zustand';
import type { HostClient } from '../../contract/host-contract.ts';
import { replaceAt } from './replacing.ts';
import { keyOf, type SearchParts, type SearchStore } from './search-state.ts';
import { unsavedItems } from './unsaved-items.ts';

export { keyOf, type SearchStore };

type Get = StoreApi<SearchStore>['getState'];
type Set = StoreApi<SearchStore>['setState'];

export function createSearchStore(client: HostClient, stores: Omit<SearchParts, 'client'>): StoreApi<SearchStore> {
  const parts: SearchParts = { client, ...stores };
  const { requests, workspace } = stores;
  const store = createStore<SearchStore>()((set, get) => ({
    ...createQuery(parts, set, get),
    ...createHits(parts, set, get),
  }));
  requests.subscribe(({ activeId }) => {
    if (store.getState().place && store.getState().place?.id !== activeId) store.setState({ place: undefined });
  });
  workspace.empty(store);
  workspace.follow({
    changed() {
      const { shown, text, ask } = store.getState();
      if (shown && text !== '') void ask({}).catch(() => undefined);
    },
  });
  return store;
}

/** The query. A later query cancels the current one. */
function createQuery(parts: SearchParts, set: Set, get: Get) {
  const queries = parts.workspace.latestCall();
  return {
    shown: false,
    text: '',
    replacement: '',
    matchCase: false,
    wholeWord: false,
    searching: false,
    answered: false,
    show(isShown) {
      set({ shown: isShown });
      if (!isShown) return;
      parts.app.getState().show('requests');
      // Prepares the search before the first letter is typed; repeats a shown query, whose results may be outdated.
      void get()
        .ask({})
        .catch(() => undefined);
    },
    async ask(change) {
      const latest = queries.begin();
      set({ ...change, answered: false });
      const { text, matchCase, wholeWord } = get();
      set({ searching: text !== '', ...(text === '' ? { items: [], complete: true } : {}) });
      try {
        const query = text === '' ? null : { text, matchCase, wholeWord };
        const unsavedTexts = await unsavedItems(parts);
        if (latest.aborted) return;
        const { items, complete } = await parts.client.call(
          'collection.search',
          { query, unsaved: unsavedTexts },
          latest,
        );
        if (!latest.aborted) set({ items, complete, answered: true, excluded: new Set() });
      } catch (error) {
        if (!latest.aborted) throw error;
      } finally {
        if (!latest.aborted) set({ searching: false });
      }
    },
    setReplacement: (replacement) => set({ replacement }),
  } satisfies Partial<SearchStore>;
}

/** The hits of the last answer: opening, and replacing unless they are excluded. */
function createHits(parts: SearchParts, set: Set, get: Get) {
  const { app, requests, scripts, workspace } = parts;
  let lastTurn = 0;
  const opens = workspace.latestCall();
  return {
    items: [],
    complete: true,
    excluded: new Set<string>(),
    place: undefined,
    toggle(hit) {
      const excluded = new Set(get().excluded);
      if (!excluded.delete(keyOf(hit))) excluded.add(keyOf(hit));
      set({ excluded });
    },
    async open({ id, part, line }) {
      const latest = opens.begin();
      const item = get().items.find((searched) => searched.id === id);
      if (item?.kind === 'script') {
        await scripts.getState().openScript(id, line);
        if (!latest.aborted) app.getState().show('scripts');
        return;
      }
      app.getState().show('requests');
      await requests.getState().select(id);
      if (!latest.aborted) set({ place: { id, part, line, turn: ++lastTurn } });
    },
    async replace() {
      const { text, matchCase, wholeWord, replacement, items, excluded } = get();
      const places = items
        .flatMap(({ hits }) => hits)
        .filter((hit) => hit.replaceable && !excluded.has(keyOf(hit)))
        .map(({ id, field, occurrence }) => ({ id, field, occurrence }));
      const query = { text, matchCase, wholeWord };
      // The places are those of the last reply: a second click must not replace in what the first one has written.
      set({ answered: false });
      try {
        return await replaceAt(parts, { query, replacement, places, onChanged: () => get().ask({}) });
      } catch (error) {
        await get().ask({});
        throw error;
      }
    },
  } satisfies Partial<SearchStore>;
}
