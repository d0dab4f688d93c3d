/** Reads environments of Postman. A value of the type "secret" never becomes a part of the environment. */
import type { Environment } from '@opencollection/types/config/environments';
import { codedError } from '../../../contract/errors.ts';
import { MAX_NESTING } from '../../collection/files/limits.ts';
import { valueOf } from '../../collection/variables/variable-value.ts';
import { isJsonNestedDeeper } from '../../platform/json/bounded-json.ts';
import {
  disabledIf,
  optional,
  isObject,
  list,
  text,
  type ImportedCollection,
  type ImportedSecret,
  type ImportWarning,
  type Json,
} from '../imported/imported.ts';
import { descriptionOf, typedValue } from './parts.ts';
import { ignoreFields, trackReads, unreadFields, untrackAll } from '../imported/unread-fields.ts';

export interface ImportedEnvironment {
  /** The environment, in which secrets are declared without values. */
  environment: Environment;
  secrets: ImportedSecret[];
  warnings: ImportWarning[];
}

export const isPostmanEnvironment = (json: unknown): json is Json =>
  isObject(json) && Array.isArray(json['values']) && (typeof json['name'] === 'string' || isPostmanGlobals(json));

/** Globals have the form of an environment, and may have no name. */
export const isPostmanGlobals = (json: Json): boolean => json['_postman_variable_scope'] === 'globals';

/** Those that are switched off or secret are left out with a warning, because global variables have neither. */
export function fromPostmanGlobals(json: Json): Pick<ImportedCollection, 'globals' | 'warnings'> {
  const { environment, warnings } = fromPostmanEnvironment(json);
  const globals: [string, unknown][] = [];
  const omitted: ImportWarning[] = [];
  for (const variable of environment.variables ?? []) {
    const { name = '', disabled } = variable;
    const where = `Global variable ${name}`;
    if (disabled) omitted.push({ where, what: 'is switched off, which a global variable cannot be here' });
    else if ('secret' in variable)
      omitted.push({ where, what: 'is secret: add it as a secret variable to an environment' });
    else if (name !== '') globals.push([name, valueOf(variable)]);
  }
  return { globals: Object.fromEntries(globals), warnings: [...warnings, ...omitted] };
}

/** @param content an environment, or globals, which may have no name. @throws InvalidData */
export function parsePostmanEnvironment(content: string, file: string): ImportedEnvironment {
  let json: unknown;
  const isDeep = isJsonNestedDeeper(content, MAX_NESTING);
  try {
    json = isDeep ? undefined : JSON.parse(content.replace(/^\uFEFF/, ''));
  } catch {
    // The parser's message would quote the file, which may hold secrets.
    const remedy = 'An environment of Postman is JSON. Lines with key=value are read by --env-var-file.';
    throw codedError('InvalidData', `${file} is not JSON.`, remedy);
  }
  if (!isObject(json) || !Array.isArray(json['values']))
    throw codedError('InvalidData', `${file} is not an environment of Postman.`);
  return fromPostmanEnvironment(json);
}

export function fromPostmanEnvironment(source: Json): ImportedEnvironment {
  const json = trackReads(source);
  ignoreFields(json, 'id', 'uid', 'owner', 'createdAt', 'updatedAt', 'isPublic', 'color');
  ignoreFields(json, '_postman_variable_scope', '_postman_exported_at', '_postman_exported_using', 'timestamp');
  const environment = text(json['name']) || 'Environment';
  const variables = list(json['values']).map((item) => {
    ignoreFields(item, 'id', 'uuid', 'type', 'enabled', 'system');
    return {
      name: text(item['key']),
      value: typedValue(item),
      secretText: text(item['value']),
      isSecret: item['type'] === 'secret',
      ...optional('description', descriptionOf(item['description'])),
      ...disabledIf(item['enabled'] === false || item['disabled']),
    };
  });
  return untrackAll({
    warnings: unreadFields(json, environment),
    environment: {
      name: environment,
      variables: variables.map(({ isSecret, name, value, secretText: _secretText, ...rest }) =>
        isSecret ? { secret: true as const, name, ...rest } : { name, value, ...rest },
      ),
    },
    secrets: variables.flatMap(({ isSecret, name, secretText }) =>
      isSecret && secretText !== '' ? [{ environment, name, value: secretText }] : [],
    ),
  });
}
