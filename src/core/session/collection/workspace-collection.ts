/** The collection of a workspace for runs and the interface: its requests and the values of its variables. */
import path from 'node:path';
import pLimit from 'p-limit';
import { stringify } from 'yaml';
import type { EditedRequest } from '../../../contract/collection/collection.ts';
import { codedError } from '../../../contract/errors.ts';
import { loadCollection, type LoadedCollection, type LoadedRequest } from '../../collection/files/collection-files.ts';
import type { CurrentValues } from '../../collection/variables/current-values.ts';
import { applyEdit } from '../../collection/edit/edit-request.ts';
import { editCollection, type CollectionEdit } from '../../collection/edit/edit-tree.ts';
import { ROOT_FILE } from '../../collection/files/names.ts';
import { parseRequest } from '../../collection/format/open-collection.ts';
import { createParsedFiles } from '../../collection/files/parsed-files.ts';
import type { UnsavedEdits } from '../../../contract/runs/runner-calls.ts';
import { UNTITLED_REQUEST } from '../../../contract/scripts/script-name.ts';
import { createVariableScopes, type VariableScopes } from '../variables/variable-scopes.ts';
import { withUnsaved } from './unsaved-edits.ts';
import type { SecretStore } from '../../platform/secrets/secret-store.ts';

/** The collection in the folder of a session. */
export interface WorkspaceCollection extends VariableScopes {
  /**
   * A request in its edited form, saved or not.
   * @param edited.id its file; null: it has none yet
   * @param edited.parent without a file: the folder that it inherits from; absent or gone: the collection, if there is one
   * @param edited.unsaved unsaved edits of other requests and folders
   * @throws FileNotFound when the file is gone
   */
  edited(edited: {
    id: string | null;
    parent?: string | undefined;
    request: EditedRequest;
    unsaved?: UnsavedEdits | undefined;
  }): Promise<{ loaded: LoadedCollection; item: LoadedRequest }>;
  /** Null where the folder has no collection. */
  load(): Promise<LoadedCollection | null>;
  /**
   * The collection with only one request or folder and the levels that it inherits from, which is fast in a large
   * collection. Null where the folder has no collection.
   * @param id empty: the collection without its requests and folders
   */
  loadPart(id: string): Promise<LoadedCollection | null>;
  /**
   * @param unsaved replaces the content of files; absent: nothing is unsaved
   * @throws CollectionDamaged also where there is no collection
   */
  require(unsaved?: UnsavedEdits): Promise<LoadedCollection>;
  edit: CollectionEdit;
  secrets: SecretStore;
  values: CurrentValues;
}

export interface WorkspaceCollectionOptions {
  /** Real path of the workspace. */
  root: string;
  /** The folder that deleted files are moved to. */
  trash: string;
  secrets: SecretStore;
  values: CurrentValues;
  /** Receives the secret values in the files of a loaded collection. */
  onSecretValues: (values: readonly string[]) => void;
  /** Receives a value that a script has set to a secret variable, with a name for the variable. */
  onScriptSecret: (name: string, value: string) => void;
}

export function createWorkspaceCollection(options: WorkspaceCollectionOptions): WorkspaceCollection {
  const { root, trash, secrets, values, onSecretValues } = options;
  const edit = editCollection({ root, trash });
  const parsed = createParsedFiles();
  /** Sequential, because a later load uses the files that an earlier one has parsed. */
  const inTurn = pLimit(1);
  const load = (): Promise<LoadedCollection | null> => inTurn(() => loadPart(undefined));
  const loadPart = async (only: string | undefined): Promise<LoadedCollection | null> => {
    if (!(await edit.exists(ROOT_FILE))) return null;
    const loaded = await loadCollection(root, { parsed, ...(only === undefined ? {} : { only }) });
    onSecretValues(loaded.secretValues ?? []);
    return loaded;
  };
  const require = async (unsaved?: UnsavedEdits): Promise<LoadedCollection> => {
    const loaded = await load();
    if (!loaded) throw codedError('CollectionDamaged', 'This workspace has no collection.', 'Create one first.');
    return withUnsaved(loaded, unsaved, edit);
  };
  const find = async (id: string, unsaved: UnsavedEdits | undefined) => {
    const loaded = await require(unsaved);
    const item = loaded.requests.find((request) => request.id === id);
    if (!item) throw codedError('FileNotFound', `The request ${id} no longer exists.`, 'Reload the list.');
    return { loaded, item };
  };
  async function edited({ id, parent = '', request, unsaved }: Parameters<WorkspaceCollection['edited']>[0]) {
    if (id === null) {
      const loaded = await withUnsaved((await load()) ?? emptyCollection(root), unsaved, edit);
      const text = stringify(newRequest(UNTITLED_REQUEST, ''));
      const name = request.url.trim() === '' ? UNTITLED_REQUEST : `${request.method} ${request.url.trim()}`;
      const item = { ...inheritedBelow(loaded, parent, name), id: UNTITLED_REQUEST, name };
      return { loaded, item: { ...item, request: parseRequest(applyEdit(text, request), UNTITLED_REQUEST) } };
    }
    const { loaded, item } = await find(id, unsaved);
    const text = await edit.read(id);
    return { loaded, item: { ...item, request: parseRequest(applyEdit(text, request, id), id) } };
  }
  const { scopesOf, storeChanges } = createVariableScopes(options);
  return { load, loadPart, require, edited, scopesOf, storeChanges, edit, secrets, values };
}

/** What a request without a file gets from its folder and the levels above. @param parent empty or gone: the collection */
function inheritedBelow(loaded: LoadedCollection, parent: string, name: string) {
  const folder = loaded.folders.find(({ id }) => id === parent);
  if (!folder) return { ...loaded.rootDefaults, path: [loaded.name, name] };
  const { id, path: names, defaults, docs, levelIds, damaged } = folder;
  const { bruno } = loaded.rootDefaults;
  const levels = { path: [...names, name], folder: id, defaults, docs, levelIds };
  return { ...levels, ...(bruno ? { bruno } : {}), ...(damaged === undefined ? {} : { damaged }) };
}

/** The content of a new request's file. */
export const newRequest = (name: string, url: string) => ({
  info: { name, type: 'http' },
  http: { method: 'GET', url, auth: 'inherit' },
});

/** Stands for a missing collection: its requests inherit nothing. */
const emptyCollection = (root: string): LoadedCollection => ({
  root,
  name: path.basename(root),
  requests: [],
  folders: [],
  rootDefaults: { defaults: [] },
  items: [],
  environments: [],
  problems: [],
});
