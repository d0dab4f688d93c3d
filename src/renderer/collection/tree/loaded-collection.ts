/** The collection as read by the host, and the values of the chosen environment for the open item. */
import { isSameJson } from '../../ui/same-json.ts';
import { keepDraftsOfGoneFiles } from '../drafts/closed-drafts.ts';
import { unsavedEdits } from '../drafts/unsaved-edits.ts';
import { draftParent, isUntitled, parentOf } from '../tabs/open-item.ts';
import type { CollectionSlice } from '../request-state.ts';
import type { StoreParts } from '../store-parts.ts';
import { foldersDownTo } from './folders-above.ts';

export function createLoadedCollection(parts: StoreParts): CollectionSlice {
  const { client, typed, set, get } = parts;
  /**
   * Empty: none was chosen. Undefined: the first one is used. One that the collection lacks is not replaced by another,
   * which may be that of another server.
   */
  let chosenEnvironment: string | undefined;
  async function load(): Promise<void> {
    const { collection } = await client.call('collection.get', {});
    const names = collection?.environments ?? [];
    // Another window on the same folder may have stored another choice since.
    if (get().collection === null) chosenEnvironment = typed.environment() ?? undefined;
    chosenEnvironment ??= names[0];
    set({ collection, isLoading: false, environment: names.find((name) => name === chosenEnvironment) ?? null });
    await get().refreshOpen();
    await keepDraftsOfGoneFiles(parts);
    await get().loadVariables();
  }
  return {
    collection: null,
    isLoading: true,
    environment: typed.environment() || null,
    variables: [],
    inheritedAuth: null,
    async load() {
      const loading = load();
      parts.loaded = loading.catch(() => undefined);
      await loading.finally(() => set({ isLoading: false }));
    },
    setEnvironment(environment) {
      chosenEnvironment = environment ?? '';
      typed.setEnvironment(chosenEnvironment);
      set({ environment });
      get()
        .loadVariables()
        .catch(() => undefined);
    },
    async loadVariables() {
      const { activeId, environment } = get();
      const id = activeId === undefined || isUntitled(activeId) ? '' : activeId;
      const ofDraft = parentOfDraft(parts);
      const active = get().active();
      const unsaved =
        active && (await unsavedEdits(parts, foldersDownTo(active.kind === 'folder' ? id : parentOf(active))));
      const visible = await client.call('collection.visible', {
        id,
        ...ofDraft,
        environment,
        ...(unsaved ? { unsaved } : {}),
      });
      const { variables, inheritedAuth, ...now } = get();
      if (now.activeId !== activeId || now.environment !== environment) return;
      // Its folder was renamed or moved meanwhile.
      if (parentOfDraft(parts).parent !== ofDraft.parent) return;
      // Most requests have the same variables: then no component that shows one is rendered again.
      if (!isSameJson(visible, { variables, inheritedAuth })) set(visible);
    },
  };
}

/** The folder of the shown request, where that has no file. */
function parentOfDraft({ get }: StoreParts): { parent?: string } {
  const active = get().active();
  return active ? draftParent(active) : {};
}
