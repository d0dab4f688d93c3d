/**
 * The state of the response pane beside the response itself: an example, a comparison, the script to show. It makes all
 * host calls of the pane.
 */
import { createStore, type StoreApi } from 'zustand';
import type { HistoryEntry, SavedExample } from '../../contract/collection/collection.ts';
import type { HostClient } from '../../contract/host-contract.ts';
import type { RunEventOf, ScriptPlace } from '../../contract/runs/run-event.ts';
import { headerValueOf } from '../../contract/http/header-value.ts';
import { withMovedKeys } from '../collection/item-path.ts';
import type { OpenRequest } from '../collection/tabs/open-item.ts';
import { idOfRunScript } from '../collection/script-ref.ts';
import type { RequestStore } from '../collection/request-store.ts';
import type { RunOwner, RunStore } from '../console/run-store.ts';
import type { ShownWorkspace } from '../host/shown-workspace.ts';
import { showError } from '../ui/messages/notify.ts';
import { createBodyReader, type BodyReader } from './body-reader.ts';

/** A line of a script to show; `key` differs each time. */
export interface RequestedScript extends Pick<ScriptPlace, 'id' | 'kind'> {
  key: number;
  /** The one-based line of the edited text. */
  line: number;
  column: number;
}
/** The example that is shown instead of its request's response. */
export interface OpenExample extends SavedExample {
  /** The id of the request. */
  id: string;
  index: number;
}
/** A formatted body with a title, for one side of a comparison. */
export interface ComparedText {
  title: string;
  text: string;
}

interface Parts {
  client: HostClient;
  workspace: ShownWorkspace;
  requests: StoreApi<RequestStore>;
  set: StoreApi<ResponseStore>['setState'];
  get: StoreApi<ResponseStore>['getState'];
}

export interface ResponseStore extends BodyReader {
  requestedScript: RequestedScript | undefined;
  /** The selected part of the response, by the id of its request; default: the body. */
  tabs: Readonly<Record<string, string>>;
  showTab(id: string, tab: string): void;
  /** The `runId` of the response whose body is filtered. */
  filtered: string | undefined;
  setFiltered(runId: string | undefined): void;
  example: OpenExample | undefined;
  /** Opens the request, folder or collection that contains this script, at the line. */
  showScript(place: Omit<RequestedScript, 'key'>): Promise<void>;
  /** Opens the script at the line where it threw, or where a test failed. */
  showScriptError(event: RunEventOf<'script.error'> | RunEventOf<'test'>, runId: string): Promise<void>;
  /** Opens the request and shows its example instead of the response. */
  openExample(id: string, index: number): Promise<void>;
  closeExample(): void;
  /** Stores the response of an open request as an example of it. */
  saveExample(open: OpenRequest, name: string): Promise<void>;
  /** @returns a function that restores it */
  removeExample(id: string, index: number, name: string): Promise<() => Promise<void>>;
  /** Responses of this request in the history, the newest first; those of other requests after `all`. */
  listHistory(request: { id: string; name: string }, all: boolean): Promise<HistoryEntry[]>;
  historyText(entry: HistoryEntry): Promise<ComparedText>;
  /** Indents JSON, and changes nothing else: numbers, escapes and repeated names stay as they are. */
  formatJson(text: string): Promise<string>;
}

const MAX_HISTORY = 100;

export function createResponseStore(
  client: HostClient,
  requests: StoreApi<RequestStore>,
  runs: StoreApi<RunStore>,
  workspace: ShownWorkspace,
): StoreApi<ResponseStore> {
  const store = createStore<ResponseStore>()((set, get) => ({
    ...createBodyReader(client),
    requestedScript: undefined,
    tabs: {},
    showTab: (id, tab) => set(({ tabs }) => ({ tabs: { ...tabs, [id]: tab } })),
    filtered: undefined,
    setFiltered: (filtered) => set({ filtered }),
    async showScriptError({ script, error }, runId) {
      if (!script) return;
      const id = idOfRunScript(script, { runId, open: requests.getState().open });
      if (id === undefined) return;
      const { kind, linesBefore } = script;
      const { line = 1, column = 1 } = error ?? {};
      await get().showScript({ id, kind, line: line + linesBefore, column });
    },
    async showScript(place) {
      await requests.getState().select(place.id);
      set({ requestedScript: { ...place, key: (get().requestedScript?.key ?? 0) + 1 } });
    },
    formatJson: async (text) => (await client.call('body.format', { text, contentType: 'application/json' })).text,
    ...createHistoryTexts(client),
    ...createExamples({ client, workspace, requests, set, get }),
  }));
  workspace.empty(store);
  followExamples(store, { workspace, requests, runs });
  return store;
}

