/** The variables that the file of an environment, a folder or the collection declares. */
import { stringify } from 'yaml';
import type { DeclaredVariable, VariableOwner } from '../../../contract/collection/variable-calls.ts';
import type { LoadedCollection } from '../../collection/files/collection-files.ts';
import { applyVariables, toDeclared } from '../../collection/edit/edit-environment.ts';
import { applyFolderEdit, toEditedFolder } from '../../collection/edit/edit-request.ts';
import type { CollectionEdit } from '../../collection/edit/edit-tree.ts';
import { checkEnvironment, checkFolder } from '../../collection/format/file-shapes.ts';
import { ENVIRONMENTS } from '../../collection/files/names.ts';
import { parseYaml } from '../../collection/format/parse-yaml.ts';
import { folderText } from '../collection/unsaved-edits.ts';
import { findEnvironmentFile } from './workspace-environments.ts';

export interface DeclaredVariables {
  /** Absent for globals, which no file declares. */
  file?: string;
  /** The text of the file, or the initial text of a file that does not exist yet. */
  text: string;
  variables: DeclaredVariable[];
}

export async function readDeclared(
  edit: CollectionEdit,
  loaded: LoadedCollection,
  owner: VariableOwner,
): Promise<DeclaredVariables> {
  if (owner.kind === 'globals') return { text: '', variables: [] };
  if (owner.kind === 'folder') {
    const { file, text } = await folderText(edit, owner.id);
    const { variables } = toEditedFolder(checkFolder(parseYaml(text, file) ?? {}, file));
    return { file, text, variables: variables.map((variable) => ({ ...variable, secret: false })) };
  }
  const { name } = owner;
  const file = await findEnvironmentFile(edit, name);
  const known = loaded.environments.find((environment) => environment.name === name) ?? { name, variables: [] };
  const text = file === undefined ? stringify(known, { lineWidth: 0 }) : await edit.read(file);
  const variables = toDeclared(checkEnvironment(parseYaml(text, file ?? name) ?? {}, file ?? name));
  const target = file ?? (await edit.freePath({ parent: ENVIRONMENTS, name, kind: 'environment', current: undefined }));
  return { file: target, text, variables };
}

/** The text of a file with other variables. */
export function applyDeclared(
  { kind }: VariableOwner,
  { text, file }: { text: string; file: string },
  variables: readonly DeclaredVariable[],
): string {
  return kind === 'environment' ? applyVariables(text, variables, file) : applyFolderVariables(text, variables, file);
}

function applyFolderVariables(text: string, variables: readonly DeclaredVariable[], file: string): string {
  const folder = toEditedFolder(checkFolder(parseYaml(text, file) ?? {}, file));
  const edited = variables.map(({ secret: _secret, ...variable }) => variable);
  return applyFolderEdit(text, { ...folder, variables: edited }, file);
}
