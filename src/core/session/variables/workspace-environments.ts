/**
 * Adds, renames and removes the environments of a workspace's collection. Their variables are in
 * workspace-variables.ts.
 */
import { stringify } from 'yaml';
import { codedError } from '../../../contract/errors.ts';
import type { HostApi } from '../../../contract/host-contract.ts';
import type { LoadedCollection } from '../../collection/files/collection-files.ts';
import type { CollectionEdit } from '../../collection/edit/edit-tree.ts';
import { checkEnvironment } from '../../collection/format/file-shapes.ts';
import { ENVIRONMENTS, isYamlFile, ROOT_FILE } from '../../collection/files/names.ts';
import { parseYaml, parseYamlDocument } from '../../collection/format/parse-yaml.ts';
import type { CurrentValues } from '../../collection/variables/current-values.ts';
import type { SecretStore } from '../../platform/secrets/secret-store.ts';

type Names = 'addEnvironment' | 'renameEnvironment' | 'removeEnvironment';

export function createWorkspaceEnvironments(options: {
  root: string;
  secrets: SecretStore;
  values: CurrentValues;
  require: () => Promise<LoadedCollection>;
  /** Creates the collection where the folder has none. */
  ensureCollection: () => Promise<void>;
  edit: CollectionEdit;
}): Pick<HostApi, `collection.${Names}`> {
  const { root, secrets, values, require, ensureCollection, edit } = options;
  return {
    async 'collection.addEnvironment'({ name, copyOf }) {
      await ensureCollection();
      const loaded = await require();
      requireNewName(loaded, name);
      const copied =
        copyOf === null ? undefined : loaded.environments.find((environment) => environment.name === copyOf);
      const text = stringify({ ...(copied ?? { variables: [] }), name }, { lineWidth: 0 });
      await edit.create(await newFile(name), text);
      return {};
    },
    async 'collection.renameEnvironment'({ from, to }) {
      const loaded = await require();
      if (from === to) return {};
      requireNewName(loaded, to);
      const file = await environmentFile(from);
      if (!(await edit.exists(file))) throw inCollectionFile(from);
      const next = await newFile(to, file);
      await writeMember(edit, file, ['name', to]);
      await edit.moveFile(file, next);
      await secrets.renameEnvironment(root, from, to);
      await values.renameEnvironment(root, from, to);
      // Last, because a file that cannot be written must not keep the secrets from the new name.
      await renameInChildren(edit, loaded, { from, to });
      return {};
    },
    async 'collection.removeEnvironment'({ name }) {
      const file = await environmentFile(name);
      if (!(await edit.exists(file))) throw inCollectionFile(name);
      const token = await edit.remove(file);
      await secrets.removeEnvironment(root, name, token);
      await values.removeEnvironment(root, name, token);
      return { token };
    },
  };

  async function environmentFile(environment: string): Promise<string> {
    return (await findEnvironmentFile(edit, environment)) ?? newFile(environment);
  }
  /** @param current the present file of an environment, whose name counts as free */
  async function newFile(environment: string, current?: string): Promise<string> {
    return edit.freePath({ parent: ENVIRONMENTS, name: environment, kind: 'environment', current });
  }
}

/** The file of an environment, by the name in the file; undefined where it has no file of its own. */
export async function findEnvironmentFile(edit: CollectionEdit, environment: string): Promise<string | undefined> {
  for (const name of (await edit.list(ENVIRONMENTS)).filter(isYamlFile)) {
    const file = `${ENVIRONMENTS}/${name}`;
    const inFile = await edit
      .read(file)
      .then((text) => checkEnvironment(parseYaml(text, file) ?? {}, file).name)
      .catch(() => undefined);
    if (inFile === undefined) continue;
    if (inFile === environment || (inFile === '' && name.replace(/\.ya?ml$/, '') === environment)) return file;
  }
  return undefined;
}

/** Writes the new name into the environments that extend the renamed one, if they have files of their own. */
async function renameInChildren(
  edit: CollectionEdit,
  { environments }: LoadedCollection,
  { from, to }: { from: string; to: string },
): Promise<void> {
  for (const child of environments.filter((environment) => environment.extends === from)) {
    const file = await findEnvironmentFile(edit, child.name);
    if (file !== undefined) await writeMember(edit, file, ['extends', to]);
  }
}

async function writeMember(edit: CollectionEdit, file: string, member: [string, string]): Promise<void> {
  const text = await edit.read(file);
  await edit.write(file, applyMember(text, member, file), text);
}

function applyMember(text: string, [member, value]: [string, string], file: string): string {
  const document = parseYamlDocument(text, file);
  document.set(member, value);
  return document.toString({ lineWidth: 0 });
}
function inCollectionFile(name: string): Error {
  const message = `The environment "${name}" has no file of its own: it stands in ${ROOT_FILE}.`;
  return codedError('InvalidParams', message, 'Rename or remove it there.');
}
function requireNewName({ environments }: LoadedCollection, name: string): void {
  if (environments.some((environment) => environment.name === name)) {
    throw codedError('InvalidParams', `There is an environment "${name}" already.`, 'Choose another name.');
  }
}
