/** The collection as read by the host, and the values of the chosen environment for the open item. */
import { isSameJson } from '../../ui/same-json.ts';
import { keepDraftsOfGoneFiles } from '../drafts/closed-drafts.ts';
import { unsavedEdits } from '../drafts/unsaved-edits.ts';
import { draftParent, isUntitled, parentOf } from '../tabs/open-item.ts';
import type { CollectionSlice } from '../request-state.ts';
import type { StoreParts } from '../store-parts.ts';
import { foldersDownTo } from './folders-above.ts';

export function createLoadedCollection(parts: StoreParts): CollectionSlice {
  const { client, typed, workspace, set, get } = parts;
  /**
   * Empty: none was chosen. Undefined: the first one is used. One that the collection lacks is not replaced by another,
   * which may be that of another server.
   */
  let chosenEnvironment: string | undefined;
  const loads = workspace.latestCall();
  const variableReads = workspace.latestCall();
  function choose(environment: string): void {
    chosenEnvironment = environment;
    typed.setEnvironment(environment);
  }
  async function load(): Promise<void> {
    const loading = loads.begin();
    const { collection } = await client.call('collection.get', {});
    // The caller needs a collection that is no older than its call. Of another folder, none may have been asked for yet.
    if (loading.aborted) return loads.current() === loading ? undefined : parts.loaded;
    const names = collection?.environments ?? [];
    // Another window on the same folder may have stored another choice since.
    if (get().collection === null) chosenEnvironment = typed.environment() ?? undefined;
    // Stored: otherwise one that is added before it, such as "Production", would be used from the next start on.
    if (chosenEnvironment === undefined && names[0] !== undefined) choose(names[0]);
    set({ collection, isLoading: false, environment: names.find((name) => name === chosenEnvironment) ?? null });
    if (collection !== null || !(await isFolderMissing(parts))) {
      await get().refreshOpen();
      await keepDraftsOfGoneFiles(parts);
    }
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
      choose(environment ?? '');
      set({ environment });
      get()
        .loadVariables()
        .catch(() => undefined);
    },
    async loadVariables() {
      const read = variableReads.begin();
      const visible = await readVisible(parts);
      const { variables, inheritedAuth } = get();
      // Most requests have the same variables: then no component that shows one is rendered again.
      if (!read.aborted && !isSameJson(visible, { variables, inheritedAuth })) set(visible);
    },
  };
}

/** Whether the folder of the workspace is gone: when it is back, its tabs and drafts are as they were. */
async function isFolderMissing({ client }: StoreParts): Promise<boolean> {
  return (await client.call('workspace.get', {})).isMissing === true;
}

/** What the chosen environment, the folders and the open item itself give it, with unsaved changes. */
async function readVisible(parts: StoreParts) {
  const { activeId, environment, active } = parts.get();
  const item = active();
  const id = activeId === undefined || isUntitled(activeId) ? '' : activeId;
  const folder = item && (item.kind === 'folder' ? id : parentOf(item));
  const unsaved = folder === undefined ? undefined : await unsavedEdits(parts, foldersDownTo(folder));
  const draft = { ...(item && draftParent(item)), ...(unsaved && { unsaved }) };
  return parts.client.call('collection.visible', { id, environment, ...draft });
}
