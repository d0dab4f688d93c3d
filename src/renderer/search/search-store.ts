/** Search and replace in the whole collection and in scripts: what is asked, what was found, what was replaced. */
import { createStore, type StoreApi } from 'zustand';
import type { HostClient } from '../../contract/host-contract.ts';
import type { SearchedItem, SearchHit, SearchPart, SearchPlace, UnsavedItem } from '../../contract/search.ts';
import { isUntitled, titleOf } from '../collection/open-item.ts';
import type { RequestStore } from '../collection/request-store.ts';
import type { AppStore } from '../context/app-store.ts';
import type { ScriptStore } from '../scripts/script-store.ts';

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
  {
    app,
    requests,
    scripts,
  }: { app: StoreApi<AppStore>; requests: StoreApi<RequestStore>; scripts: StoreApi<ScriptStore> },
): StoreApi<SearchStore> {
  let asking: AbortController | undefined;
  let turn = 0;
  /** Of open tabs and of closed ones. */
  async function unsaved(): Promise<UnsavedItem[]> {
    const { unsaved: ids, open, draftItem, unsavedEdits } = requests.getState();
    const typed = await unsavedEdits([...ids]);
    const untitled = [...ids].filter(isUntitled).flatMap((id): UnsavedItem[] => {
      const item = open.find((one) => one.id === id) ?? draftItem(id);
      return item.kind === 'request' ? [{ kind: 'request', id, name: titleOf(item), edited: item.edited }] : [];
    });
    return [
      ...typed.requests.map(({ id, request }) => ({ kind: 'request' as const, id, edited: request })),
      ...typed.folders.map(({ id, folder }) => ({ kind: 'folder' as const, id, edited: folder })),
      ...untitled,
      ...scripts
        .getState()
        .unsaved()
        .map(({ path, content }) => ({ kind: 'script' as const, id: path, edited: { content } })),
    ];
  }

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
        const typed = await unsaved();
        if (asking !== mine) return;
        const { items, complete } = await client.call('collection.search', { query, unsaved: typed }, mine.signal);
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
      const item = get().items.find((one) => one.id === id);
      if (item?.kind === 'script') {
        await scripts.getState().openScript(id, line);
        return app.getState().show('scripts');
      }
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
      const typed = await unsaved();
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
          else if (before.kind === 'script')
            await client.call('workspace.writeScript', { path: before.id, content: before.edited.content, version });
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
    const { activePath } = scripts.getState();
    for (const { kind, id, edited } of items) {
      if (kind === 'script') {
        await scripts.getState().openScript(id);
        scripts.getState().edit(id, edited.content);
        continue;
      }
      await requests.getState().select(id);
      requests.getState().edit(edited);
    }
    if (activePath !== undefined) await scripts.getState().openScript(activePath);
    if (activeId !== undefined && items.length > 0) await requests.getState().select(activeId);
  }
}
