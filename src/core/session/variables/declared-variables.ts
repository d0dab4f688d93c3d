/** The variables that the file of an environment, a folder or the collection declares. */
import { stringify } from 'yaml';
import type { DeclaredVariable, VariableOwner } from '../../../contract/collection/variable-calls.ts';
import type { LoadedCollection } from '../../collection/files/collection-files.ts';
import { applyVariables, memberAt, toDeclared } from '../../collection/edit/edit-environment.ts';
import { applyFolderEdit } from '../../collection/edit/edit-request.ts';
import { toEditedFolder } from '../../collection/edit/to-edited.ts';
import type { CollectionEdit } from '../../collection/edit/edit-tree.ts';
import { checkEnvironment, checkFolder } from '../../collection/format/file-shapes.ts';
import { ENVIRONMENTS, ROOT_FILE } from '../../collection/files/names.ts';
import { parseYaml } from '../../collection/format/parse-yaml.ts';
import { folderText } from '../collection/unsaved-edits.ts';
import { findEnvironmentFile } from './workspace-environments.ts';

export interface DeclaredVariables {
  /** Absent for globals, which no file declares. */
  file?: string;
  /** The text of the file, or the initial text of a file that does not exist yet. */
  text: string;
  variables: DeclaredVariable[];
  /** The path of the environment in the file, where that holds more. */
  at?: readonly (string | number)[];
}

export type ReadDeclared = (loaded: LoadedCollection, owner: VariableOwner) => Promise<DeclaredVariables>;

/** @param parse parses the collection's file, which may be large, only when its text has changed */
export function createReadDeclared(edit: CollectionEdit, parse = parseYaml): ReadDeclared {
  let last: { text: string; json: unknown } | undefined;
  const parseCollectionFile = (text: string): unknown => {
    if (last?.text !== text) last = { text, json: parse(text, ROOT_FILE) };
    return last.json;
  };
  return (loaded, owner) => readDeclared({ edit, parseCollectionFile }, loaded, owner);
}

interface DeclaredFiles {
  edit: CollectionEdit;
  parseCollectionFile: (text: string) => unknown;
}

async function readDeclared(
  files: DeclaredFiles,
  loaded: LoadedCollection,
  owner: VariableOwner,
): Promise<DeclaredVariables> {
  const { edit } = files;
  if (owner.kind === 'globals') return { text: '', variables: [] };
  if (owner.kind === 'folder') {
    const { file, text } = await folderText(edit, owner.id);
    const { variables } = toEditedFolder(checkFolder(parseYaml(text, file) ?? {}, file));
    return { file, text, variables: variables.map((variable) => ({ ...variable, secret: false })) };
  }
  const { name } = owner;
  const inCollection = await findInCollectionFile(files, name);
  if (inCollection) return inCollection;
  const file = await findEnvironmentFile(edit, name);
  const declaringEnvironment = loaded.environments.find((environment) => environment.name === name) ?? {
    name,
    variables: [],
  };
  const text = file === undefined ? stringify(declaringEnvironment, { lineWidth: 0 }) : await edit.read(file);
  const variables = toDeclared(checkEnvironment(parseYaml(text, file ?? name) ?? {}, file ?? name));
  const target = file ?? (await edit.freePath({ parent: ENVIRONMENTS, name, kind: 'environment', current: undefined }));
  return { file: target, text, variables };
}

/** An environment that the collection's own file holds; it is used before one of the same name in a file of its own. */
async function findInCollectionFile(
  { edit, parseCollectionFile }: DeclaredFiles,
  name: string,
): Promise<DeclaredVariables | undefined> {
  if (!(await edit.exists(ROOT_FILE))) return undefined;
  const text = await edit.read(ROOT_FILE);
  const json = parseCollectionFile(text);
  const environments = memberAt(json, IN_COLLECTION);
  if (!Array.isArray(environments)) return undefined;
  const index = environments.findIndex((environment: unknown) => memberAt(environment, ['name']) === name);
  if (index < 0) return undefined;
  const variables = toDeclared(checkEnvironment(environments[index], `${ROOT_FILE}, environment ${index + 1},`));
  return { file: ROOT_FILE, text, variables, at: [...IN_COLLECTION, index] };
}
const IN_COLLECTION = ['config', 'environments'];

/** The text of a file with other variables. */
export function applyDeclared(
  { kind }: VariableOwner,
  { text, file, at = [] }: Pick<DeclaredVariables, 'text' | 'at'> & { file: string },
  variables: readonly DeclaredVariable[],
): string {
  return kind === 'environment'
    ? applyVariables(text, variables, { file, at })
    : applyFolderVariables(text, variables, file);
}

function applyFolderVariables(text: string, variables: readonly DeclaredVariable[], file: string): string {
  const folder = toEditedFolder(checkFolder(parseYaml(text, file) ?? {}, file));
  const edited = variables.map(({ secret: _secret, ...variable }) => variable);
  return applyFolderEdit(text, { ...folder, variables: edited }, file);
}
