/** Converts the parts that the collection, its folders and its requests share in Postman's formats. */
import type { Scripts } from '@opencollection/types/common/scripts';
import type { Variable, VariableValue } from '@opencollection/types/common/variables';
import type { RequestSettings } from '../../../contract/collection/request-settings.ts';
import { MAX_NESTING } from '../../collection/files/limits.ts';
import { variableValue } from '../../collection/variables/variable-value.ts';
import { fromPostmanSettings } from '../../http/postman/postman-settings.ts';
import {
  disabledIf,
  optional,
  prose,
  isObject,
  list,
  text,
  type ImportedSecret,
  type Json,
  type ImportWarning,
} from '../imported/imported.ts';
import { ignoreFields, untracked } from '../imported/unread-fields.ts';
import { jsonOrUndefined } from '../../platform/json/json-or-undefined.ts';

/** Collects warnings and other results beside the converted request or folder. */
export interface ImportContext {
  warnings: ImportWarning[];
  secrets: ImportedSecret[];
}

/** The value of a variable by its type, as Postman reads it; an absent value is an empty text. */
export function typedValue({ value, type }: Json): VariableValue {
  if (value === undefined) return '';
  if (type === 'number') return variableValue(Number(value));
  if (type === 'boolean') return variableValue(Boolean(value));
  if ((type === 'array' || type === 'object') && typeof value === 'string')
    return variableValue(jsonOrUndefined(value));
  if (type === 'string' && (value === null || typeof value !== 'object')) return value === null ? 'null' : text(value);
  return variableValue(value);
}

/** The variables of an item; secret ones are added to the context instead. */
export function variablesOf(value: unknown, where: string, { warnings, secrets }: ImportContext): Variable[] {
  return list(value).flatMap((item) => {
    ignoreFields(item, 'id', 'uuid', 'type', 'name', 'system');
    const variable = { name: text(item['key']), value: text(item['value']) };
    if (variable.name === '') {
      if (variable.value !== '') warnings.push({ where, what: 'a variable without a name ("key")' });
      return [];
    }
    if (item['type'] !== 'secret') {
      const description = optional('description', descriptionOf(item['description']));
      return [{ name: variable.name, value: typedValue(item), ...description, ...disabledIf(item['disabled']) }];
    }
    const secret = secrets.find(({ name }) => name === variable.name);
    if (!secret) secrets.push({ environment: null, ...variable });
    else if (secret.value !== variable.value) {
      warnings.push({
        where,
        what: `its value of the secret ${variable.name}: another level has a secret of this name`,
      });
    }
    return [];
  });
}

const scriptTypes = new Map([
  ['prerequest', 'before-request'],
  ['test', 'after-response'],
]);

export function scriptsOf(item: Json, where: string, warnings: ImportWarning[]): Scripts {
  // Postman reads a single event that is not in a list, and lines of code in nested lists.
  return list([item['event']].flat()).flatMap((event) => {
    ignoreFields(event, 'id');
    const script = isObject(event['script']) ? event['script'] : { exec: event['script'] };
    // Packages are found in the code, which requires them.
    ignoreFields(script, 'id', 'packages', ...(script['type'] === 'text/javascript' ? ['type'] : []));
    const { exec } = script;
    const code = Array.isArray(exec) ? exec.flat(MAX_NESTING).map(text).join('\n') : prose(exec);
    const type = scriptTypes.get(text(event['listen']));
    if (code.trim() === '') return [];
    if (event['disabled']) {
      warnings.push({ where, what: 'a script that is switched off' });
      return [];
    }
    if (type) return [{ type, code }] as Scripts;
    warnings.push({ where, what: `the script for the event "${text(event['listen'])}"` });
    return [];
  });
}

/** The id of a request or a folder, by which scripts refer to it; `_postman_id` in older exports. */
export const idOf = (item: Json): string => text(item['id'] ?? item['_postman_id']);

export function descriptionOf(value: unknown): string {
  ignoreFields(value, 'type', 'version');
  return isObject(value) ? text(value['content']) : text(value);
}

/** Converts `protocolProfileBehavior` to settings; undefined where there are none. */
export function settingsOf(value: unknown, where: string, warnings: ImportWarning[]): RequestSettings | undefined {
  // Settings without effect have warnings of their own.
  if (isObject(value)) ignoreFields(value, ...Object.keys(value));
  const { settings, warnings: phrases } = fromPostmanSettings(untracked(value));
  warnings.push(...phrases.map((what) => ({ where, what })));
  return Object.keys(settings).length > 0 ? settings : undefined;
}
