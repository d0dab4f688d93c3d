/** The address of a server in an OpenAPI description. */
import type { Variable } from '@opencollection/types/common/variables';
import { isObject, optional, prose, scalarText, type Json } from '../imported/imported.ts';
import { ignoreFields } from '../imported/unread-fields.ts';

/** The assumed server of a description that names none, or only a relative address. */
const LOCAL_SERVER = 'http://localhost';

/** The default value of a variable of a server, or the first that it may have. */
function defaultOf(variable: Json): string {
  ignoreFields(variable, 'enum', 'description');
  const [firstValue] = Array.isArray(variable['enum']) ? (variable['enum'] as unknown[]) : [];
  return scalarText(variable['default'] ?? firstValue);
}

/** The address with the default values of its variables, without a slash at its end. */
export const serverUrl = (server: Json | undefined): string => addressOf(server, defaultOf);

/**
 * The variables of an environment for a server: `baseUrl`, and those that its address names.
 * @param taken names that other variables of the environment have: such a variable of the server is written as its default value
 */
export function serverVariables(server: Json | undefined, taken: readonly string[]): Variable[] {
  const named = new Map<string, Variable>();
  const value = addressOf(server, (variable, name) => {
    if (name === 'baseUrl' || taken.includes(name)) return defaultOf(variable);
    const values = Array.isArray(variable['enum']) ? (variable['enum'] as unknown[]).map(scalarText).join(', ') : '';
    const description = [prose(variable['description']), values === '' ? '' : `One of: ${values}`];
    named.set(name, {
      name,
      value: defaultOf(variable),
      ...optional('description', description.filter((part) => part !== '').join(' ')),
    });
    return `{{${name}}}`;
  });
  return [{ name: 'baseUrl', value }, ...named.values()];
}

function addressOf(server: Json | undefined, valueOf: (variable: Json, name: string) => string): string {
  const variables = isObject(server?.['variables']) ? server['variables'] : {};
  const url = scalarText(server?.['url']).replace(/\{([^{}]+)\}/g, (all, name: string) => {
    const variable = variables[name];
    return isObject(variable) ? valueOf(variable, name) : all;
  });
  const trimmed = url.replace(/\/$/, '');
  const isRelative = trimmed === '' || trimmed.startsWith('/');
  return isRelative && !trimmed.startsWith('//') ? `${LOCAL_SERVER}${trimmed}` : trimmed;
}
