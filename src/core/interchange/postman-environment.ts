/** Environments of Postman. A value of the type "secret" never becomes a part of the environment. */
import type { Environment } from '@opencollection/types/config/environments';
import { codedError } from '../../contract/errors.ts';
import { disabledIf, isObject, list, text, type ImportedSecret, type Json } from './imported.ts';
import { typedValue } from './postman-parts.ts';

export interface ImportedEnvironment {
  /** Declares each secret by its name only. */
  environment: Environment;
  secrets: ImportedSecret[];
}

export const isPostmanEnvironment = (json: unknown): json is Json =>
  isObject(json) && Array.isArray(json['values']) && typeof json['name'] === 'string';

/** @throws InvalidData */
export function parsePostmanEnvironment(content: string, file: string): ImportedEnvironment {
  let json: unknown;
  try {
    json = JSON.parse(content.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw codedError('InvalidData', `${file} is not JSON: ${(error as Error).message}`);
  }
  if (!isPostmanEnvironment(json)) throw codedError('InvalidData', `${file} is not an environment of Postman.`);
  return fromPostmanEnvironment(json);
}

export function fromPostmanEnvironment(json: Json): ImportedEnvironment {
  const environment = text(json['name']) || 'Environment';
  const variables = list(json['values']).map((item) => ({
    name: text(item['key']),
    value: typedValue(item),
    secretText: text(item['value']),
    isSecret: item['type'] === 'secret',
    ...disabledIf(item['enabled'] === false || item['disabled']),
  }));
  return {
    environment: {
      name: environment,
      variables: variables.map(({ isSecret, name, value, secretText: _secretText, ...rest }) =>
        isSecret ? { secret: true as const, name, ...rest } : { name, value, ...rest },
      ),
    },
    secrets: variables.flatMap(({ isSecret, name, secretText }) =>
      isSecret && secretText !== '' ? [{ environment, name, value: secretText }] : [],
    ),
  };
}
