/** Tabs of requests that have no file. */
import { blankRequest, isPristine, UNTITLED_NAME, untitledId, untitledRequest, type OpenItem } from './open-item.ts';
import type { Tabs } from './request-state.ts';
import type { StoreParts } from './store-parts.ts';
import { remember } from './tabs.ts';

export function createUntitledTabs(parts: StoreParts): Pick<Tabs, 'openedUntitled' | 'openUntitled'> {
  const { set, get, typed } = parts;
  return {
    openedUntitled: undefined,
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
  };
}

/** The first number whose draft and tab are free. */
function freeUntitledId({ get, typed }: StoreParts): string {
  const taken = new Set([...typed.unsaved(), ...get().open.map(({ id }) => id)]);
  let number = 1;
  while (taken.has(untitledId(number))) number += 1;
  return untitledId(number);
}
