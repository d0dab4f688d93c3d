/** Creates collections, and requests and folders in them. */
import path from 'node:path';
import { stringify } from 'yaml';
import type { HostApi } from '../../../contract/host-contract.ts';
import { loadCollection } from '../../collection/files/collection-files.ts';
import { applyEdit } from '../../collection/edit/edit-request.ts';
import type { CollectionEdit } from '../../collection/edit/edit-tree.ts';
import { fileName, ROOT_FILE } from '../../collection/files/names.ts';
import { newRequest } from './workspace-collection.ts';

type NewItemsApi = Pick<HostApi, `collection.${'create' | 'add' | 'addFolder'}`>;

/** Creates a collection where the folder has none. */
export async function ensureCollection(edit: CollectionEdit, root: string): Promise<void> {
  if (await edit.exists(ROOT_FILE)) return;
  await edit.write(ROOT_FILE, stringify({ opencollection: '1.0.0', info: { name: path.basename(root) } }));
}

export function createNewItemsApi(options: {
  edit: CollectionEdit;
  root: string;
  /** The folder of the shipped collection for the messaging service. */
  messagingService: string;
}): NewItemsApi {
  const { edit, root } = options;
  return {
    async 'collection.create'({ messagingService }) {
      await ensureCollection(edit, root);
      if (messagingService) await addShippedCollection(edit, options.messagingService);
      else await edit.addRequest('', 'First request', stringify(newRequest('First request', 'https://example.com')));
      return {};
    },
    async 'collection.add'({ parent, name, request }) {
      await ensureCollection(edit, root);
      const text = stringify(newRequest(name, ''), { lineWidth: 0 });
      return { id: await edit.addRequest(parent, name, request ? applyEdit(text, request) : text) };
    },
    async 'collection.addFolder'({ parent, name }) {
      await ensureCollection(edit, root);
      return { id: await edit.addFolder(parent, name) };
    },
  };
}

/** Adds the requests and environments of a shipped collection whose files do not exist yet. */
async function addShippedCollection(edit: CollectionEdit, folder: string): Promise<void> {
  const addMissing = async (file: string, text: string) => {
    if (!(await edit.exists(file))) await edit.create(file, text);
  };
  const shipped = await loadCollection(folder);
  for (const { path: names, request } of shipped.requests) {
    const relative = ['messaging-service', ...names.slice(1)].map((name) => fileName(name)).join('/');
    await addMissing(`${relative}.yml`, stringify(request, { lineWidth: 0 }));
  }
  for (const environment of shipped.environments) {
    await addMissing(`environments/${fileName(environment.name)}.yml`, stringify(environment, { lineWidth: 0 }));
  }
}
