/** The address of a server in an OpenAPI description. */
import { isObject, scalarText, type Json } from '../imported/imported.ts';
import { ignoreFields } from '../imported/unread-fields.ts';

/** The assumed server of a description that names none, or only a relative address. */
const LOCAL_SERVER = 'http://localhost';

/** The address with the default values of its variables, or the first that they may have, without a slash at its end. */
export function serverUrl(server: Json | undefined): string {
  const defaults = isObject(server?.['variables']) ? server['variables'] : {};
  const url = scalarText(server?.['url']).replace(/\{([^{}]+)\}/g, (all, name: string) => {
    const variable = defaults[name];
    if (!isObject(variable)) return all;
    ignoreFields(variable, 'enum', 'description');
    const [firstValue] = Array.isArray(variable['enum']) ? (variable['enum'] as unknown[]) : [];
    return scalarText(variable['default'] ?? firstValue);
  });
  const trimmed = url.replace(/\/$/, '');
  const isRelative = trimmed === '' || trimmed.startsWith('/');
  return isRelative && !trimmed.startsWith('//') ? `${LOCAL_SERVER}${trimmed}` : trimmed;
}