type Examples = Pick<ResponseStore, 'example' | 'openExample' | 'closeExample' | 'saveExample' | 'removeExample'>;

/** Examples of requests: shown in the place of the response, saved from it, removed. */
function createExamples({ client, workspace, requests, set, get }: Parts): Examples {
  const choices = workspace.latestCall();
  return {
    example: undefined,
    async openExample(id, index) {
      const choice = choices.begin();
      const example = await client.call('collection.example', { id, index });
      if (choice.aborted) return;
      await requests.getState().select(id);
      if (!choice.aborted) set({ example: { ...example, id, index } });
    },
    closeExample() {
      choices.cancel();
      set({ example: undefined });
    },
    async saveExample({ id, edited, response }, name) {
      if (!response) return;
      const { runId, status, statusText, headers, contentType } = response;
      const savedExample = { runId, status, statusText, headers, contentType };
      await client.call('collection.saveExample', { id, name, request: edited, response: savedExample });
      await requests.getState().load();
    },
    async removeExample(id, index, name) {
      const { removed } = await client.call('collection.removeExample', { id, index, name });
      if (get().example?.id === id) get().closeExample();
      await requests.getState().load();
      return async () => {
        await client.call('collection.restoreExample', { id, index, removed });
        await requests.getState().load();
      };
    },
  };
}

/** Responses of the history, with which the shown one is compared. */
function createHistoryTexts(client: HostClient): Pick<ResponseStore, 'listHistory' | 'historyText'> {
  return {
    async listHistory({ id, name }, all) {
      const { entries } = await client.call('history.list', { search: all ? '' : name, limit: MAX_HISTORY });
      return entries.filter((entry) => entry.status !== null && (all || entry.request === id));
    },
    async historyText({ id }) {
      const { text, headers, truncated, at, status } = await client.call('history.get', { id });
      const contentType = headerValueOf(headers, 'content-type') ?? '';
      const truncationNote = truncated ? ', first 256 KiB' : '';
      const title = `${status ?? ''} · ${new Date(at).toLocaleString()}${truncationNote}`;
      return { title, text: (await client.call('body.format', { text, contentType })).text };
    },
  };
}

function followExamples(
  store: StoreApi<ResponseStore>,
  {
    workspace,
    requests,
    runs,
  }: { workspace: ShownWorkspace; requests: StoreApi<RequestStore>; runs: StoreApi<RunStore> },
): void {
  // Sending its request ends showing an example.
  runs.subscribe((now, before) => {
    const { example } = store.getState();
    if (!example || now.active === before.active) return;
    const owner: RunOwner = `request ${example.id}`;
    if (now.of(owner) !== undefined && !before.active.some((one) => one.owner === owner)) {
      store.getState().closeExample();
    }
  });
  // A request that is saved, renamed or moved shows the same tab of its response.
  requests.subscribe(({ moved }, before) => {
    if (moved && moved !== before.moved) store.setState(({ tabs }) => ({ tabs: withMovedKeys(tabs, moved) }));
  });
  // An example is chosen in the tree.
  requests.subscribe(({ shownExample }, before) => {
    if (!shownExample || shownExample === before.shownExample) return;
    store.getState().openExample(shownExample.request, shownExample.index).catch(showError);
  });
  workspace.follow({
    changed() {
      const { example } = store.getState();
      if (example && !requests.getState().open.some(({ id }) => id === example.id)) store.getState().closeExample();
    },
  });
}
