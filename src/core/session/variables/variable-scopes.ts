/**
 * The variables of a run: their initial values, from the files and from scripts, and the values that are stored
 * afterwards.
 */
import { codedError } from '../../../contract/errors.ts';
import { emptyScopes, type ScopeStates } from '../../../contract/scripts/script-context.ts';
import type { LoadedCollection } from '../../collection/files/collection-files.ts';
import type { CurrentValues, ScopeValues, ValuesOwner } from '../../collection/variables/current-values.ts';
import { valueOf } from '../../collection/variables/variable-value.ts';
import type { SecretStore } from '../../platform/secrets/secret-store.ts';

/** The parts of a collection that determine the values of its variables. */
export type ScopeSource = Pick<LoadedCollection, 'root' | 'environments'>;

export interface VariableScopes {
  /** The values of variables with which a run of this environment begins. */
  scopesOf(loaded: ScopeSource, environment: string | null): Promise<ScopeStates>;
  /** Stores the changes that scripts have made to the variables. */
  storeChanges(loaded: ScopeSource, scopes: ScopeStates): Promise<void>;
}

export function createVariableScopes({
  root,
  secrets,
  values,
}: {
  /** Real path of the workspace. */
  root: string;
  secrets: Pick<SecretStore, 'of'>;
  values: CurrentValues;
}): VariableScopes {
  /** The owner of a run's scopes, and their values when the run began. */
  const origins = new WeakMap<ScopeStates, { owner: ValuesOwner; before: ScopeValues }>();

  /** The values of an environment's file and of its secrets. */
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
      // A disabled variable has no value, even if a script has set one.
      const off = (chosen.variables ?? []).flatMap(({ name, disabled }) => (disabled && name ? [name] : []));
      const isOn = ([name]: [string, unknown]) => Object.hasOwn(inFile, name) || !off.includes(name);
      const set = Object.fromEntries(Object.entries(current.environment).filter(isOn));
      scopes.environment = { name: chosen.name, values: { ...inFile, ...set } };
    }
    origins.set(scopes, { owner, before: valuesIn(scopes) });
    return scopes;
  }
  async function storeChanges(loaded: ScopeSource, scopes: ScopeStates): Promise<void> {
    const origin = origins.get(scopes);
    if (!origin) throw codedError('Internal', 'These scopes were not opened here.');
    const { environment } = origin.owner;
    const inFile = environment === undefined ? {} : await valuesInFile(loaded, environment);
    await values.save(origin.owner, { before: origin.before, after: valuesIn(scopes), inFile });
  }

  return { scopesOf, storeChanges };
}

const valuesIn = ({ globals, collection, environment }: ScopeStates): ScopeValues => ({
  globals: globals.values,
  collection: collection.values,
  environment: environment.values,
});
