/** Handles changes of other programs in the files of open items. */
import { isSameJson } from '../../ui/same-json.ts';
import { isEdited, isUntitled, withoutDiskChange, type OpenItem } from '../tabs/open-item.ts';
import type { FileChangesSlice } from '../request-state.ts';
import { changeItem, isGone, readItem, type StoreParts } from '../store-parts.ts';
import { detachFromFile } from '../tabs/untitled-tabs.ts';

export function createFileChanges(parts: StoreParts): FileChangesSlice {
  const { get, typed } = parts;
  return {
    async reloadFromDisk() {
      const active = get().active();
      if (!active) return;
      typed.remove(active.id);
      const storedItem = await readItem(parts, active.id);
      changeItem(parts, active.id, (item) => withoutDiskChange({ ...item, ...storedItem }));
    },
    async refreshOpen() {
      const files = get().open.filter(({ id }) => !isUntitled(id));
      await Promise.all(
        files.map(async (item) => {
          try {
            const storedItem = await readItem(parts, item.id);
            changeItem(parts, item.id, (now) => refreshed(parts, now, storedItem));
          } catch (error) {
            await parts.moving;
            const now = get().open.find(({ id }) => id === item.id);
            if (now && !isEdited(now)) get().close(now.id);
            else if (now?.kind === 'request' && isGone(now.id, error)) detachFromFile(parts, now);
          }
        }),
      );
    },
  };
}

/** The open item after its file was read again. */
function refreshed({ typed }: StoreParts, now: OpenItem, storedItem: OpenItem): OpenItem {
  const renamedItem = { ...now, name: storedItem.name };
  if (storedItem.version === now.version) return renamedItem;
  // Only parts that are not edited here have changed, such as the name or the order; saving preserves these.
  if (!now.diskChange && isSameJson(storedItem.saved, now.saved)) {
    const next = { ...renamedItem, version: storedItem.version };
    typed.store(next);
    return next;
  }
  if (!isEdited(now) || isSameJson(now.edited, storedItem.saved)) {
    typed.remove(now.id);
    const { version, saved } = storedItem;
    return withoutDiskChange({ ...renamedItem, version, saved, edited: saved } as OpenItem);
  }
  return { ...renamedItem, diskChange: { version: storedItem.version } };
}
