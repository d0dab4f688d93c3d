/** The collection, the request that is open, and its last answer. What is not saved yet is kept in the browser's storage. */
import { createStore, type StoreApi } from 'zustand';
import type { CollectionInfo, EditedRequest, SentResponse } from '../../contract/collection.ts';
import type { HostClient } from '../../contract/host-contract.ts';
import type { RunStore } from '../console/run-store.ts';

export interface OpenRequest {
  id: string;
  name: string;
  edited: EditedRequest;
  saved: EditedRequest;
}

export interface RequestStore {
  collection: CollectionInfo | null;
  open: OpenRequest | undefined;
  environment: string | null;
  response: SentResponse | undefined;
  /** The run to which the answer belongs: its tests stand in the run store. */
  responseRun: string | undefined;
  load(): Promise<void>;
  select(id: string): Promise<void>;
  edit(change: Partial<EditedRequest>): void;
  save(): Promise<void>;
  revert(): void;
  send(): Promise<void>;
  setEnvironment(name: string | null): void;
  create(messagingService: boolean): Promise<void>;
  add(folder: string[], name: string): Promise<void>;
}

export const isEdited = ({ edited, saved }: OpenRequest): boolean => JSON.stringify(edited) !== JSON.stringify(saved);

export function createRequestStore(
  client: HostClient,
  runs: StoreApi<RunStore>,
  firstRoot: string,
  drafts: Storage = localStorage,
) {
  let root = firstRoot;
  const draftKey = (id: string) => `outrigger.request ${root} ${id}`;
  const environmentKey = () => `outrigger.environment ${root}`;

  const store = createStore<RequestStore>()((set, get) => ({
    collection: null,
    open: undefined,
    environment: drafts.getItem(environmentKey()),
    response: undefined,
    responseRun: undefined,
    async load() {
      const { collection } = await client.call('collection.get', {});
      const { environment } = get();
      const known = environment !== null && (collection?.environments.includes(environment) ?? false);
      set({ collection, environment: known ? environment : (collection?.environments[0] ?? null) });
    },
    async select(id) {
      const saved = await client.call('collection.read', { id });
      const name = get().collection?.requests.find((one) => one.id === id)?.name ?? id;
      const draft = drafts.getItem(draftKey(id));
      const edited = draft === null ? saved : { ...saved, ...(JSON.parse(draft) as Partial<EditedRequest>) };
      set({ open: { id, name, edited, saved }, response: undefined, responseRun: undefined });
    },
    edit(change) {
      const { open } = get();
      if (!open) return;
      const next = { ...open, edited: { ...open.edited, ...change } };
      if (isEdited(next)) drafts.setItem(draftKey(open.id), JSON.stringify(next.edited));
      else drafts.removeItem(draftKey(open.id));
      set({ open: next });
    },
    async save() {
      const { open } = get();
      if (!open || !isEdited(open)) return;
      await client.call('collection.save', { id: open.id, request: open.edited });
      drafts.removeItem(draftKey(open.id));
      const saved = open.edited;
      set((state) => (state.open?.id === open.id ? { open: { ...state.open, saved } } : {}));
      await get().load();
    },
    revert() {
      const { open } = get();
      if (open) get().edit(open.saved);
    },
    async send() {
      const { open, environment } = get();
      if (!open) return;
      const result = await runs.getState().follow((runId, signal) => {
        set({ responseRun: runId });
        return client.call('collection.send', { runId, id: open.id, request: open.edited, environment }, signal);
      });
      if (result && get().open?.id === open.id) set({ response: result.response ?? undefined });
    },
    setEnvironment(environment) {
      if (environment === null) drafts.removeItem(environmentKey());
      else drafts.setItem(environmentKey(), environment);
      set({ environment });
    },
    async create(messagingService) {
      await client.call('collection.create', { messagingService });
      await get().load();
      const first = get().collection?.requests[0];
      if (first && !get().open) await get().select(first.id);
    },
    async add(folder, name) {
      const { id } = await client.call('collection.add', { folder, name });
      await get().load();
      await get().select(id);
    },
  }));
  client.on('workspace.changed', (workspace) => {
    if (workspace.root !== root) {
      root = workspace.root;
      store.setState({ open: undefined, response: undefined, environment: drafts.getItem(environmentKey()) });
    }
    store
      .getState()
      .load()
      .catch(() => undefined);
  });
  return store;
}
