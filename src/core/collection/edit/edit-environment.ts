/**
 * The variables of an environment's file, read and changed in place: whatever is not edited keeps its text, with its
 * comments.
 */
import type { Environment } from '@opencollection/types/config/environments';
import type { DeclaredVariable } from '../../../contract/collection/variable-calls.ts';
import { marksOf } from './to-edited.ts';
import { parseEditable, setList } from './edit-yaml.ts';
import { checkEnvironment } from '../format/file-shapes.ts';
import { toPlain } from '../format/parse-yaml.ts';
import { textOf, valueOf } from '../variables/variable-value.ts';

export function toDeclared({ variables }: Pick<Environment, 'variables'>): DeclaredVariable[] {
  return (variables ?? []).map((variable) => {
    const { name = '' } = variable;
    const isSecret = 'secret' in variable;
    return { name, value: isSecret ? '' : textOf(valueOf(variable)), secret: isSecret, ...marksOf(variable) };
  });
}

/**
 * Returns the text of an environment's file with these variables. Of a secret, only the name is written.
 * @param options.at the path of the environment in a file that holds more
 */
export function applyVariables(
  text: string,
  variables: readonly DeclaredVariable[],
  { file = 'The file', at = [] }: { file?: string; at?: readonly (string | number)[] } = {},
): string {
  const document = parseEditable(text, file);
  const before = toDeclared(checkEnvironment(memberAt(toPlain(document, file), at) ?? {}, file));
  const editedVariables = variables.map(({ name, value, secret, ...marks }) => ({
    name,
    value: secret ? '' : value,
    secret,
    ...marksOf(marks),
  }));
  const toJson = ({ name, value, secret, ...marks }: DeclaredVariable) =>
    secret ? { secret: true, name, ...marks } : { name, value, ...marks };
  // A variable that becomes a secret may not leave its value in the file.
  const optional = ['disabled', 'description', 'secret', 'value', 'type'];
  setList(document, [...at, 'variables'], { edited: editedVariables, before, toJson, keepEmpty: true, optional });
  return document.toString({ lineWidth: 0 });
}

/** The value at a path of keys and indexes; undefined where there is none. */
export function memberAt(json: unknown, path: readonly (string | number)[]): unknown {
  let value = json;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string | number, unknown>)[key];
  }
  return value;
}
