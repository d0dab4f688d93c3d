/** The environments of a workspace's collection: added, renamed, removed, and their variables edited. */
import { stringify } from 'yaml';
import type { EnvironmentVariable } from '../../contract/collection.ts';
import { codedError } from '../../contract/errors.ts';
import type { HostApi } from '../../contract/host-contract.ts';
import type { LoadedCollection } from '../collection/collection-files.ts';
import type { CollectionEdit } from '../collection/edit-tree.ts';
import { checkEnvironment } from '../collection/file-shapes.ts';
import { ENVIRONMENTS, isYamlFile, ROOT_FILE } from '../collection/names.ts';
import { parseYaml, parseYamlDocument } from '../collection/parse-yaml.ts';
import type { CurrentValues } from '../collection/current-values.ts';
import type { SecretStore } from '../platform/secret-store.ts';
import { applyVariables } from '../collection/edit-environment.ts';
import { textOf, valueOf } from '../collection/variable-value.ts';

type Names = 'addEnvironment' | 'renameEnvironment' | 'removeEnvironment' | 'variables' | 'setVariables';

export function createWorkspaceEnvironments(options: {
  root: string;
  secrets: SecretStore;
  values: CurrentValues;
  require: () => Promise<LoadedCollection>;
  edit: CollectionEdit;
}): Pick<HostApi, `collection.${Names}`> {
  const { root, secrets, values, require, edit } = options;
  return {
    async 'collection.addEnvironment'({ name, copyOf }) {
      const loaded = await require();
      requireNewName(loaded, name);
      const copied = copyOf === null ? undefined : loaded.environments.find((one) => one.name === copyOf);
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
      await edit.write(file, applyName(await edit.read(file), to, file));
      await edit.moveFile(file, next);
      await secrets.renameEnvironment(root, from, to);
      await values.renameEnvironment(root, from, to);
      return {};
    },
    async 'collection.removeEnvironment'({ name }) {
      const token = await edit.remove(await environmentFile(name));
      await secrets.removeEnvironment(root, name, token);
      await values.removeEnvironment(root, name, token);
      return { token };
    },
    async 'collection.variables'({ environment }) {
      const loaded = await require();
      const found = loaded.environments.find(({ name }) => name === environment);
      const owner = { workspace: root, collection: loaded.root, environment };
      const { environment: current } = await values.of(owner);
      const variables = await Promise.all(
        (found?.variables ?? []).flatMap((variable) => {
          const { name } = variable;
          return !name || variable.disabled ? [] : [describeVariable(environment, name, variable)];
        }),
      );
      const known = new Set(variables.map(({ name }) => name));
      const made = Object.keys(current)
        .filter((name) => !known.has(name))
        .map((name) => ({ name, value: '', secret: false, set: true }));
      return {
        variables: [...variables, ...made].map((variable) =>
          Object.hasOwn(current, variable.name) && !variable.secret
            ? { ...variable, current: textOf(current[variable.name]) }
            : variable,
        ),
      };
    },
    async 'collection.setVariables'({ environment, variables }) {
      await require();
      const file = await environmentFile(environment);
      const text = (await edit.exists(file)) ? await edit.read(file) : stringify({ name: environment, variables: [] });
      for (const { name, value, secret } of variables)
        if (secret && value !== '') await secrets.of({ workspace: root, environment }).set(name, value);
      await edit.write(file, applyVariables(text, variables, file));
      await values.forgetEnvironment(root, environment);
      return {};
    },
  };

  async function describeVariable(environment: string, name: string, variable: object): Promise<EnvironmentVariable> {
    if (!('secret' in variable))
      return { name, value: textOf(valueOf({ name, ...variable })), secret: false, set: true };
    const value = await secrets.of({ workspace: root, environment }).get(name);
    return { name, value: '', secret: true, set: value !== undefined };
  }
  /** The file of the environment, or the one that it gets when it is stored for the first time. */
  async function environmentFile(environment: string): Promise<string> {
    for (const name of (await edit.list(ENVIRONMENTS)).filter(isYamlFile)) {
      const file = `${ENVIRONMENTS}/${name}`;
      const inFile = await edit
        .read(file)
        .then((text) => checkEnvironment(parseYaml(text, file) ?? {}, file).name)
        .catch(() => undefined);
      if (inFile === undefined) continue;
      if (inFile === environment || (inFile === '' && name.replace(/\.ya?ml$/, '') === environment)) return file;
    }
    return newFile(environment);
  }
  /** @param current the file that an environment has already, whose name counts as free */
  async function newFile(environment: string, current?: string): Promise<string> {
    return edit.freePath({ parent: ENVIRONMENTS, name: environment, kind: 'environment', current });
  }
}

function applyName(text: string, name: string, file: string): string {
  const document = parseYamlDocument(text, file);
  document.set('name', name);
  return document.toString({ lineWidth: 0 });
}
function inCollectionFile(name: string): Error {
  const message = `The environment "${name}" has no file of its own: it stands in ${ROOT_FILE}.`;
  return codedError('InvalidParams', message, 'Change its name there.');
}
function requireNewName({ environments }: LoadedCollection, name: string): void {
  if (environments.some((one) => one.name === name)) {
    throw codedError('InvalidParams', `There is an environment "${name}" already.`, 'Choose another name.');
  }
}
