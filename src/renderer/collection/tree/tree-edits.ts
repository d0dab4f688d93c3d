/** Changes in the tree of the collection: entries are added, renamed, copied, moved, deleted and restored. */
import type { TreeEditsSlice } from '../request-state.ts';
import { movedId } from '../item-path.ts';
import { draftParent, isUntitled, type OpenItem } from '../tabs/open-item.ts';
import { isRequestId, remember, type StoreParts } from '../store-parts.ts';
import { setToggled } from './tree-state.ts';

export function createTreeEdits(parts: StoreParts): TreeEditsSlice {
  const { client, get } = parts;
  /** Other code that notices a missing file waits until its tab has followed the change. */
  const whileMoving = <T>(call: Promise<T>): Promise<T> => {
    parts.moving = call.then(
      () => undefined,
      () => undefined,
    );
    return call;
  };
  return {
    async create(messagingService) {
      const openCreated = openerOfCreated(parts);
      await client.call('collection.create', { messagingService });
      await get().load();
      await openCreated(get().collection?.items.find(({ kind }) => kind === 'request')?.id);
    },
    async add(parent, name, request) {
      const { id } = await client.call('collection.add', { parent, name, ...(request ? { request } : {}) });
      await get().load();
      await get().select(id);
    },
    async addFolder(parent, name) {
      await client.call('collection.addFolder', { parent, name });
      await get().load();
    },
    async rename(id, name) {
      const renamed = await whileMoving(client.call('collection.rename', { id, name }));
      await follow(parts, id, renamed.id);
      return renamed.id;
    },
    async duplicate(id) {
      const openCreated = openerOfCreated(parts);
      const copy = await client.call('collection.duplicate', { id });
      await get().load();
      if (isRequestId(copy.id)) await openCreated(copy.id);
    },
    async remove(id) {
      const { token } = await whileMoving(client.call('collection.remove', { id }));
      const deletedItems = get().open.filter((item) => item.id === id || item.id.startsWith(`${id}/`));
      if (deletedItems.length > 0) get().close(...deletedItems.map((item) => item.id));
      await get().load();
      return async () => {
        await client.call('collection.restore', { token });
        await get().load();
      };
    },
    async move(id, parent, before) {
      const moved = await whileMoving(client.call('collection.move', { id, parent, before }));
      await follow(parts, id, moved.id);
      return moved.id;
    },
    exportText: (id, format) => client.call('collection.export', { id, format }),
  };
}

/**
 * Notes what is open before a call creates a request. The returned function opens the request, unless the person has
 * opened another one, or begun to name one, while the call was under way.
 */
function openerOfCreated(parts: StoreParts): (id: string | undefined) => Promise<void> {
  const { newRequests, get } = parts;
  const { activeId } = get();
  const isElsewhere = () =>
    parts.newRequests !== newRequests || get().activeId !== activeId || get().savingAs !== undefined;
  return async (id) => {
    if (id !== undefined && !isElsewhere()) await get().select(id);
  };
}

/** After an entry was renamed or moved, updates the ids of tabs and drafts, also of entries below it. */
async function follow(parts: StoreParts, from: string, to: string): Promise<void> {
  const { set, get, typed } = parts;
  if (from !== to) {
    const moved = (id: string) => movedId(id, { from, to });
    const withMovedParent = (item: OpenItem): OpenItem => {
      const { parent } = draftParent(item);
      return parent === undefined ? item : ({ ...item, parent: moved(parent) } as OpenItem);
    };
    for (const id of typed.drafted()) {
      if (isUntitled(id)) typed.store(withMovedParent(get().draftItem(id)));
      else typed.move(id, moved(id));
    }
    set(({ open, activeId }) => ({
      open: open.map((item) => ({ ...withMovedParent(item), id: moved(item.id) })),
      activeId: activeId === undefined ? undefined : moved(activeId),
      moved: { from, to },
    }));
    setToggled(parts, [...get().toggled].map(moved));
    remember(parts);
  }
  await get().load();
}
