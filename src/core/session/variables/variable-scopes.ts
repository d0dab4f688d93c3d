/**
 * The variables of a run: their initial values, from the files and from scripts, and the values that are stored
 * afterwards.
 */
import type { Environment } from '@opencollection/types/config/environments';
import { codedError } from '../../../contract/errors.ts';
import { emptyScopes, type ScopeStates } from '../../../contract/scripts/script-context.ts';
import type { LoadedCollection } from '../../collection/files/collection-files.ts';
import type { CurrentValues, ScopeValues, ValuesOwner } from '../../collection/variables/current-values.ts';
import { environmentNamed, inheritedVariables } from '../../collection/variables/extended-environments.ts';
import { valueOf } from '../../collection/variables/variable-value.ts';
import type { OwnedSecrets, SecretStore } from '../../platform/secrets/secret-store.ts';
import { createScriptSecrets, secretNames } from './script-secrets.ts';

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
  onScriptSecret,
}: {
  /** Real path of the workspace. */
  root: string;
  secrets: Pick<SecretStore, 'of' | 'seal' | 'unseal'>;
  values: CurrentValues;
  /** Receives a value that a script has set to a secret variable, with a name for the variable. */
  onScriptSecret: (name: string, value: string) => void;
}): VariableScopes {
  const scriptSecrets = createScriptSecrets(secrets, onScriptSecret);
  /** The owner of a run's scopes, and their values when the run began. */
  const origins = new WeakMap<ScopeStates, { owner: ValuesOwner; before: ScopeValues }>();

  const valuesInFile = (loaded: Pick<LoadedCollection, 'environments'>, environment: string) =>
    declaredValues(loaded, environment, (owner) => secrets.of({ workspace: root, environment: owner }));
  async function scopesOf(loaded: ScopeSource, environment: string | null): Promise<ScopeStates> {
    const scopes = emptyScopes();
    const chosenEnvironment = environmentNamed(environment, loaded.environments);
    const owner = { workspace: root, collection: loaded.root, environment: chosenEnvironment?.name };
    const current = await values.of(owner);
    scopes.globals.values = { ...current.globals };
    scopes.collection.values = { ...current.collection };
    if (chosenEnvironment) {
      const inFile = await valuesInFile(loaded, chosenEnvironment.name);
      const off = disabledNames(chosenEnvironment);
      const isOn = ([name]: [string, unknown]) => Object.hasOwn(inFile, name) || !off.includes(name);
      const openedSecrets = await scriptSecrets.open(current.environment, chosenEnvironment);
      const set = Object.fromEntries(Object.entries(openedSecrets).filter(isOn));
      scopes.environment = {
        name: chosenEnvironment.name,
        values: { ...inFile, ...set },
        secrets: secretNames(chosenEnvironment),
      };
    }
    origins.set(scopes, { owner, before: valuesIn(scopes) });
    return scopes;
  }
  async function storeChanges(loaded: ScopeSource, scopes: ScopeStates): Promise<void> {
    const origin = origins.get(scopes);
    if (!origin) throw codedError('Internal', 'These scopes were not opened here.');
    const { owner, before } = origin;
    const after = valuesIn(scopes);
    const chosenEnvironment = environmentNamed(owner.environment, loaded.environments);
    if (!chosenEnvironment) return values.save(owner, { before, after, inFile: {} });
    const inFile = await valuesInFile(loaded, chosenEnvironment.name);
    const run = { before: before.environment, after: after.environment, inFile };
    const sealedRun = await scriptSecrets.seal(run, chosenEnvironment);
    return values.save(owner, {
      before: { ...before, environment: sealedRun.before },
      after: { ...after, environment: sealedRun.after },
      inFile,
    });
  }

  return { scopesOf, storeChanges };
}

/** A disabled variable has no value, even if a script has set one. */
const disabledNames = ({ variables = [] }: Environment): string[] =>
  variables.flatMap(({ name, disabled }) => (disabled && name ? [name] : []));

const valuesIn = ({ globals, collection, environment }: ScopeStates): ScopeValues => ({
  globals: globals.values,
  collection: collection.values,
  environment: environment.values,
});

/** The values of an environment's file, of those that it extends, and of their secrets. */
async function declaredValues(
  { environments }: Pick<LoadedCollection, 'environments'>,
  environment: string,
  secretsOf: (environment: string) => OwnedSecrets,
): Promise<Record<string, unknown>> {
  const chosenEnvironment = environments.find(({ name }) => name === environment);
  if (!chosenEnvironment) return {};
  const declared = (chosenEnvironment.variables ?? []).map((variable) => ({ variable, from: environment }));
  const values: Record<string, unknown> = {};
  for (const { variable, from } of [...inheritedVariables(chosenEnvironment, environments), ...declared]) {
    const { name } = variable;
    if (variable.disabled || !name) continue;
    values[name] = 'secret' in variable ? ((await secretsOf(from).get(name)) ?? '') : valueOf(variable);
  }
  return values;
}
