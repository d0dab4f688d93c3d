/** The collection of the open workspace: read, edited, sent one by one. */
import { createHash } from 'node:crypto';
import path from 'node:path';
import { stringify } from 'yaml';
import type { RequestDefaults } from '@opencollection/types/common/request-defaults';
import type { EditedRequest } from '../../contract/collection.ts';
import { codedError } from '../../contract/errors.ts';
import type { HostApi } from '../../contract/host-contract.ts';
import type { RunEvent, RunEventBody } from '../../contract/run-event.ts';
import { emptyScopes, type ScopeStates } from '../../contract/script-context.ts';
import type { History } from '../history/history.ts';
import type { RunDependencies } from '../runs/execute-script.ts';
import { eventStream } from '../runs/run-script.ts';
import { loadCollection, type LoadedCollection, type LoadedRequest } from '../collection/collection-files.ts';
import { editCollection, fileName, FOLDER_FILE, ROOT_FILE } from '../collection/edit-tree.ts';
import { parseYaml } from '../collection/open-collection.ts';
import { loadUndici } from '../http/agents.ts';
import type { BodyViews } from '../runs/answers/body-views.ts';
import { changedValues, type CurrentValues } from '../collection/current-values.ts';
import { applyEdit, applyFolderEdit, toEdited, toEditedFolder } from '../collection/edit-request.ts';
import { runRequest, variablesOf } from '../runs/run-request.ts';
import { textOf, valueOf } from '../collection/variable-value.ts';
import { historyRecord } from '../history/history-record.ts';
import { describeResponse } from '../runs/answers/sent-response.ts';
import type { Mask } from '../platform/mask.ts';
import { createWorkspaceEnvironments } from './workspace-environments.ts';

/** What concerns other programs' files is elsewhere: see workspace-runner. */
type Elsewhere = `collection.${'import' | 'parseCurl' | 'export' | 'codeTargets' | 'code'}`;
export type CollectionApi = Pick<HostApi, Exclude<Extract<keyof HostApi, `collection.${string}`>, Elsewhere>>;

export interface CollectionOptions {
  root: () => string;
  /** The collection of the messaging service, in one file. */
  messagingService: string;
  /** Questions of the run end with the signal. */
  dependencies: (signal: AbortSignal) => Promise<RunDependencies>;
  secrets: { get(name: string): Promise<string | undefined>; set(name: string, value: string): Promise<void> };
  values: CurrentValues;
  bodies: BodyViews;
  history: () => History;
  /** Hides the secrets that are known now. */
  mask: () => Promise<Mask>;
  onEvent: (event: RunEvent) => void;
  /** Lets Stop reach the send: `runs` of the core. */
  track: <T>(runId: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>) => Promise<T>;
  /** After a send: its cookies are to be kept. */
  onSent: () => Promise<void>;
}

export interface WorkspaceCollection {
  api: CollectionApi;
  /** A request of a file with what is typed over it. */
  withEdit(item: LoadedRequest, request: EditedRequest): Promise<LoadedRequest>;
  /** @throws CollectionDamaged also where there is none */
  require(): Promise<LoadedCollection>;
  /** @throws FileNotFound when the request is gone */
  find(id: string): Promise<{ loaded: LoadedCollection; item: LoadedRequest }>;
  scopesOf(loaded: LoadedCollection, environment: string | null): Promise<ScopeStates>;
  /** Keeps what scripts have made of the variables. */
  keep(loaded: LoadedCollection, scopes: ScopeStates): Promise<void>;
}

