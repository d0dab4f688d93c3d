/** Writes edits of open items to their files; a request without a file gets one. */
import { isSameJson } from '../../ui/same-json.ts';
import { toFailure } from '../../../contract/errors.ts';
import { isEdited, isUntitled, withoutOthers, withoutDiskChange, type OpenItem } from '../tabs/open-item.ts';
import type { SavingSlice } from '../request-state.ts';
import { changeItem, isGone, remember, type StoreParts } from '../store-parts.ts';
import { detachFromFile } from '../tabs/untitled-tabs.ts';

export function createSaving(parts: StoreParts): SavingSlice {
  const { client, set, get, typed } = parts;
  const change = (id: string, make: (item: OpenItem) => OpenItem) => changeItem(parts, id, make);
  return {
    savingAs: undefined,
    async save(overwrite = false) {
      const active = get().active();
      if (!active) return;
      const { id } = active;
      if (isUntitled(id)) return set({ savingAs: id });
      if (!isEdited(active) && !active.diskChange) return;
      const expected = overwrite ? {} : { version: active.version };
      try {
        const { version } =
          active.kind === 'request'
            ? await client.call('collection.save', { id, request: active.edited, ...expected })
            : await client.call('collection.saveFolder', { id, folder: active.edited, ...expected });
        change(id, (item) => {
          const next = withoutDiskChange({ ...withoutOthers(item), version, saved: active.edited } as OpenItem);
          // Edits that were made while the file was written are a draft of the new version.
          typed.store(next);
          return next;
        });
      } catch (error) {
        const now = get().open.find((item) => item.id === id);
        if (now?.kind === 'request' && isGone(id, error)) return set({ savingAs: detachFromFile(parts, now) });
        if (toFailure(error).code !== 'FileChangedOnDisk') throw error;
        change(id, (item) => ({ ...item, diskChange: { version: '' } }));
      }
      await get().load();
    },
    async saveAs(parent, name) {
      const { savingAs: untitledId, open } = get();
      const item = open.find(({ id }) => id === untitledId);
      if (untitledId === undefined || item?.kind !== 'request') return set({ savingAs: undefined });
      const { id } = await client.call('collection.add', { parent, name, request: item.edited });
      const { request: saved, version } = await client.call('collection.read', { id });
      const withFile = (now: OpenItem): OpenItem => {
        const edited = isSameJson(now.edited, item.edited) ? saved : now.edited;
        return { ...withoutOthers(now), id, name, version, saved, edited } as OpenItem;
      };
      set(({ open, activeId }) => ({
        open: open.map((item) => (item.id === untitledId ? withFile(item) : item)),
        savingAs: undefined,
        activeId: activeId === untitledId ? id : activeId,
        moved: { from: untitledId, to: id },
      }));
      typed.remove(untitledId);
      const current = get().open.find((item) => item.id === id);
      if (current) typed.store(current);
      remember(parts);
      await get().load();
    },
    cancelSaveAs: () => set({ savingAs: undefined }),
  };
}
