/**
 * Variables for the interface to show and edit: those that files declare, values that scripts have set, and single
 * secrets.
 */
import type {
  DeclaredVariable,
  InheritedVariable,
  VariableOwner,
} from '../../../contract/collection/variable-calls.ts';
import type { HostApi } from '../../../contract/host-contract.ts';
import type { LoadedCollection } from '../../collection/files/collection-files.ts';
import type { CurrentValues, ScopeValues, ValuesOwner } from '../../collection/variables/current-values.ts';
import { environmentNamed } from '../../collection/variables/extended-environments.ts';
import { textOf, valueOf } from '../../collection/variables/variable-value.ts';
import type { OwnedSecrets } from '../../platform/secrets/secret-store.ts';
import { hashText } from '../../platform/files/hash-text.ts';
import { applyDeclared, createReadDeclared } from './declared-variables.ts';
import { requireVersion, writeOver } from './write-over.ts';
import type { Session } from '../session.ts';

export type VariablesApi = Pick<HostApi, Extract<keyof HostApi, `variables.${string}`>>;

export function createVariablesApi({ root, collection }: Session): VariablesApi {
  const { edit, secrets, require } = collection;
  const values = createOwnerValues(collection.values, root);
  const readDeclared = createReadDeclared(edit);
  return {
    async 'variables.read'({ owner }) {
      const loaded = await require();
      const { text, variables } = await readDeclared(loaded, owner);
      const secretNames = new Set(variables.filter(({ secret }) => secret).map(({ name }) => name));
      const current = Object.entries(await values.get(loaded, owner));
      const secretsWithValue: string[] = [];
      if (owner.kind === 'environment') {
        const store = secrets.of({ workspace: root, environment: owner.name });
        for (const name of secretNames) if ((await store.get(name)) !== undefined) secretsWithValue.push(name);
      }
      return {
        variables,
        inherited: owner.kind === 'environment' ? inheritedIn(loaded, owner.name, variables) : [],
        version: hashText(text),
        current: Object.fromEntries(
          current.filter(([name]) => !secretNames.has(name)).map(([name, value]) => [name, textOf(value)]),
        ),
        stored: secretsWithValue,
        hidden: current.map(([name]) => name).filter((name) => secretNames.has(name)),
      };
    },
    async 'variables.write'({ owner, variables, version }) {
      const loaded = await require();
      const { file, text, variables: before, at } = await readDeclared(loaded, owner);
      if (file === undefined) return { version: hashText(text) };
      // Before the secrets are stored: a refused write changes nothing.
      requireVersion({ file, text, version });
      const next = applyDeclared(owner, { text, file, ...(at && { at }) }, variables);
      const store = owner.kind === 'environment' ? secrets.of({ workspace: root, environment: owner.name }) : undefined;
      const written = await withSecrets(store, { before, variables }, () =>
        writeOver(edit, { file, text, next, version }),
      );
      // The value that a script has set is not kept in the other form.
      const isSame = (variable: DeclaredVariable) =>
        variables.some(({ name, secret }) => name === variable.name && secret === variable.secret);
      const endedVariables = before.filter((variable) => !isSame(variable));
      await values.set(loaded, owner, Object.fromEntries<unknown>(endedVariables.map(({ name }) => [name, undefined])));
      return written;
    },
    async 'variables.setCurrent'({ owner, values: changed }) {
      const loaded = await require();
      const before = await values.get(loaded, owner);
      const next = Object.entries(changed).map(([name, text]): [string, unknown] => [
        name,
        text === null ? undefined : sameKind(before[name], text),
      ]);
      await values.set(loaded, owner, Object.fromEntries<unknown>(next));
      return {};
    },
    'variables.reveal': async ({ environment, name }) => ({
      value: (await secrets.of({ workspace: root, environment }).get(name)) ?? null,
    }),
  };
}

/** @param declaredVariables the variables of the environment itself */
function inheritedIn(
  { environments }: LoadedCollection,
  name: string,
  declaredVariables: readonly DeclaredVariable[],
): InheritedVariable[] {
  const hidden = new Set(declaredVariables.filter(({ disabled }) => !disabled).map((variable) => variable.name));
  return (environmentNamed(name, environments)?.inherited ?? []).flatMap(({ variable, from }) => {
    const { name: ofVariable = '' } = variable;
    if (hidden.has(ofVariable)) return [];
    const isSecret = 'secret' in variable;
    return [{ name: ofVariable, value: isSecret ? '' : textOf(valueOf(variable)), secret: isSecret, from }];
  });
}

