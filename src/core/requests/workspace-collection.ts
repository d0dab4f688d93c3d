/** The collection of the open workspace: read, edited, sent one by one. */
import { mkdir, readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { stringify } from 'yaml';
import type { EditedRequest, EnvironmentVariable, SentResponse } from '../../contract/collection.ts';
import { codedError } from '../../contract/errors.ts';
import type { HostApi } from '../../contract/host-contract.ts';
import type { RunEvent } from '../../contract/run-event.ts';
import { emptyScopes, type ScopeStates } from '../../contract/script-context.ts';
import { bodyText } from '../http/body-text.ts';
import type { HttpExchange } from '../http/http-client.ts';
import { maskToken } from '../messaging/mask-token.ts';
import { isInside } from '../programs/locate-program.ts';
import type { RunDependencies } from '../runs/execute-script.ts';
import { eventStream } from '../runs/run-script.ts';
import { loadCollection, type LoadedCollection, type LoadedRequest } from '../workspace/collection-files.ts';
import { parseYaml } from '../workspace/open-collection.ts';
import { applyEdit, applyVariables, toEdited } from './edit-request.ts';
import { runRequest } from './run-request.ts';
import { valueOf } from './variable-value.ts';

export type CollectionApi = Pick<HostApi, Extract<keyof HostApi, `collection.${string}`>>;

const MAX_TEXT = 2 * 1024 * 1024;
const MAX_IMAGE = 5 * 1024 * 1024;
const ROOT_FILE = 'opencollection.yml';

export function createWorkspaceCollection(options: {
  root: () => string;
  /** The collection of the messaging service, in one file. */
  messagingService: string;
  /** Questions of the run end with the signal. */
  dependencies: (signal: AbortSignal) => RunDependencies;
  secrets: { get(name: string): Promise<string | undefined>; set(name: string, value: string): Promise<void> };
  onEvent: (event: RunEvent) => void;
  /** Lets Stop reach the send: `runs` of the core. */
  track: <T>(runId: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>) => Promise<T>;
}): CollectionApi {
  const { root } = options;
  /** What scripts have set, for as long as the workspace is open; by environment. */
  let kept:
    | {
        root: string;
        globals: Record<string, unknown>;
        collection: Record<string, unknown>;
        environments: Map<string, Record<string, unknown>>;
      }
    | undefined;
  const session = () => {
    if (kept?.root !== root()) kept = { root: root(), globals: {}, collection: {}, environments: new Map() };
    return kept;
  };
  const load = async (): Promise<LoadedCollection | null> => {
    const exists = await stat(path.join(root(), ROOT_FILE)).catch(() => undefined);
    return exists ? loadCollection(root()) : null;
  };
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
  const write = async (relative: string, text: string): Promise<void> => {
    const file = path.join(root(), relative);
    if (!isInside(root(), file)) throw codedError('OutsideWorkspace', `${relative} is outside the workspace.`);
    try {
      await mkdir(path.dirname(file), { recursive: true });
      await writeFileAtomic(file, text);
    } catch (error) {
      throw codedError('WriteFailed', `${relative} could not be saved: ${(error as Error).message}`);
    }
  };
  async function scopesOf(loaded: LoadedCollection, environment: string | null): Promise<ScopeStates> {
    const scopes = emptyScopes();
    const { globals, collection, environments } = session();
    scopes.globals.values = globals;
    scopes.collection.values = collection;
    const chosen = loaded.environments.find(({ name }) => name === environment);
    if (!chosen) return scopes;
    const values: Record<string, unknown> = {};
    for (const variable of chosen.variables ?? []) {
      if (variable.disabled || !variable.name) continue;
      values[variable.name] =
        'secret' in variable ? ((await options.secrets.get(variable.name)) ?? '') : valueOf(variable);
    }
    scopes.environment = { name: chosen.name, values: environments.get(chosen.name) ?? values };
    return scopes;
  }
  const keep = (scopes: ScopeStates) => {
    const now = session();
    now.globals = scopes.globals.values;
    now.collection = scopes.collection.values;
    if (scopes.environment.name !== undefined) now.environments.set(scopes.environment.name, scopes.environment.values);
  };

  return {
    async 'collection.get'() {
      const loaded = await load();
      if (!loaded) return { collection: null };
      const { name, requests, environments, problems } = loaded;
      return {
        collection: {
          name,
          requests: requests.map((item) => ({
            id: item.id,
            name: item.name,
            method: item.request.http?.method ?? 'GET',
            folders: item.path.slice(1, -1),
          })),
          environments: environments.map((environment) => environment.name),
          problems,
        },
      };
    },
    async 'collection.create'({ messagingService }) {
      if (!(await load())) {
        await write(ROOT_FILE, stringify({ opencollection: '1.0.0', info: { name: path.basename(root()) } }));
      }
      if (!messagingService) {
        await write(
          'first.yml',
          stringify({
            info: { name: 'First request', type: 'http', seq: 1 },
            http: { method: 'GET', url: 'https://example.com' },
          }),
        );
        return {};
      }
      const shipped = await loadCollection(options.messagingService);
      for (const { path: names, request } of shipped.requests) {
        const relative = ['messaging-service', ...names.slice(1)].map(fileName).join('/');
        await write(`${relative}.yml`, stringify(request, { lineWidth: 0 }));
      }
      for (const environment of shipped.environments) {
        await write(`environments/${fileName(environment.name)}.yml`, stringify(environment, { lineWidth: 0 }));
      }
      return {};
    },
    async 'collection.add'({ folder, name }) {
      const relative = [...folder.map(fileName), fileName(name)].join('/');
      const file = `${relative}.yml`;
      if (await stat(path.join(root(), file)).catch(() => undefined)) {
        throw codedError('WriteFailed', `There is a request "${name}" already.`, 'Choose another name.');
      }
      await write(file, stringify({ info: { name, type: 'http' }, http: { method: 'GET', url: '' } }));
      return { id: file };
    },
    async 'collection.read'({ id }) {
      const { item } = await find(id);
      return toEdited(item.request);
    },
    async 'collection.save'({ id, request }) {
      await find(id);
      const text = await readFile(path.join(root(), id), 'utf8');
      await write(id, applyEdit(text, request));
      return {};
    },
    async 'collection.variables'({ environment }) {
      const loaded = await require();
      const found = loaded.environments.find(({ name }) => name === environment);
      const variables = await Promise.all(
        (found?.variables ?? []).flatMap((variable) => {
          const { name } = variable;
          if (!name || variable.disabled) return [];
          return [describeVariable(name, variable)];
        }),
      );
      return { variables };
    },
    async 'collection.setVariables'({ environment, variables }) {
      await require();
      const file = await environmentFile(environment);
      const text = await readFile(path.join(root(), file), 'utf8').catch(() =>
        stringify({ name: environment, variables: [] }),
      );
      for (const { name, value, secret } of variables)
        if (secret && value !== '') await options.secrets.set(name, value);
      await write(file, applyVariables(text, variables));
      session().environments.delete(environment);
      return {};
    },
    async 'collection.send'({ runId, id, request, environment }, signal) {
      const { loaded, item } = await find(id);
      const scopes = await scopesOf(loaded, environment);
      const edited = await withEdit(item, request);
      return options.track(runId, signal, async (stopSignal) => {
        const began = performance.now();
        let calls = 0;
        const emit = eventStream(runId, options.onEvent);
        emit({ type: 'run.started', scriptName: item.name });
        const result = await runRequest(
          edited,
          scopes,
          options.dependencies(stopSignal),
          { emit, nextCallId: () => ++calls },
          stopSignal,
        );
        keep(scopes);
        emit({ type: 'run.finished', outcome: result.outcome, durationMs: performance.now() - began });
        return { outcome: result.outcome, response: result.exchange ? describe(result.exchange) : null };
      });
    },
  };

  async function describeVariable(name: string, variable: object): Promise<EnvironmentVariable> {
    if (!('secret' in variable)) {
      const value = valueOf({ name, ...variable });
      return { name, value: typeof value === 'string' ? value : JSON.stringify(value), secret: false, set: true };
    }
    return { name, value: '', secret: true, set: (await options.secrets.get(name)) !== undefined };
  }
  /** The file that has this name inside, or the one that a new environment gets. */
  async function environmentFile(environment: string): Promise<string> {
    const folder = path.join(root(), 'environments');
    for (const name of (await readdir(folder).catch(() => [])).filter((one) => /\.ya?ml$/.test(one))) {
      const json = await readFile(path.join(folder, name), 'utf8')
        .then((text) => parseYaml(text, name))
        .catch(() => undefined);
      const named = (json as { name?: string } | undefined)?.name;
      if (named === environment || (!named && name.replace(/\.ya?ml$/, '') === environment))
        return `environments/${name}`;
    }
    return `environments/${fileName(environment)}.yml`;
  }
  async function withEdit(item: LoadedRequest, request: EditedRequest): Promise<LoadedRequest> {
    const text = await readFile(path.join(root(), item.id), 'utf8');
    return { ...item, request: parseYaml(applyEdit(text, request), item.id) as LoadedRequest['request'] };
  }
}

/** A name as a file name that every system takes. */
function fileName(name: string): string {
  const cleaned = name
    .trim()
    .replace(/[^\p{L}\p{N} ._-]+/gu, '-')
    .replace(/^[.\s-]+|[.\s-]+$/g, '')
    .slice(0, 100);
  return cleaned === '' || /^(con|prn|aux|nul|com\d|lpt\d)$/i.test(cleaned) ? `request-${cleaned}` : cleaned;
}

function describe({ hops, body, downloadedBytes }: HttpExchange): SentResponse {
  const last = hops.at(-1) ?? hops[0];
  const contentType = last.headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value ?? '';
  const isImage = /^image\/(png|jpeg|gif|webp|avif|bmp)/i.test(contentType);
  return {
    status: last.status,
    statusText: last.statusText,
    httpVersion: last.httpVersion,
    headers: last.headers,
    text: isImage ? '' : bodyText(body.subarray(0, MAX_TEXT), contentType),
    truncated: body.length > MAX_TEXT,
    size: body.length,
    downloadedBytes,
    image: isImage && body.length <= MAX_IMAGE ? body.toString('base64') : null,
    contentType,
    hops: hops.map(({ method, url, status, requestHeaders, timings }) => ({
      method,
      url: maskToken(url),
      status,
      requestHeaders,
      timings,
    })),
  };
}
