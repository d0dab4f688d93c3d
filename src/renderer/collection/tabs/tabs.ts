/** The open requests and folders, and the active one. */
import {
  isPristine,
  isUntitled,
  newUntitledId,
  untitledRequest,
  type OpenItem,
  type OpenRequest,
} from './open-item.ts';
import { lastPart, withoutExtension } from '../item-path.ts';
import type { TabsSlice } from '../request-state.ts';
import { isGone, remember, type StoreParts } from '../store-parts.ts';
import { draftWithoutFile, keptAs, readItemOrDraft, readWithDraft } from '../drafts/closed-drafts.ts';
import { detachFromFile, showUntitled } from './untitled-tabs.ts';
import type { OpenTabs } from '../drafts/draft-storage.ts';

type TabActions = Pick<TabsSlice, 'open' | 'activeId' | 'active' | 'shownParts' | 'showPart' | 'restore' | 'select'>;

export function createTabs(parts: StoreParts): TabActions {
  const { set, get } = parts;
  /**
   * Items are shown sequentially: after two clicks the second item is shown, whichever file is read first. One that is
   * read after the person has opened a new request gets its tab in the background: what is typed belongs to the new one.
   */
  async function show(before: Promise<void>, requestedId: string): Promise<void> {
    let id = requestedId;
    const { newRequests } = parts;
    if (get().open.some((item) => item.id === id)) {
      await before;
    } else {
      const root = parts.workspace.root();
      const [item] = await Promise.all([readItemOrDraft(parts, requestedId), before]);
      if (parts.workspace.root() !== root) return;
      ({ id } = item);
      set(({ open, savingAs, activeId }) => {
        if (open.some((item) => item.id === id)) return {};
        const kept = newRequests === parts.newRequests ? savingAs : activeId;
        return { open: [...withoutPristine(open, kept), underWay(parts, item)] };
      });
    }
    if (newRequests === parts.newRequests) set({ activeId: id });
    remember(parts);
  }
  return {
    open: [],
    activeId: undefined,
    shownParts: {},
    showPart: (id, part) => set(({ shownParts }) => ({ shownParts: { ...shownParts, [id]: part } })),
    active: () => get().open.find(({ id }) => id === get().activeId),
    restore: () => restoreTabs(parts),
    async select(id) {
      const before = parts.shown;
      const showing = show(before, id);
      parts.shown = showing.catch(() => undefined);
      await showing;
      await get().loadVariables();
    },
  };
}

/** Opens the tabs of the last time, with the drafts of files that are gone. */
async function restoreTabs(parts: StoreParts): Promise<void> {
  const { set, get, typed, workspace } = parts;
  const root = workspace.root();
  const { open: ids, activeId, parents = {} } = withOwnUntitled(parts, typed.tabs());
  const withoutFile: OpenRequest[] = [];
  const read = async (id: string): Promise<OpenItem | undefined> => {
    try {
      const item = await readWithDraft(parts, id);
      const parent = parents[id];
      return isUntitled(id) && parent !== undefined ? ({ parent, ...item } as OpenItem) : item;
    } catch (error) {
      if (!isGone(id, error)) return undefined;
      const untitledId = keptAs(parts, id);
      if (untitledId !== undefined) return draftWithoutFile(parts, untitledId);
      if (typed.read(id) === null) return undefined;
      const name = lastPart(withoutExtension(id));
      const item = typed.restore({ ...untitledRequest(id), name });
      if (item.kind === 'request') withoutFile.push(item);
      return item;
    }
  };
  const open = (await Promise.all(ids.map(read))).filter((item) => item !== undefined);
  if (workspace.root() !== root) return;
  const activeNow = activeId === undefined ? undefined : (keptAs(parts, activeId) ?? activeId);
  const active = open.find(({ id }) => id === activeNow) ?? open.at(-1);
  if (!active) return void showUntitled(parts, {});
  set({ open, activeId: active.id });
  for (const item of withoutFile) detachFromFile(parts, item);
  remember(parts);
  await get().loadVariables();
}

/** Another window on the same folder may show the same tabs: the requests in which nothing is typed get an id of their own. */
function withOwnUntitled({ typed }: StoreParts, { open, activeId, parents = {} }: OpenTabs): OpenTabs {
  const ownIds = new Map(
    open.filter((id) => isUntitled(id) && typed.read(id) === null).map((id) => [id, newUntitledId()]),
  );
  const idHere = (id: string) => ownIds.get(id) ?? id;
  return {
    open: open.map(idHere),
    activeId: activeId === undefined ? undefined : idHere(activeId),
    parents: Object.fromEntries(Object.entries(parents).map(([id, folder]) => [idHere(id), folder])),
  };
}

/** @param kept the request that stays, because the person has opened it since, or is asked for its name */
const withoutPristine = (open: readonly OpenItem[], kept: string | undefined): OpenItem[] =>
  open.length === 1 ? open.filter((item) => item.id === kept || !isPristine(item)) : [...open];

/** A tab that was closed while its request was sent shows the response when it is opened again. */
function underWay({ runs }: StoreParts, item: OpenItem): OpenItem {
  const run = runs.getState().of(`request ${item.id}`);
  return item.kind === 'request' && run !== undefined ? { ...item, run } : item;
}
