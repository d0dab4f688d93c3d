/** The collection of a workspace as runs and the interface use it: its requests and the values of its variables. */
import path from 'node:path';
import pLimit from 'p-limit';
import { stringify } from 'yaml';
import type { EditedRequest } from '../../contract/collection.ts';
import { codedError } from '../../contract/errors.ts';
import { emptyScopes, type ScopeStates } from '../../contract/script-context.ts';
import { loadCollection, type LoadedCollection, type LoadedRequest } from '../collection/collection-files.ts';
import type { CurrentValues, ScopeValues, ValuesOwner } from '../collection/current-values.ts';
import { applyEdit } from '../collection/edit-request.ts';
import { editCollection, type CollectionEdit } from '../collection/edit-tree.ts';
import { ROOT_FILE } from '../collection/names.ts';
import { parseRequest } from '../collection/open-collection.ts';
import { createParsedFiles } from '../collection/parsed-files.ts';
import { valueOf } from '../collection/variable-value.ts';
import type { UnsavedEdits } from '../../contract/runner-calls.ts';
import { UNTITLED_REQUEST } from '../../contract/script-name.ts';
import { withUnsaved } from './unsaved-edits.ts';
import type { SecretStore } from '../platform/secret-store.ts';

/** What of a collection decides the values of its variables. */
export type ScopeSource = Pick<LoadedCollection, 'root' | 'environments'>;

/** The collection in the folder of a session. */
export interface WorkspaceCollection {
  /**
   * A request as it is edited, saved or not.
   * @param id its file; null: it has none yet, and inherits from the collection, where there is one
   * @param unsaved what is typed into other requests and folders
   * @throws FileNotFound when the file is gone
   */
  edited(
    id: string | null,
    request: EditedRequest,
    unsaved?: UnsavedEdits,
  ): Promise<{ loaded: LoadedCollection; item: LoadedRequest }>;
  /** Null where the folder has no collection. */
  load(): Promise<LoadedCollection | null>;
  /**
   * The collection with one request or folder and what that inherits from, which is quick in a large collection. Null
   * where the folder has no collection.
   * @param id empty: the collection without its requests and folders
   */
  loadPart(id: string): Promise<LoadedCollection | null>;
  /**
   * @param unsaved stands in the place of files; left out: none is typed
   * @throws CollectionDamaged also where there is none
   */
  require(unsaved?: UnsavedEdits): Promise<LoadedCollection>;
  /** The values of variables with which a run of this environment begins. */
  scopesOf(loaded: ScopeSource, environment: string | null): Promise<ScopeStates>;
  /** Keeps what scripts have made of the variables. */
  keep(loaded: ScopeSource, scopes: ScopeStates): Promise<void>;
  edit: CollectionEdit;
  secrets: SecretStore;
  values: CurrentValues;
}

