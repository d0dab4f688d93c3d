/** Texts and variables of Insomnia. */
import { isObject, optional, prose, text, type Json, type ImportWarning } from '../imported/imported.ts';
import { ignoreFields, untracked } from '../imported/unread-fields.ts';

const VARIABLE = /\{\{\s*(?:_\[\s*['"]([^'"\]{}]+)['"]\s*\]|_?\.?([\w.-]+))\s*\}\}/g;

/** In Insomnia, `{{ _.name }}`, `{{ _['name'] }}` and `{{name}}` are equivalent. */
export const plain = (value: unknown): string =>
  text(value).replace(VARIABLE, (_all, inBrackets?: string, name?: string) => `{{${inBrackets ?? name}}}`);

/** Variables of an environment; nested values are named by their path. */
export function flatten(data: Json, prefix = ''): { name: string; value: string }[] {
  return Object.entries(data).flatMap(([key, value]) =>
    isObject(value) ? flatten(value, `${prefix}${key}.`) : [{ name: prefix + key, value: plain(untracked(value)) }],
  );
}

/** Only Insomnia can evaluate tags such as `{% uuid 'v4' %}`; they are kept as text and reported. */
export function reportTags(value: unknown, where: string, warnings: ImportWarning[]): void {
  const tags = new Set(JSON.stringify(value ?? '').match(/\{%.{0,200}?%\}/g));
  for (const tag of tags) {
    const tagText = tag.replaceAll('\\"', '"');
    warnings.push({ where, what: `the tag ${tagText}: set a variable in a script and use that` });
  }
}

/** Name, value and description of a header, parameter or form field. */
export function fieldOf(field: Json) {
  ignoreFields(field, 'id', 'type', 'multiline');
  return {
    name: text(field['name']),
    value: plain(field['value']),
    ...optional('description', prose(field['description'])),
  };
}
