/** The collection, the open requests and folders with what is typed into them, and their last answers. */
import { createStore, type StoreApi } from 'zustand';
import type { CollectionInfo, EditedRequest } from '../../contract/collection.ts';
import { isErrorCode } from '../../contract/errors.ts';
import type { HostClient } from '../../contract/host-contract.ts';
import type { Drafts } from '../host/drafts.ts';
import type { RunStore } from '../console/run-store.ts';
import { isEdited, same, withoutTheirs, type OpenItem, type OpenRequest } from './open-item.ts';
import type { VisibleVariable } from '../ui/variables/visible-variable.ts';
import { noOtherKinds, withReplaced } from './other-kinds.ts';
import { draftOf, hasDraft, withDraft } from './request-draft.ts';
import { unresolvedNames } from './unresolved-names.ts';

export interface RequestStore {
  collection: CollectionInfo | null;
  open: OpenItem[];
  activeId: string | undefined;
  environment: string | null;
  /** What the open request would find for `{{name}}`. */
  variables: VisibleVariable[];
  /** What "Inherit from parent" stands for in the open item. */
  inheritedAuth: { scope: string; type: string } | null;
  /** Names without a value in the request that is to be sent: the question whether to send it. */
  unresolved: { id: string; names: string[] } | null;
  active(): OpenItem | undefined;
  /** Opens what was open in this workspace the last time. */
  restore(): Promise<void>;
  load(): Promise<void>;
  select(id: string): Promise<void>;
  close(id: string): void;
  edit(change: Partial<EditedRequest>): void;
  /** @param overwrite also when the file was changed by another program */
  save(overwrite?: boolean): Promise<void>;
  /** Takes what is on disk, and lets go of what was typed. */
  takeTheirs(): Promise<void>;
  /** @param anyway also with names that have no value; otherwise the person is asked about them once */
  send(anyway?: boolean): Promise<void>;
  answerUnresolved(): void;
  /** Lets go of access tokens that were got by OAuth 2.0. */
  forgetTokens(): Promise<void>;
  setEnvironment(name: string | null): void;
  loadVariables(): Promise<void>;
  create(messagingService: boolean): Promise<void>;
  add(parent: string, name: string, request?: EditedRequest): Promise<void>;
  addFolder(parent: string, name: string): Promise<void>;
  rename(id: string, name: string): Promise<void>;
  duplicate(id: string): Promise<void>;
  /** @returns the way to take it back */
  remove(id: string): Promise<() => Promise<void>>;
  move(id: string, parent: string, before: string | null): Promise<void>;
}

/** Tabs tell folders from requests: a folder's id may not be that of a file, but the collection's is empty. */
const isRequestId = (id: string) => /\.ya?ml$/.test(id);