export function createWorkspaceCollection({
  root,
  trash,
  secrets,
  values,
}: {
  /** Real path of the workspace. */
  root: string;
  /** The folder that deleted files are moved to. */
  trash: string;
  secrets: SecretStore;
  values: CurrentValues;
}): WorkspaceCollection {
  const edit = editCollection({ root, trash });
  const parsed = createParsedFiles();
  /** Whose values the scopes of a run hold, and what they held when it began. */
  const origins = new WeakMap<ScopeStates, { owner: ValuesOwner; before: ScopeValues }>();

  /** A load that follows another finds its files parsed: side by side, both would parse them. */
  const inTurn = pLimit(1);
  const load = (): Promise<LoadedCollection | null> =>
    inTurn(async () => ((await edit.exists(ROOT_FILE)) ? loadCollection(root, { parsed }) : null));
  const loadPart = async (only: string): Promise<LoadedCollection | null> =>
    (await edit.exists(ROOT_FILE)) ? loadCollection(root, { parsed, only }) : null;
  const require = async (unsaved?: UnsavedEdits): Promise<LoadedCollection> => {
    const loaded = await load();
    if (!loaded) throw codedError('CollectionDamaged', 'This workspace has no collection.', 'Make one first.');
    return withUnsaved(loaded, unsaved, edit);
  };
  const find = async (id: string, unsaved: UnsavedEdits | undefined) => {
    const loaded = await require(unsaved);
    const item = loaded.requests.find((one) => one.id === id);
    if (!item)
      throw codedError('FileNotFound', `The request ${id} does not exist any more.`, 'Look at the list again.');
    return { loaded, item };
  };
  async function valuesInFile(
    { environments }: Pick<LoadedCollection, 'environments'>,
    environment: string,
  ): Promise<Record<string, unknown>> {
    const chosen = environments.find(({ name }) => name === environment);
    const inFile: Record<string, unknown> = {};
    const ofEnvironment = secrets.of({ workspace: root, environment });
    for (const variable of chosen?.variables ?? []) {
      if (variable.disabled || !variable.name) continue;
      inFile[variable.name] =
        'secret' in variable ? ((await ofEnvironment.get(variable.name)) ?? '') : valueOf(variable);
    }
    return inFile;
  }
  async function scopesOf(loaded: ScopeSource, environment: string | null): Promise<ScopeStates> {
    const scopes = emptyScopes();
    const chosen = loaded.environments.find(({ name }) => name === environment);
    const owner = { workspace: root, collection: loaded.root, environment: chosen?.name };
    const current = await values.of(owner);
    scopes.globals.values = { ...current.globals };
    scopes.collection.values = { ...current.collection };
    if (chosen) {
      const inFile = await valuesInFile(loaded, chosen.name);
      // A variable that is switched off has no value, whatever a script has set for it before.
      const off = (chosen.variables ?? []).flatMap(({ name, disabled }) => (disabled && name ? [name] : []));
      const isOn = ([name]: [string, unknown]) => Object.hasOwn(inFile, name) || !off.includes(name);
      const set = Object.fromEntries(Object.entries(current.environment).filter(isOn));
      scopes.environment = { name: chosen.name, values: { ...inFile, ...set } };
    }
    origins.set(scopes, { owner, before: valuesIn(scopes) });
    return scopes;
  }
  async function keep(loaded: ScopeSource, scopes: ScopeStates): Promise<void> {
    const origin = origins.get(scopes);
    if (!origin) throw codedError('Internal', 'These scopes were not opened here.');
    const { environment } = origin.owner;
    const inFile = environment === undefined ? {} : await valuesInFile(loaded, environment);
    await values.save(origin.owner, { before: origin.before, after: valuesIn(scopes), inFile });
  }
  return { load, loadPart, require, edited, scopesOf, keep, edit, secrets, values };

  async function edited(id: string | null, request: EditedRequest, unsaved?: UnsavedEdits) {
    if (id === null) {
      const loaded = await withUnsaved((await load()) ?? emptyCollection(root), unsaved, edit);
      const text = stringify(newRequest(UNTITLED_REQUEST, ''));
      const item = {
        id: UNTITLED_REQUEST,
        name: UNTITLED_REQUEST,
        path: [loaded.name, UNTITLED_REQUEST],
        ...loaded.rootDefaults,
      };
      return { loaded, item: { ...item, request: parseRequest(applyEdit(text, request), UNTITLED_REQUEST) } };
    }
    const { loaded, item } = await find(id, unsaved);
    const text = await edit.read(id);
    return { loaded, item: { ...item, request: parseRequest(applyEdit(text, request, id), id) } };
  }
}

/** The content of a new request's file. */
export const newRequest = (name: string, url: string) => ({
  info: { name, type: 'http' },
  http: { method: 'GET', url, auth: 'inherit' },
});

/** What a folder without a collection has: nothing that its requests could inherit. */
const emptyCollection = (root: string): LoadedCollection => ({
  root,
  name: path.basename(root),
  requests: [],
  rootDefaults: { defaults: [] },
  items: [],
  environments: [],
  problems: [],
});

const valuesIn = ({ globals, collection, environment }: ScopeStates): ScopeValues => ({
  globals: globals.values,
  collection: collection.values,
  environment: environment.values,
});
