/** The collection of a workspace as runs and the interface use it: its requests and the values of its variables. */
import type { EditedRequest } from '../../contract/collection.ts';
import { codedError } from '../../contract/errors.ts';
import { emptyScopes, type ScopeStates } from '../../contract/script-context.ts';
import { loadCollection, type LoadedCollection, type LoadedRequest } from '../collection/collection-files.ts';
import { changedValues, type CurrentValues } from '../collection/current-values.ts';
import { applyEdit } from '../collection/edit-request.ts';
import { editCollection, ROOT_FILE, type CollectionEdit } from '../collection/edit-tree.ts';
import { parseYaml } from '../collection/open-collection.ts';
import { valueOf } from '../collection/variable-value.ts';
import type { SecretStore } from '../platform/secret-store.ts';

/** The collection in the folder of a session. */
export interface WorkspaceCollection {
  /** A request of a file with what is typed over it. */
  withEdit(item: LoadedRequest, request: EditedRequest): Promise<LoadedRequest>;
  /** Null where the folder has no collection. */
  load(): Promise<LoadedCollection | null>;
  /** @throws CollectionDamaged also where there is none */
  require(): Promise<LoadedCollection>;
  /** @throws FileNotFound when the request is gone */
  find(id: string): Promise<{ loaded: LoadedCollection; item: LoadedRequest }>;
  /** The values of variables with which a run of this environment begins. */
  scopesOf(loaded: Pick<LoadedCollection, 'environments'>, environment: string | null): Promise<ScopeStates>;
  /** Keeps what scripts have made of the variables. */
  keep(loaded: LoadedCollection, scopes: ScopeStates): Promise<void>;
  /** Lets go of what scripts have made of the variables of an environment. */
  forget(environment: string): Promise<void>;
  edit: CollectionEdit;
  secrets: { get(name: string): Promise<string | undefined>; set(name: string, value: string): Promise<void> };
  values: CurrentValues;
}

export function createWorkspaceCollection({
  root,
  secrets: allSecrets,
  values,
}: {
  /** Real path of the workspace. */
  root: string;
  secrets: SecretStore;
  values: CurrentValues;
}): WorkspaceCollection {
  const edit = editCollection(root);
  const secrets = {
    get: (name: string) => allSecrets.get(root, name),
    set: (name: string, value: string) => allSecrets.set(root, name, value),
  };

  const load = async (): Promise<LoadedCollection | null> =>
    (await edit.exists(ROOT_FILE)) ? loadCollection(root) : null;
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
  async function valuesInFile(
    loaded: Pick<LoadedCollection, 'environments'>,
    environment: string,
  ): Promise<Record<string, unknown>> {
    const chosen = loaded.environments.find(({ name }) => name === environment);
    const found: Record<string, unknown> = {};
    for (const variable of chosen?.variables ?? []) {
      if (variable.disabled || !variable.name) continue;
      found[variable.name] = 'secret' in variable ? ((await secrets.get(variable.name)) ?? '') : valueOf(variable);
    }
    return found;
  }
  async function scopesOf(
    loaded: Pick<LoadedCollection, 'environments'>,
    environment: string | null,
  ): Promise<ScopeStates> {
    const scopes = emptyScopes();
    const { globals, collection, environments } = values.of(root);
    scopes.globals.values = { ...globals };
    scopes.collection.values = { ...collection };
    const chosen = loaded.environments.find(({ name }) => name === environment);
    if (!chosen) return scopes;
    const inFile = await valuesInFile(loaded, chosen.name);
    scopes.environment = { name: chosen.name, values: { ...inFile, ...environments[chosen.name] } };
    return scopes;
  }
  async function keep(loaded: LoadedCollection, scopes: ScopeStates): Promise<void> {
    const before = values.of(root);
    const { name } = scopes.environment;
    const environment =
      name === undefined ? {} : { [name]: changedValues(await valuesInFile(loaded, name), scopes.environment.values) };
    await values.set(root, {
      globals: scopes.globals.values,
      collection: scopes.collection.values,
      environments: { ...before.environments, ...environment },
    });
  }
  const forget = async (environment: string) => {
    const { [environment]: _gone, ...environments } = values.of(root).environments;
    await values.set(root, { ...values.of(root), environments });
  };

  return { load, require, find, withEdit, scopesOf, keep, forget, edit, secrets, values };

  async function withEdit(item: LoadedRequest, request: EditedRequest): Promise<LoadedRequest> {
    const text = await edit.read(item.id);
    return { ...item, request: parseYaml(applyEdit(text, request), item.id) as LoadedRequest['request'] };
  }
}
