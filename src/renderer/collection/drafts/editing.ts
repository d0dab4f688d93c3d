/** Edits of open items, which are written to their files when they are saved. */
import { withUrl } from '../../../contract/collection/request-params.ts';
import {
  isEdited,
  isUntitled,
  untitledRequest,
  withoutOthers,
  withoutDiskChange,
  type OpenItem,
} from '../tabs/open-item.ts';
import { noOtherKinds, withReplaced } from './other-kinds.ts';
import type { EditingSlice } from '../request-state.ts';
import { changeItem, type StoreParts } from '../store-parts.ts';

export function createEditing(parts: StoreParts): EditingSlice {
  const { client, get, typed } = parts;
  const change = (id: string, make: (item: OpenItem) => OpenItem) => changeItem(parts, id, make);
  return {
    unsaved: typed.unsaved(),
    draftItem: (id) => typed.restore(untitledRequest(id)),
    edit(changed) {
      const active = get().active();
      if (!active) return;
      const others = withReplaced(active.others ?? noOtherKinds, active.edited, changed);
      const next = { ...active, edited: { ...active.edited, ...changed }, others } as OpenItem;
      typed.store(next);
      change(active.id, () => next);
    },
    async pasteCurl(text) {
      const { activeId } = get();
      const { request } = await client.call('collection.parseCurl', { text });
      const before = get().active();
      // Another tab was chosen meanwhile: its request must not be changed.
      if (!before || get().activeId !== activeId) return undefined;
      const { method, url, params, headers, body, auth, settings } = request;
      get().edit({ method, ...withUrl(url, params), headers, body, auth, settings });
      if (isUntitled(before.id) && !isEdited(before)) return undefined;
      return async () => {
        typed.store(before);
        const { edited, others = noOtherKinds } = before;
        if (get().open.some(({ id }) => id === before.id))
          change(before.id, (item) => ({ ...item, edited, others }) as OpenItem);
        else await get().select(before.id);
      };
    },
    discard(...ids) {
      const drafts = ids.flatMap((id) => {
        const draft = typed.read(id);
        return draft === null ? [] : [{ id, draft }];
      });
      for (const { id } of drafts) {
        typed.remove(id);
        change(id, (item) => withoutDiskChange({ ...withoutOthers(item), edited: item.saved } as OpenItem));
      }
      // A draft of an older version of the file leaves that version in the tab.
      get()
        .refreshOpen()
        .catch(() => undefined);
      return async () => {
        for (const { id, draft } of drafts) {
          typed.write(id, draft);
          if (get().open.some((item) => item.id === id)) change(id, typed.restore);
          else await get().select(id);
        }
      };
    },
  };
}
