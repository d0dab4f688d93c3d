/** Which requests and folders are open, in which order, and which one is shown. */
import {
  blankRequest,
  isEdited,
  isUntitled,
  UNTITLED_NAME,
  untitledId,
  untitledRequest,
  type OpenItem,
} from './open-item.ts';
import type { Tabs } from './request-state.ts';
import { readItem, type StoreParts } from './store-parts.ts';

export function createTabs(parts: StoreParts): Tabs {
  const { set, get, typed } = parts;
  /** One after the other: of two clicks, the second decides what is shown, whichever file is read first. */
  async function show(before: Promise<void>, id: string): Promise<void> {
    if (get().open.some((item) => item.id === id)) {
      await before;
    } else {
      const [item] = await Promise.all([readItem(parts, id).then(typed.restore), before]);
      set(({ open }) => (open.some((one) => one.id === id) ? {} : { open: [...withoutPristine(open), item] }));
    }
    set({ activeId: id });
    remember(parts);
  }
  return {
    open: [],
    activeId: undefined,
    openedUntitled: undefined,
    active: () => get().open.find(({ id }) => id === get().activeId),
    async restore() {
      const { open: ids, activeId } = typed.tabs();
      const items = await Promise.all(ids.map((id) => readItem(parts, id).then(typed.restore, () => undefined)));
      const open = items.filter((item) => item !== undefined);
      const active = open.find(({ id }) => id === activeId) ?? open.at(-1);
      if (!active) return void get().openUntitled();
      set({ open, activeId: active.id });
      remember(parts);
      await get().loadVariables();
    },
    async select(id) {
      const before = parts.shown;
      const showing = show(before, id);
      parts.shown = showing.catch(() => undefined);
      await showing;
      await get().loadVariables();
    },
    openUntitled(request = blankRequest, name = UNTITLED_NAME, suggestedParent) {
      const pristine = get().open.find(isPristine);
      const id = pristine?.id ?? freeUntitledId(parts);
      const item: OpenItem = {
        ...untitledRequest(id),
        name,
        edited: request,
        ...(suggestedParent === undefined ? {} : { suggestedParent }),
      };
      typed.store(item);
      set(({ open }) => ({
        open: [...open.filter((one) => one.id !== id), item],
        activeId: id,
        openedUntitled: { id },
      }));
      remember(parts);
      // Variables only colour the address; the request is open without them.
      get()
        .loadVariables()
        .catch(() => undefined);
      return id;
    },
    close(...ids) {
      const { open, activeId, shownExample } = get();
      const index = open.findIndex(({ id }) => id === activeId);
      const rest = open.filter(({ id }) => !ids.includes(id));
      const isOpen = (item: OpenItem | undefined) => item && rest.includes(item);
      const next = [...open.slice(index), ...open.slice(0, index).reverse()].find(isOpen)?.id;
      set({
        open: rest,
        activeId: next,
        shownExample: shownExample && ids.includes(shownExample.request) ? undefined : shownExample,
      });
      if (rest.length === 0) get().openUntitled();
      else if (next !== activeId)
        get()
          .loadVariables()
          .catch(() => undefined);
      remember(parts);
    },
    moveTab(id, before) {
      const { open } = get();
      const moved = open.find((item) => item.id === id);
      if (!moved || id === before) return;
      const others = open.filter((item) => item !== moved);
      const at = before === null ? -1 : others.findIndex((item) => item.id === before);
      const index = at < 0 ? others.length : at;
      set({ open: [...others.slice(0, index), moved, ...others.slice(index)] });
      remember(parts);
    },
    async stepTab(step) {
      const { open, activeId } = get();
      const index = open.findIndex(({ id }) => id === activeId);
      const next = open[(index + step + open.length) % open.length];
      if (next) await get().select(next.id);
    },
  };
}

/** Stores which tabs are open. */
export function remember({ get, typed }: StoreParts): void {
  const { open, activeId } = get();
  typed.setTabs({ open: open.map(({ id }) => id), activeId });
}

/** An untitled request that nobody has used: it gives way to what is opened. */
const isPristine = (item: OpenItem): boolean =>
  item.kind === 'request' && isUntitled(item.id) && !isEdited(item) && item.run === undefined;

const withoutPristine = (open: readonly OpenItem[]): OpenItem[] =>
  open.length === 1 ? open.filter((item) => !isPristine(item)) : [...open];

/** The first number whose draft and tab are free. */
function freeUntitledId({ get, typed }: StoreParts): string {
  const taken = new Set([...typed.unsaved(), ...get().open.map(({ id }) => id)]);
  let number = 1;
  while (taken.has(untitledId(number))) number += 1;
  return untitledId(number);
}
