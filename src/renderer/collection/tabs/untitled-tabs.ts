/** Tabs of requests that have no file, and the focus in the address of a request. */
import { showHint } from '../../ui/messages/notify.ts';
import {
  blankRequest,
  isPristine,
  newUntitledId,
  parentOf,
  UNTITLED_NAME,
  untitledRequest,
  type OpenItem,
  type OpenRequest,
} from './open-item.ts';
import type { TabsSlice } from '../request-state.ts';
import { remember, type StoreParts } from '../store-parts.ts';

export function createUntitledTabs(
  parts: StoreParts,
): Pick<TabsSlice, 'addressFocus' | 'openUntitled' | 'selectAddress'> {
  const { set, get } = parts;
  return {
    addressFocus: undefined,
    async selectAddress(id) {
      set({ addressFocus: { id } });
      await get().select(id);
    },
    openUntitled(request = blankRequest, name = UNTITLED_NAME, parent) {
      parts.newRequests += 1;
      return showUntitled(parts, { name, edited: request, ...(parent === undefined ? {} : { parent }) });
    },
  };
}

/** Shows a request without a file, in the place of one in which nothing is typed. @returns its id */
export function showUntitled(
  parts: StoreParts,
  { name = UNTITLED_NAME, edited = blankRequest, ...rest }: Partial<Pick<OpenRequest, 'name' | 'edited' | 'parent'>>,
): string {
  const { set, get, typed } = parts;
  const pristine = get().open.find(isPristine);
  const id = pristine?.id ?? newUntitledId();
  const item: OpenItem = { ...untitledRequest(id), name, edited, ...rest };
  typed.store(item);
  set(({ open }) => ({
    open: [...open.filter((item) => item.id !== id), item],
    activeId: id,
    addressFocus: { id },
  }));
  remember(parts);
  // Variables only colour the address, so opening the request does not wait for them.
  get()
    .loadVariables()
    .catch(() => undefined);
  return id;
}

/**
 * Turns an open request whose file another program has deleted into one without a file: its edits stay in the tab, and
 * saving asks for a name.
 * @returns its new id
 */
export function detachFromFile(parts: StoreParts, item: OpenRequest): string {
  const { set, typed } = parts;
  const { id: from } = item;
  const detached = withoutFile(item, newUntitledId());
  const { id } = detached;
  typed.remove(from);
  typed.store(detached);
  set(({ open, activeId }) => ({
    open: open.map((item) => (item.id === from ? detached : item)),
    activeId: activeId === from ? id : activeId,
    moved: { from, to: id },
  }));
  remember(parts);
  showHint(`${from} was deleted by another program. What you typed into it is kept: save it under a name.`);
  return id;
}

/** The request without its file. */
export function withoutFile(item: OpenRequest, id: string): OpenRequest {
  const { kind, name, edited, run, response, others } = item;
  return {
    ...untitledRequest(id),
    kind,
    name,
    edited,
    parent: parentOf(item),
    ...(run === undefined ? {} : { run }),
    ...(response ? { response } : {}),
    ...(others ? { others } : {}),
  };
}