/** Stores and removes secrets with the write of their file: when it is refused, they are as before. */
async function withSecrets<T>(
  store: OwnedSecrets | undefined,
  { before, variables }: { before: readonly DeclaredVariable[]; variables: readonly DeclaredVariable[] },
  write: () => Promise<T>,
): Promise<T> {
  if (!store) return write();
  const restore = await storeSecrets(store, before, variables);
  const written = await write().catch(async (error: unknown) => {
    await restore().catch(() => undefined);
    throw error;
  });
  await removeSecrets(store, before, variables);
  return written;
}

/**
 * Stores the secrets that were typed; the value of a secret that has another name in its place goes with it.
 * @returns restores the former values
 */
async function storeSecrets(
  store: OwnedSecrets,
  before: readonly DeclaredVariable[],
  variables: readonly DeclaredVariable[],
): Promise<() => Promise<void>> {
  const replaced = createReplacedSecrets(store);
  const has = (list: readonly DeclaredVariable[], name: string) =>
    list.some((variable) => variable.secret && variable.name === name);
  for (const [index, { name, value, secret }] of variables.entries()) {
    if (!secret) continue;
    const previousVariable = before[index];
    const isRenamed = previousVariable?.secret === true && !has(variables, previousVariable.name) && !has(before, name);
    const stored = value === '' && isRenamed ? await store.get(previousVariable.name) : value;
    if (stored) await replaced.set(name, stored);
  }
  return replaced.restore;
}

/** Replaces secrets in a way that can be undone. */
function createReplacedSecrets(store: OwnedSecrets) {
  const replaced: { name: string; former: string | undefined; stored: string }[] = [];
  return {
    async set(name: string, stored: string): Promise<void> {
      // What another host has encrypted cannot be restored.
      const former = await store.get(name).then(
        (value) => ({ name, former: value, stored }),
        () => undefined,
      );
      await store.set(name, stored);
      if (former) replaced.push(former);
    },
    async restore(): Promise<void> {
      for (const { name, former, stored } of replaced.toReversed()) {
        // Another window may have replaced it since.
        if ((await store.get(name)) !== stored) continue;
        await (former === undefined ? store.unset(name) : store.set(name, former));
      }
    },
  };
}

/** Removes the values of variables that are no longer secrets. */
async function removeSecrets(
  store: OwnedSecrets,
  before: readonly DeclaredVariable[],
  variables: readonly DeclaredVariable[],
): Promise<void> {
  const remaining = new Set(variables.filter(({ secret }) => secret).map(({ name }) => name));
  for (const { name, secret } of before) if (secret && !remaining.has(name)) await store.unset(name);
}

interface OwnerValues {
  get(loaded: LoadedCollection, owner: VariableOwner): Promise<Record<string, unknown>>;
  /** @param changed undefined for a variable whose current value is removed */
  set(loaded: LoadedCollection, owner: VariableOwner, changed: Record<string, unknown>): Promise<void>;
}

/** The current values of the variables of one owner. @param root real path of the workspace */
function createOwnerValues(values: CurrentValues, root: string): OwnerValues {
  const toValuesOwner = (loaded: LoadedCollection, owner: VariableOwner): ValuesOwner => {
    const environment = owner.kind === 'environment' ? owner.name : undefined;
    return { workspace: root, collection: loaded.root, environment };
  };
  return {
    async get(loaded, owner) {
      const scope = scopeOf(owner);
      return scope ? (await values.of(toValuesOwner(loaded, owner)))[scope] : {};
    },
    async set(loaded, owner, changed) {
      const scope = scopeOf(owner);
      if (scope && Object.keys(changed).length > 0) await values.set(toValuesOwner(loaded, owner), scope, changed);
    },
  };
}

/** The scope in which scripts set these variables; scripts set no variables of folders. */
function scopeOf(owner: VariableOwner): keyof ScopeValues | undefined {
  if (owner.kind !== 'folder') return owner.kind;
  return owner.id === '' ? 'collection' : undefined;
}

/** A number or an object that is edited as text keeps its type, if the text still allows that. */
function sameKind(before: unknown, text: string): unknown {
  if (before === undefined || typeof before === 'string') return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
