/** Calls about the collection of a session: read and edited. Sending is in send-request.ts, other programs' files elsewhere. */
import path from 'node:path';
import { stringify } from 'yaml';
import { codedError } from '../../contract/errors.ts';
import type { HostApi } from '../../contract/host-contract.ts';
import { loadCollection } from '../collection/collection-files.ts';
import type { CollectionEdit } from '../collection/edit-tree.ts';
import { applyEdit, applyFolderEdit, toEdited, toEditedFolder } from '../collection/edit-request.ts';
import { checkFolder } from '../collection/file-shapes.ts';
import { fileName, ROOT_FILE } from '../collection/names.ts';
import { parseRequest, requestName } from '../collection/open-collection.ts';
import { parseYaml } from '../collection/parse-yaml.ts';
import { loadUndici } from '../http/agents.ts';
import { hashText } from '../platform/hash-text.ts';
import type { Session } from './session.ts';
import { folderText } from './unsaved-edits.ts';
import { inheritedAuth, visibleVariables } from './visible-variables.ts';
import { newRequest } from './workspace-collection.ts';
import { createWorkspaceEnvironments } from './workspace-environments.ts';

/** Calls of the group `collection` that other files answer. */
type Elsewhere =
  | `collection.${'search' | 'replace' | 'import' | 'parseCurl' | 'export' | 'codeTargets' | 'code' | 'send'}`
  | `collection.${'example' | 'saveExample' | 'removeExample' | 'restoreExample'}`;
export type CollectionApi = Pick<HostApi, Exclude<Extract<keyof HostApi, `collection.${string}`>, Elsewhere>>;

export function createCollectionApi(session: Session): CollectionApi {
  const { root, collection } = session;
  const { edit, load, loadPart, require, scopesOf } = collection;
  const ensureCollection = async () => {
    if (await edit.exists(ROOT_FILE)) return;
    await edit.write(ROOT_FILE, stringify({ opencollection: '1.0.0', info: { name: path.basename(root) } }));
  };
  const addMissing = async (file: string, text: string) => {
    if (!(await edit.exists(file))) await edit.create(file, text);
  };
  return {
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
        await edit.addRequest('', 'First request', stringify(request));
        return {};
      }
      const shipped = await loadCollection(session.services.files.messagingService);
      for (const { path: names, request } of shipped.requests) {
        const relative = ['messaging-service', ...names.slice(1)].map((name) => fileName(name)).join('/');
        await addMissing(`${relative}.yml`, stringify(request, { lineWidth: 0 }));
      }
      for (const environment of shipped.environments) {
        await addMissing(`environments/${fileName(environment.name)}.yml`, stringify(environment, { lineWidth: 0 }));
      }
      return {};
    },
    async 'collection.add'({ parent, name, request }) {
      await ensureCollection();
      const text = stringify(newRequest(name, ''), { lineWidth: 0 });
      return { id: await edit.addRequest(parent, name, request ? applyEdit(text, request) : text) };
    },
    async 'collection.addFolder'({ parent, name }) {
      await ensureCollection();
      return { id: await edit.addFolder(parent, name) };
    },
    'collection.rename': async ({ id, name }) => ({ id: await edit.rename(id, name) }),
    async 'collection.duplicate'({ id }) {
      const { items } = await require();
      const name = items.find((one) => one.id === id)?.name ?? path.basename(id);
      return { id: await edit.duplicate(id, `${name} copy`) };
    },
    'collection.remove': async ({ id }) => ({ token: await edit.remove(id) }),
    async 'collection.restore'({ token }) {
      await edit.restore(token);
      await collection.secrets.restoreEnvironment(root, token);
      await collection.values.restoreEnvironment(root, token);
      return {};
    },
    'collection.deleted': async () => ({ entries: await edit.deleted() }),
    async 'collection.purge'({ tokens }) {
      for (const token of tokens) await edit.purge(token);
      return {};
    },
    async 'collection.move'({ id, parent, before }) {
      const { items } = await require();
      const order = items.filter((one) => one.parent === parent).map((one) => one.id);
      return { id: await edit.move(id, parent, before, order) };
    },
    async 'collection.read'({ id }) {
      const text = await edit.read(id);
      const request = parseRequest(text, id);
      return { name: requestName(request, id), request: toEdited(request), version: hashText(text) };
    },
    async 'collection.save'({ id, request, version }) {
      const text = await edit.read(id);
      return writeOver(edit, { file: id, text, next: applyEdit(text, request, id), version });
    },
    async 'collection.readFolder'({ id }) {
      const { text, file } = await folderText(edit, id);
      const json = checkFolder(parseYaml(text, file) ?? {}, file);
      const name = json.info?.name || path.basename(id === '' ? root : id);
      return { name, folder: toEditedFolder(json), version: hashText(text) };
    },
    async 'collection.saveFolder'({ id, folder, version }) {
      const { text, file } = await folderText(edit, id);
      return writeOver(edit, { file, text, next: applyFolderEdit(text, folder, file), version });
    },
    ...createWorkspaceEnvironments({ root, ...collection, ensureCollection }),
    async 'collection.visible'({ id, environment }) {
      const loaded = await loadPart(id);
      if (!loaded) return { variables: [], inheritedAuth: null };
      const scopes = await scopesOf(loaded, environment);
      const owner = { workspace: root, collection: loaded.root, environment: environment ?? undefined };
      const current = await collection.values.of(owner);
      return {
        variables: visibleVariables(loaded, { id, environment, scopes, current }),
        inheritedAuth: inheritedAuth(loaded, id),
      };
    },
  };
}

/**
 * Writes a file that may have changed since it was read.
 * @param change.text what it holds now; `version` is of what was read, and left out to overwrite
 * @throws FileChangedOnDisk
 */
export async function writeOver(
  edit: CollectionEdit,
  change: { file: string; text: string; next: string; version: string | undefined },
): Promise<{ version: string }> {
  const { file, text, next, version } = change;
  if (version !== undefined && hashText(text) !== version) {
    throw codedError('FileChangedOnDisk', `${file} was changed by another program since it was opened.`);
  }
  if (next !== text || !(await edit.exists(file))) await edit.write(file, next);
  return { version: hashText(next) };
}
