/** The file of an environment changed in place: what is not edited here, comments and order too, stays as it was. */
import type { EnvironmentVariable } from '../../contract/collection.ts';
import { parseEditable } from './edit-yaml.ts';
import { checkEnvironment } from './file-shapes.ts';
import { toPlain } from './parse-yaml.ts';
import { valueOf } from './variable-value.ts';

/** The text of an environment's file with these variables; a secret has a name there and no value. */
export function applyVariables(text: string, variables: readonly EnvironmentVariable[], file = 'The file'): string {
  const document = parseEditable(text, file);
  const before = checkEnvironment(toPlain(document, file) ?? {}, file).variables ?? [];
  const wanted = new Map(variables.map((variable) => [variable.name, variable]));
  const kept = new Set<string>();
  for (let index = before.length - 1; index >= 0; index -= 1) {
    const variable = before[index];
    const name = variable?.name ?? '';
    if (!variable || variable.disabled) continue;
    const now = wanted.get(name);
    // What has become a secret may not leave its value behind.
    if (!now || now.secret !== 'secret' in variable) {
      document.deleteIn(['variables', index]);
      continue;
    }
    kept.add(name);
    if ('secret' in variable) continue;
    const old = valueOf(variable);
    if ((typeof old === 'string' ? old : JSON.stringify(old)) !== now.value) {
      document.setIn(['variables', index, 'value'], now.value);
    }
  }
  if (!document.hasIn(['variables'])) document.setIn(['variables'], document.createNode([]));
  for (const { name, value, secret } of variables) {
    if (!kept.has(name))
      document.addIn(['variables'], document.createNode(secret ? { secret: true, name } : { name, value }));
  }
  return document.toString({ lineWidth: 0 });
}