export function createWorkspaceCollection(options: CollectionOptions): WorkspaceCollection {
  const { root, values } = options;
  const edit = () => editCollection(root());

  const load = async (): Promise<LoadedCollection | null> =>
    (await edit().exists(ROOT_FILE)) ? loadCollection(root()) : null;
  const require = async (): Promise<LoadedCollection> => {
    const loaded = await load();
    if (!loaded) throw codedError('CollectionDamaged', 'This workspace has no collection.', 'Make one first.');
    return loaded;
  };
  const find = async (id: string): Promise<{ loaded: LoadedCollection; item: LoadedRequest }> => {
    const loaded = await require();
    const item = loaded.requests.find((one) => one.id === id);
    if (!item)
      throw codedError('FileNotFound', `The request ${id} does not exist any more.`, 'Look at the list again.');
    return { loaded, item };
  };
  const ensureCollection = async () => {
    if (await edit().exists(ROOT_FILE)) return;
    await edit().write(ROOT_FILE, stringify({ opencollection: '1.0.0', info: { name: path.basename(root()) } }));
  };
  /** Refuses to overwrite what another program has written. */
  const writeOver = async (file: string, text: string, next: string, version: string | undefined) => {
    if (version !== undefined && versionOf(text) !== version) {
      throw codedError('FileChangedOnDisk', `${file} was changed by another program since it was opened.`);
    }
    if (next !== text) await edit().write(file, next);
    return { version: versionOf(next) };
  };

  async function valuesInFile(loaded: LoadedCollection, environment: string): Promise<Record<string, unknown>> {
    const chosen = loaded.environments.find(({ name }) => name === environment);
    const found: Record<string, unknown> = {};
    for (const variable of chosen?.variables ?? []) {
      if (variable.disabled || !variable.name) continue;
      found[variable.name] =
        'secret' in variable ? ((await options.secrets.get(variable.name)) ?? '') : valueOf(variable);
    }
    return found;
  }
  async function scopesOf(loaded: LoadedCollection, environment: string | null): Promise<ScopeStates> {
    const scopes = emptyScopes();
    const { globals, collection, environments } = values.of(root());
    scopes.globals.values = { ...globals };
    scopes.collection.values = { ...collection };
    const chosen = loaded.environments.find(({ name }) => name === environment);
    if (!chosen) return scopes;
    const inFile = await valuesInFile(loaded, chosen.name);
    scopes.environment = { name: chosen.name, values: { ...inFile, ...environments[chosen.name] } };
    return scopes;
  }
  async function keep(loaded: LoadedCollection, scopes: ScopeStates): Promise<void> {
    const before = values.of(root());
    const { name } = scopes.environment;
    const environment =
      name === undefined ? {} : { [name]: changedValues(await valuesInFile(loaded, name), scopes.environment.values) };
    await values.set(root(), {
      globals: scopes.globals.values,
      collection: scopes.collection.values,
      environments: { ...before.environments, ...environment },
    });
  }
  const forget = async (environment: string) => {
    const { [environment]: _gone, ...environments } = values.of(root()).environments;
    await values.set(root(), { ...values.of(root()), environments });
  };

  const api: CollectionApi = {
    async 'collection.get'() {
      const loaded = await load();
      if (!loaded) return { collection: null };
      // Who looks at requests will send one, and not wait for this then.
      void loadUndici();
      const { name, items, environments, problems } = loaded;
      return {
        collection: { name, items, environments: [...new Set(environments.map((one) => one.name))], problems },
      };
    },
    async 'collection.create'({ messagingService }) {
      await ensureCollection();
      if (!messagingService) {
        const request = newRequest('First request', 'https://example.com');
        await edit().addRequest('', 'First request', stringify(request));
        return {};
      }
      const shipped = await loadCollection(options.messagingService);
      for (const { path: names, request } of shipped.requests) {
        const relative = ['messaging-service', ...names.slice(1)].map(fileName).join('/');
        await edit().write(`${relative}.yml`, stringify(request, { lineWidth: 0 }));
      }
      for (const environment of shipped.environments) {
        await edit().write(`environments/${fileName(environment.name)}.yml`, stringify(environment, { lineWidth: 0 }));
      }
      return {};
    },
    async 'collection.add'({ parent, name, request }) {
      await ensureCollection();
      const text = stringify(newRequest(name, ''), { lineWidth: 0 });
      return { id: await edit().addRequest(parent, name, request ? applyEdit(text, request) : text) };
    },
    async 'collection.addFolder'({ parent, name }) {
      await ensureCollection();
      return { id: await edit().addFolder(parent, name) };
    },
    'collection.rename': async ({ id, name }) => ({ id: await edit().rename(id, name) }),
    async 'collection.duplicate'({ id }) {
      const { items } = await require();
      const name = items.find((one) => one.id === id)?.name ?? path.basename(id);
      return { id: await edit().duplicate(id, `${name} copy`) };
    },
    'collection.remove': async ({ id }) => ({ token: await edit().remove(id) }),
    async 'collection.restore'({ token }) {
      await edit().restore(token);
      return {};
    },
    async 'collection.move'({ id, parent, before }) {
      const { items } = await require();
      const order = items.filter((one) => one.parent === parent).map((one) => one.id);
      return { id: await edit().move(id, parent, before, order) };
    },
    async 'collection.read'({ id }) {
      const text = await edit().read(id);
      return { request: toEdited(parseYaml(text, id) as LoadedRequest['request']), version: versionOf(text) };
    },
    async 'collection.save'({ id, request, version }) {
      const text = await edit().read(id);
      return writeOver(id, text, applyEdit(text, request), version);
    },
    async 'collection.readFolder'({ id }) {
      const { text, file } = await folderText(id);
      const json = parseYaml(text, file) as { request?: RequestDefaults; docs?: string };
      return { folder: toEditedFolder(json), version: versionOf(text) };
    },
    async 'collection.saveFolder'({ id, folder, version }) {
      const { text, file } = await folderText(id);
      return writeOver(file, text, applyFolderEdit(text, folder), version);
    },
    ...createWorkspaceEnvironments({ ...options, require, edit, forget }),
    async 'collection.visible'({ id, environment }) {
      const loaded = await load();
      if (!loaded) return { variables: [] };
      const item = loaded.requests.find((one) => one.id === id);
      const chosen = loaded.environments.find(({ name }) => name === environment);
      const secret = new Set((chosen?.variables ?? []).flatMap((one) => ('secret' in one ? [one.name] : [])));
      const scopes = await scopesOf(loaded, environment);
      const levels: [string, Record<string, unknown>][] = [
        [environment ?? 'environment', scopes.environment.values],
        ['collection', { ...(item ? variablesOf(item) : {}), ...scopes.collection.values }],
        ['globals', scopes.globals.values],
      ];
      const seen = new Set<string>();
      return {
        variables: levels.flatMap(([scope, all]) =>
          Object.entries(all).flatMap(([name, value]) => {
            if (seen.has(name)) return [];
            seen.add(name);
            const hidden = secret.has(name) && scope !== 'globals';
            return [{ name, value: hidden ? '' : textOf(value).slice(0, 1000), scope, secret: hidden }];
          }),
        ),
      };
    },
    async 'collection.send'({ runId, id, request, environment }, signal) {
      const { loaded, item } = await find(id);
      const scopes = await scopesOf(loaded, environment);
      const edited = await withEdit(item, request);
      return options.track(runId, signal, async (stopSignal) => {
        const began = performance.now();
        const at = Date.now();
        let calls = 0;
        let answered: Extract<RunEventBody, { type: 'request.answered' }> | undefined;
        const stream = eventStream(runId, options.onEvent);
        const emit = (event: RunEventBody) => {
          if (event.type === 'request.answered') answered = event;
          stream(event);
        };
        emit({ type: 'run.started', scriptName: item.name });
        const run = { emit, nextCallId: () => ++calls };
        const { outcome, exchange } = await runRequest(
          edited,
          scopes,
          await options.dependencies(stopSignal),
          run,
          stopSignal,
          { live: true },
        );
        await keep(loaded, scopes);
        await options.onSent();
        const response = exchange ? describeResponse(runId, exchange) : null;
        if (exchange && response) options.bodies.keep(runId, exchange.body, response.contentType);
        if (answered && !answered.skipped) {
          const { name } = item;
          options
            .history()
            .add(
              historyRecord({ at, request: id, name, edited: request }, answered, response, exchange),
              await options.mask(),
            );
        }
        emit({ type: 'run.finished', outcome, durationMs: performance.now() - began });
        return { outcome, response };
      });
    },
  };
  return { api, require, find, withEdit, scopesOf, keep };

  async function folderText(id: string): Promise<{ text: string; file: string }> {
    const file = id === '' ? ROOT_FILE : `${id}/${FOLDER_FILE}`;
    if (await edit().exists(file)) return { file, text: await edit().read(file) };
    return { file, text: stringify({ info: { name: path.basename(id), type: 'folder' } }) };
  }
  async function withEdit(item: LoadedRequest, request: EditedRequest): Promise<LoadedRequest> {
    const text = await edit().read(item.id);
    return { ...item, request: parseYaml(applyEdit(text, request), item.id) as LoadedRequest['request'] };
  }
}

const versionOf = (text: string): string => createHash('sha256').update(text).digest('hex');
const newRequest = (name: string, url: string) => ({
  info: { name, type: 'http' },
  http: { method: 'GET', url, auth: 'inherit' },
});
