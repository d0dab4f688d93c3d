/** The variables of a run: what it begins with, from the files and from what scripts have set, and what is kept of it. */
import { codedError } from '../../../contract/errors.ts';
import { emptyScopes, type ScopeStates } from '../../../contract/scripts/script-context.ts';
import type { LoadedCollection } from '../../collection/files/collection-files.ts';
import type { CurrentValues, ScopeValues, ValuesOwner } from '../../collection/variables/current-values.ts';
import { valueOf } from '../../collection/variables/variable-value.ts';
import type { SecretStore } from '../../platform/secrets/secret-store.ts';

/** What of a collection decides the values of its variables. */
export type ScopeSource = Pick<LoadedCollection, 'root' | 'environments'>;

export interface VariableScopes {
  /** The values of variables with which a run of this environment begins. */
  scopesOf(loaded: ScopeSource, environment: string | null): Promise<ScopeStates>;
  /** Keeps what scripts have made of the variables. */
  keep(loaded: ScopeSource, scopes: ScopeStates): Promise<void>;
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
  /** Whose values the scopes of a run hold, and what they held when it began. */
  const origins = new WeakMap<ScopeStates, { owner: ValuesOwner; before: ScopeValues }>();

  /** The values that the file of an environment and its secrets give. */
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

  return { scopesOf, keep };
}

const valuesIn = ({ globals, collection, environment }: ScopeStates): ScopeValues => ({
  globals: globals.values,
  collection: collection.values,
  environment: environment.values,
});
