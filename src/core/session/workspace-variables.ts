/** Variables as the interface shows and edits them: what the files declare, what scripts have set, and one secret at a time. */
import { stringify } from 'yaml';
import type { DeclaredVariable, VariableOwner } from '../../contract/variable-calls.ts';
import type { HostApi } from '../../contract/host-contract.ts';
import type { LoadedCollection } from '../collection/collection-files.ts';
import type { ScopeValues, ValuesOwner } from '../collection/current-values.ts';
import { applyVariables, toDeclared } from '../collection/edit-environment.ts';
import { applyFolderEdit, toEditedFolder } from '../collection/edit-request.ts';
import { checkEnvironment, checkFolder } from '../collection/file-shapes.ts';
import { ENVIRONMENTS } from '../collection/names.ts';
import { parseYaml } from '../collection/parse-yaml.ts';
import { textOf } from '../collection/variable-value.ts';
import { hashText } from '../platform/hash-text.ts';
import { writeOver } from './collection-api.ts';
import type { Session } from './session.ts';
import { folderText } from './unsaved-edits.ts';
import { findEnvironmentFile } from './workspace-environments.ts';

export type VariablesApi = Pick<HostApi, Extract<keyof HostApi, `variables.${string}`>>;

export function createVariablesApi({ root, collection }: Session): VariablesApi {
  const { edit, secrets, values, require } = collection;
  return {
    async 'variables.read'({ owner }) {
      const loaded = await require();
      const { text, variables } = await declared(loaded, owner);
      const secretNames = new Set(variables.filter(({ secret }) => secret).map(({ name }) => name));
      const set = Object.entries(await currentOf(loaded, owner));
      const stored: string[] = [];
      if (owner.kind === 'environment') {
        const store = secrets.of({ workspace: root, environment: owner.name });
        for (const name of secretNames) if ((await store.get(name)) !== undefined) stored.push(name);
      }
      return {
        variables,
        version: hashText(text),
        current: Object.fromEntries(
          set.filter(([name]) => !secretNames.has(name)).map(([name, value]) => [name, textOf(value)]),
        ),
        stored,
        hidden: set.map(([name]) => name).filter((name) => secretNames.has(name)),
      };
    },
    async 'variables.write'({ owner, variables, version }) {
      const loaded = await require();
      const { file, text, variables: before } = await declared(loaded, owner);
      if (file === undefined) return { version: hashText(text) };
      const next =
        owner.kind === 'environment'
          ? applyVariables(text, variables, file)
          : applyFolderVariables(text, variables, file);
      if (owner.kind === 'environment') {
        const store = secrets.of({ workspace: root, environment: owner.name });
        for (const { name, value, secret } of variables) if (secret && value !== '') await store.set(name, value);
      }
      const written = await writeOver(edit, { file, text, next, version });
      const names = new Set(variables.map(({ name }) => name));
      const gone = before
        .filter(({ name }) => !names.has(name))
        .map(({ name }): [string, unknown] => [name, undefined]);
      const scope = scopeOf(owner);
      if (gone.length > 0 && scope)
        await values.set(valuesOwner(loaded, owner), scope, Object.fromEntries<unknown>(gone));
      return written;
    },
    async 'variables.setCurrent'({ owner, values: changed }) {
      const loaded = await require();
      const scope = scopeOf(owner);
      if (!scope) return {};
      const before = await currentOf(loaded, owner);
      const next = Object.entries(changed).map(([name, text]): [string, unknown] => [
        name,
        text === null ? undefined : sameKind(before[name], text),
      ]);
      await values.set(valuesOwner(loaded, owner), scope, Object.fromEntries<unknown>(next));
      return {};
    },
    'variables.reveal': async ({ environment, name }) => ({
      value: (await secrets.of({ workspace: root, environment }).get(name)) ?? null,
    }),
  };

  /** The text of the owner's file, or of the one that it gets; globals have none. */
  async function declared(
    loaded: LoadedCollection,
    owner: VariableOwner,
  ): Promise<{ file?: string; text: string; variables: DeclaredVariable[] }> {
    if (owner.kind === 'globals') return { text: '', variables: [] };
    if (owner.kind === 'folder') {
      const { file, text } = await folderText(edit, owner.id);
      const { variables } = toEditedFolder(checkFolder(parseYaml(text, file) ?? {}, file));
      return { file, text, variables: variables.map((one) => ({ ...one, secret: false })) };
    }
    const { name } = owner;
    const file = await findEnvironmentFile(edit, name);
    const known = loaded.environments.find((one) => one.name === name) ?? { name, variables: [] };
    const text = file === undefined ? stringify(known, { lineWidth: 0 }) : await edit.read(file);
    const variables = toDeclared(checkEnvironment(parseYaml(text, file ?? name) ?? {}, file ?? name));
    const target =
      file ?? (await edit.freePath({ parent: ENVIRONMENTS, name, kind: 'environment', current: undefined }));
    return { file: target, text, variables };
  }
  function valuesOwner(loaded: LoadedCollection, owner: VariableOwner): ValuesOwner {
    const environment = owner.kind === 'environment' ? owner.name : undefined;
    return { workspace: root, collection: loaded.root, environment };
  }
  async function currentOf(loaded: LoadedCollection, owner: VariableOwner): Promise<Record<string, unknown>> {
    const scope = scopeOf(owner);
    return scope ? (await values.of(valuesOwner(loaded, owner)))[scope] : {};
  }
}

/** The scope in which scripts set these variables; they set none of a folder inside the collection. */
function scopeOf(owner: VariableOwner): keyof ScopeValues | undefined {
  if (owner.kind !== 'folder') return owner.kind;
  return owner.id === '' ? 'collection' : undefined;
}

function applyFolderVariables(text: string, variables: readonly DeclaredVariable[], file: string): string {
  const folder = toEditedFolder(checkFolder(parseYaml(text, file) ?? {}, file));
  const edited = variables.map(({ secret: _none, ...variable }) => variable);
  return applyFolderEdit(text, { ...folder, variables: edited }, file);
}

/** A number or an object that is edited as text stays one, where the text still says one. */
function sameKind(before: unknown, text: string): unknown {
  if (before === undefined || typeof before === 'string') return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
