/** Search and replace in the whole collection: what is asked, what was found, what was replaced. */
import { createStore, type StoreApi } from 'zustand';
import type { HostClient } from '../../contract/host-contract.ts';
import type { SearchedItem, SearchHit, SearchPart, SearchPlace, UnsavedItem } from '../../contract/search.ts';
import { isEdited } from '../collection/open-item.ts';
import type { RequestStore } from '../collection/request-store.ts';
import type { AppStore } from '../context/app-store.ts';

/** A place that the editor shows; each opening is another one, also of the same place. */
export interface OpenedPlace {
  id: string;
  part: SearchPart;
  line: number;
  turn: number;
}
export interface SearchStore {
  /** Whether the sidebar of the requests shows the search in the place of the tree. */
  shown: boolean;
  text: string;
  replacement: string;
  matchCase: boolean;
  wholeWord: boolean;
  items: SearchedItem[];
  /** Whether these are all hits. */
  complete: boolean;
  searching: boolean;
  /** Whether an answer for the present text has come. */
  answered: boolean;
  /** Hits that are not to be replaced, by `keyOf`. */
  excluded: ReadonlySet<string>;
  place: OpenedPlace | undefined;
  show(shown: boolean): void;
  /** Changes what is asked, and asks. */
  ask(change: Partial<Pick<SearchStore, 'text' | 'matchCase' | 'wholeWord'>>): Promise<void>;
  setReplacement(replacement: string): void;
  toggle(hit: SearchHit): void;
  open(hit: SearchHit): Promise<void>;
  /** Replaces at every hit that is not excluded. */
  replace(): Promise<{ replaced: number; problems: string[]; undo: () => Promise<void> }>;
}

export const keyOf = ({ id, field, occurrence }: SearchPlace): string => JSON.stringify([id, field, occurrence]);

export function createSearchStore(
  client: HostClient,
  { app, requests }: { app: StoreApi<AppStore>; requests: StoreApi<RequestStore> },
): StoreApi<SearchStore> {
  let asking: AbortController | undefined;
  let turn = 0;
  const unsaved = (): UnsavedItem[] =>
    requests
      .getState()
      .open.filter(isEdited)
      .map(({ id, kind, edited }) => ({ id, kind, edited }) as UnsavedItem);

  const store = createStore<SearchStore>()((set, get) => ({
    shown: false,
    text: '',
    replacement: '',
    matchCase: false,
    wholeWord: false,
    items: [],
    complete: true,
    searching: false,
    answered: false,
    excluded: new Set(),
    place: undefined,
    show(shown) {
      set({ shown });
      if (!shown) return;
      app.getState().show('requests');
      // Read ahead of the first letter; what is shown already may have changed meanwhile.
      void get()
        .ask({})
        .catch(() => undefined);
    },
    async ask(change) {
      set({ ...change, answered: false });
      asking?.abort();
      const mine = new AbortController();
      asking = mine;
      const { text, matchCase, wholeWord } = get();
      set({ searching: text !== '', ...(text === '' ? { items: [], complete: true } : {}) });
      try {
        const query = text === '' ? null : { text, matchCase, wholeWord };
        const { items, complete } = await client.call('collection.search', { query, unsaved: unsaved() }, mine.signal);
        if (asking === mine) set({ items, complete, answered: true, excluded: new Set() });
      } catch (error) {
        if (asking === mine) throw error;
      } finally {
        if (asking === mine) set({ searching: false });
      }
    },
    setReplacement: (replacement) => set({ replacement }),
    toggle(hit) {
      const excluded = new Set(get().excluded);
      if (!excluded.delete(keyOf(hit))) excluded.add(keyOf(hit));
      set({ excluded });
    },
    async open({ id, part, line }) {
      app.getState().show('requests');
      await requests.getState().select(id);
      set({ place: { id, part, line, turn: ++turn } });
    },
    async replace() {
      const { text, matchCase, wholeWord, replacement, items, excluded } = get();
      const places = items
        .flatMap(({ hits }) => hits)
        .filter((hit) => hit.replaceable && !excluded.has(keyOf(hit)))
        .map(({ id, field, occurrence }) => ({ id, field, occurrence }));
      const typed = unsaved();
      const query = { text, matchCase, wholeWord };
      const result = await client.call('collection.replace', { query, replacement, places, unsaved: typed });
      await edit(result.unsaved);
      await requests.getState().load();
      await get().ask({});
      const changed = new Set(result.unsaved.map(({ id }) => id));
      const undo = async () => {
        for (const { before, version } of result.files) {
          if (before.kind === 'request')
            await client.call('collection.save', { id: before.id, request: before.edited, version });
          else await client.call('collection.saveFolder', { id: before.id, folder: before.edited, version });
        }
        await edit(typed.filter(({ id }) => changed.has(id)));
        await requests.getState().load();
        await get().ask({});
      };
      return { replaced: result.replaced, problems: result.problems, undo };
    },
  }));
  requests.subscribe(({ activeId }) => {
    if (store.getState().place && store.getState().place?.id !== activeId) store.setState({ place: undefined });
  });
  client.on('workspace.changed', () => {
    const { shown, text, ask } = store.getState();
    if (shown && text !== '') void ask({}).catch(() => undefined);
  });
  return store;

  /** Types into the open items, as a person does. */
  async function edit(items: readonly UnsavedItem[]): Promise<void> {
    const { activeId } = requests.getState();
    for (const { id, edited } of items) {
      await requests.getState().select(id);
      requests.getState().edit(edited);
    }
    if (activeId !== undefined && items.length > 0) await requests.getState().select(activeId);
  }
}
