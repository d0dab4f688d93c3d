/** Texts and variables of Insomnia. */
import { isObject, optional, prose, text, type Json, type ImportWarning } from '../imported/imported.ts';
import { ignoreFields, untracked } from '../imported/unread-fields.ts';

const VARIABLE = /\{\{\s*(?:_\[\s*['"]([^'"\]{}]+)['"]\s*\]|_?\.?([\w.-]+(?:\[\d+\][\w.-]*)*))\s*\}\}/g;

/** In Insomnia, `{{ _.name }}`, `{{ _['name'] }}` and `{{name}}` are equivalent. */
export const plain = (value: unknown): string =>
  text(value).replace(VARIABLE, (_all, inBrackets?: string, name?: string) => `{{${inBrackets ?? name}}}`);

type Variable = { name: string; value: string };

/** Variables of an environment; nested values are named by their path. A list is there as JSON, too. */
export function flatten(data: Json, prefix = ''): Variable[] {
  return Object.entries(data).flatMap(([key, value]) => {
    const name = prefix + key;
    const isList = Array.isArray(value);
    return [...(isList ? [{ name, value: plain(untracked(value)) }] : []), ...variablesOf(name, value)];
  });
}

/** The items of a list are named by their numbers, such as `list[0]`. */
function variablesOf(name: string, value: unknown): Variable[] {
  if (isObject(value)) return flatten(value, `${name}.`);
  if (Array.isArray(value)) return value.flatMap((item, index) => variablesOf(`${name}[${index}]`, item));
  return [{ name, value: plain(untracked(value)) }];
}

/** A sub-environment changes single members of the objects of its base. */
export const mergedData = (base: Json, changes: Json): Json => ({
  ...base,
  ...Object.fromEntries(
    Object.entries(changes).map(([key, value]) => {
      const inherited = base[key];
      return [key, isObject(inherited) && isObject(value) ? mergedData(inherited, value) : value];
    }),
  ),
});

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
