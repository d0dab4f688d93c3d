/** What is typed into open items, and how it gets into their files. */
import { isErrorCode } from '../../contract/errors.ts';
import { withUrl } from '../../contract/request-params.ts';
import {
  isEdited,
  isUntitled,
  same,
  untitledRequest,
  withoutOthers,
  withoutTheirs,
  type OpenItem,
} from './open-item.ts';
import { noOtherKinds, withReplaced } from './other-kinds.ts';
import type { Editing } from './request-state.ts';
import { changeItem, readItem, type StoreParts } from './store-parts.ts';
import { remember } from './tabs.ts';

export function createEditing(parts: StoreParts): Editing {
  const { client, set, get, typed } = parts;
  const change = (id: string, make: (item: OpenItem) => OpenItem) => changeItem(parts, id, make);
  return {
    unsaved: typed.unsaved(),
    savingAs: undefined,
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
      // Another tab was chosen meanwhile: its request was not pasted into.
      if (get().activeId !== activeId) return;
      const { method, url, params, headers, body, auth, settings } = request;
      get().edit({ method, ...withUrl(url, params), headers, body, auth, settings });
    },
    async save(overwrite = false) {
      const active = get().active();
      if (!active) return;
      const { id } = active;
      if (isUntitled(id)) return set({ savingAs: id });
      if (!isEdited(active) && !active.theirs) return;
      const expected = overwrite ? {} : { version: active.version };
      try {
        const { version } =
          active.kind === 'request'
            ? await client.call('collection.save', { id, request: active.edited, ...expected })
            : await client.call('collection.saveFolder', { id, folder: active.edited, ...expected });
        change(id, (item) => {
          const next = withoutTheirs({ ...withoutOthers(item), version, saved: active.edited } as OpenItem);
          // What was typed while the file was written is a draft of the new version.
          typed.store(next);
          return next;
        });
      } catch (error) {
        const { code } = error as { code?: unknown };
        if (!isErrorCode(code) || code !== 'FileChangedOnDisk') throw error;
        change(id, (item) => ({ ...item, theirs: { version: '' } }));
      }
      await get().load();
    },
    async saveAs(parent, name) {
      const { savingAs: former, open } = get();
      const item = open.find(({ id }) => id === former);
      if (former === undefined || item?.kind !== 'request') return set({ savingAs: undefined });
      const { id } = await client.call('collection.add', { parent, name, request: item.edited });
      const { request: saved, version } = await client.call('collection.read', { id });
      change(former, (now) => {
        const edited = same(now.edited, item.edited) ? saved : now.edited;
        return { ...withoutOthers(now), id, name, version, saved, edited } as OpenItem;
      });
      set(({ activeId }) => ({
        savingAs: undefined,
        activeId: activeId === former ? id : activeId,
        moved: { from: former, to: id },
      }));
      typed.remove(former);
      const current = get().open.find((one) => one.id === id);
      if (current) typed.store(current);
      remember(parts);
      await get().load();
    },
    cancelSaveAs: () => set({ savingAs: undefined }),
    async takeTheirs() {
      const active = get().active();
      if (!active) return;
      typed.remove(active.id);
      const fresh = await readItem(parts, active.id);
      change(active.id, (item) => withoutTheirs({ ...item, ...fresh }));
    },
    discard(...ids) {
      const drafts = ids.flatMap((id) => {
        const draft = typed.read(id);
        return draft === null ? [] : [{ id, draft }];
      });
      for (const { id } of drafts) {
        typed.remove(id);
        change(id, (item) => withoutTheirs({ ...withoutOthers(item), edited: item.saved } as OpenItem));
      }
      // A draft of an older version leaves that version in the tab; the file is newer.
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
    async refreshOpen() {
      const files = get().open.filter(({ id }) => !isUntitled(id));
      await Promise.all(
        files.map(async (item) => {
          const fresh = await readItem(parts, item.id).catch(() => undefined);
          if (fresh) change(item.id, (now) => refreshed(parts, now, fresh));
          // Gone from disk: what was typed is kept as a draft, and in the tab.
          else if (!isEdited(item)) get().close(item.id);
        }),
      );
    },
  };
}

/** An open item after its file was read again. */
function refreshed({ typed }: StoreParts, now: OpenItem, fresh: OpenItem): OpenItem {
  const named = { ...now, name: fresh.name };
  if (fresh.version === now.version) return named;
  // Only what is not edited here has changed, such as the name or the order: saving keeps that.
  if (!now.theirs && same(fresh.saved, now.saved)) {
    const next = { ...named, version: fresh.version };
    typed.store(next);
    return next;
  }
  if (!isEdited(now) || same(now.edited, fresh.saved)) {
    typed.remove(now.id);
    const { version, saved } = fresh;
    return withoutTheirs({ ...named, version, saved, edited: saved } as OpenItem);
  }
  return { ...named, theirs: { version: fresh.version } };
}