export function createRequestStore(
  client: HostClient,
  runs: StoreApi<RunStore>,
  firstRoot: string,
  drafts: Drafts,
): StoreApi<RequestStore> {
  let root = firstRoot;
  const draftKey = (id: string) => `request ${root} ${id}`;
  const environmentKey = () => `environment ${root}`;
  const tabsKey = () => `tabs ${root}`;

  const store = createStore<RequestStore>()((set, get) => {
    const change = (id: string, make: (item: OpenItem) => OpenItem) =>
      set((state) => ({ open: state.open.map((item) => (item.id === id ? make(item) : item)) }));
    const remember = () => {
      const { open, activeId } = get();
      drafts.setItem(tabsKey(), JSON.stringify({ open: open.map(({ id }) => id), activeId }));
    };
    const nameOf = (id: string) =>
      get().collection?.items.find((one) => one.id === id)?.name ?? (id === '' ? (get().collection?.name ?? '') : id);
    /** The item as it is on disk, without its draft. */
    const read = async (id: string): Promise<OpenItem> => {
      const name = nameOf(id);
      if (isRequestId(id)) {
        const { request, version } = await client.call('collection.read', { id });
        return { kind: 'request', id, name, version, saved: request, edited: request };
      }
      const { folder, version } = await client.call('collection.readFolder', { id });
      return { kind: 'folder', id, name, version, saved: folder, edited: folder };
    };
    const storeDraft = (item: OpenItem) => {
      if (hasDraft(item)) drafts.setItem(draftKey(item.id), draftOf(item));
      else drafts.removeItem(draftKey(item.id));
    };
    /** Another id for the same thing: it was renamed or moved. */
    const follow = async (from: string, to: string) => {
      if (from !== to) {
        const moved = (id: string) => (id === from ? to : id.startsWith(`${from}/`) ? to + id.slice(from.length) : id);
        for (const { id } of get().open) {
          const draft = drafts.getItem(draftKey(id));
          if (moved(id) === id || draft === null) continue;
          drafts.removeItem(draftKey(id));
          drafts.setItem(draftKey(moved(id)), draft);
        }
        const { activeId } = get();
        set((state) => ({
          open: state.open.map((item) => ({ ...item, id: moved(item.id) })),
          activeId: activeId === undefined ? undefined : moved(activeId),
        }));
        remember();
      }
      await get().load();
    };
    return {
      collection: null,
      open: [],
      activeId: undefined,
      environment: drafts.getItem(environmentKey()),
      variables: [],
      inheritedAuth: null,
      unresolved: null,
      async forgetTokens() {
        await client.call('tokens.forget', {});
      },
      answerUnresolved: () => set({ unresolved: null }),
      async restore() {
        const kept = JSON.parse(drafts.getItem(tabsKey()) ?? '{}') as { open?: string[]; activeId?: string };
        for (const id of kept.open ?? []) {
          await get()
            .select(id)
            .catch(() => undefined);
        }
        const { activeId } = kept;
        if (activeId !== undefined && get().open.some(({ id }) => id === activeId)) await get().select(activeId);
      },
      active: () => get().open.find(({ id }) => id === get().activeId),
      async load() {
        const { collection } = await client.call('collection.get', {});
        const { environment } = get();
        const chosen = drafts.getItem(environmentKey());
        const known = environment !== null && (collection?.environments.includes(environment) ?? false);
        set({
          collection,
          environment: known || chosen === '' ? environment : (collection?.environments[0] ?? null),
        });
        await refreshOpen();
        await get().loadVariables();
      },
      async select(id) {
        if (!get().open.some((item) => item.id === id)) {
          const item = withDraft(await read(id), drafts.getItem(draftKey(id)));
          set((state) => (state.open.some((one) => one.id === id) ? {} : { open: [...state.open, item] }));
        }
        set({ activeId: id });
        remember();
        await get().loadVariables();
      },
      close(id) {
        // What is not saved stays as a draft: opening it again brings it back.
        const { open, activeId } = get();
        const index = open.findIndex((item) => item.id === id);
        const rest = open.filter((item) => item.id !== id);
        const next = rest[Math.min(index, rest.length - 1)]?.id;
        set({ open: rest, activeId: activeId === id ? next : activeId });
        remember();
      },
      edit(changed) {
        const active = get().active();
        if (!active) return;
        const others = withReplaced(active.others ?? noOtherKinds, active.edited, changed);
        const next = { ...active, edited: { ...active.edited, ...changed }, others } as OpenItem;
        storeDraft(next);
        change(active.id, () => next);
      },
      async save(overwrite = false) {
        const active = get().active();
        if (!active || (!isEdited(active) && !active.theirs)) return;
        const { id } = active;
        const expected = overwrite ? {} : { version: active.version };
        try {
          const { version } =
            active.kind === 'request'
              ? await client.call('collection.save', { id, request: active.edited, ...expected })
              : await client.call('collection.saveFolder', { id, folder: active.edited, ...expected });
          change(id, (item) => {
            const { others: _saved, ...rest } = item;
            const next = withoutTheirs({ ...rest, version, saved: active.edited } as OpenItem);
            // What was typed while the file was written is a draft of the new version.
            storeDraft(next);
            return next;
          });
        } catch (error) {
          const { code } = error as { code?: unknown };
          if (!isErrorCode(code) || code !== 'FileChangedOnDisk') throw error;
          change(id, (item) => ({ ...item, theirs: { version: '' } }));
        }
        await get().load();
      },
      async takeTheirs() {
        const active = get().active();
        if (!active) return;
        drafts.removeItem(draftKey(active.id));
        const fresh = await read(active.id);
        change(active.id, (item) => withoutTheirs({ ...item, ...fresh }));
      },
      async send(anyway = false) {
        const active = get().active();
        if (active?.kind !== 'request') return;
        const { id, edited } = active;
        const { environment } = get();
        const names = unresolvedNames(edited, get().variables);
        if (!anyway && names.length > 0 && !same(names, active.accepted)) return set({ unresolved: { id, names } });
        change(id, (item) => ({ ...item, accepted: names }) as OpenItem);
        const result = await runs.getState().follow((runId, signal) => {
          change(id, (item) => ({ ...item, run: runId }) as OpenItem);
          return client.call('collection.send', { runId, id, request: edited, environment }, signal);
        });
        if (!result) return;
        change(id, (item) => {
          const { response: _before, ...rest } = item as OpenRequest;
          return result.response ? { ...rest, response: result.response } : rest;
        });
        await get().loadVariables();
      },
      setEnvironment(environment) {
        drafts.setItem(environmentKey(), environment ?? '');
        set({ environment });
        void get().loadVariables();
      },
      async loadVariables() {
        const { activeId = '', environment, collection } = get();
        if (!collection) return set({ variables: [], inheritedAuth: null });
        const visible = await client.call('collection.visible', { id: activeId, environment });
        set(visible);
      },
      async create(messagingService) {
        await client.call('collection.create', { messagingService });
        await get().load();
        const first = get().collection?.items.find(({ kind }) => kind === 'request');
        if (first && get().open.length === 0) await get().select(first.id);
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
        await follow(id, (await client.call('collection.rename', { id, name })).id);
      },
      async duplicate(id) {
        const copy = await client.call('collection.duplicate', { id });
        await get().load();
        if (isRequestId(copy.id)) await get().select(copy.id);
      },
      async remove(id) {
        const { token } = await client.call('collection.remove', { id });
        for (const item of get().open) if (item.id === id || item.id.startsWith(`${id}/`)) get().close(item.id);
        await get().load();
        return async () => {
          await client.call('collection.restore', { token });
          await get().load();
        };
      },
      async move(id, parent, before) {
        await follow(id, (await client.call('collection.move', { id, parent, before })).id);
      },
    };

    /** What another program has changed: taken over where nothing was typed, told where something was. */
    async function refreshOpen() {
      for (const item of get().open) {
        const fresh = await read(item.id).catch(() => undefined);
        if (!fresh) {
          // Gone from disk: what was typed is kept as a draft, and in the tab.
          if (!isEdited(item)) get().close(item.id);
          continue;
        }
        change(item.id, (now) => {
          const named = { ...now, name: fresh.name };
          if (fresh.version === now.version) return named;
          // Only what is not edited here has changed, such as the name or the order: saving keeps that.
          if (!now.theirs && same(fresh.saved, now.saved)) {
            const next = { ...named, version: fresh.version };
            storeDraft(next);
            return next;
          }
          if (!isEdited(now) || same(now.edited, fresh.saved)) {
            drafts.removeItem(draftKey(item.id));
            return withoutTheirs({
              ...named,
              version: fresh.version,
              saved: fresh.saved,
              edited: fresh.saved,
            } as OpenItem);
          }
          return { ...named, theirs: { version: fresh.version } };
        });
      }
    }
  });

  client.on('workspace.changed', (workspace) => {
    const other = workspace.root !== root;
    if (other) {
      root = workspace.root;
      store.setState({ open: [], activeId: undefined, environment: null });
    }
    const { load, restore } = store.getState();
    const show = async () => {
      if (!other) return load();
      await drafts.reload();
      store.setState({ environment: drafts.getItem(environmentKey()) || null });
      await load();
      await restore();
    };
    show().catch(() => undefined);
  });
  return store;
}
