/** Descriptions of an API: OpenAPI 3.0, 3.1 and Swagger 2. A folder for each tag, a request for each operation. */
import type { Auth } from '@opencollection/types/common/auth';
import type { HttpRequestBody, HttpRequestParam } from '@opencollection/types/requests/http';
import { codedError } from '../../contract/errors.ts';
import {
  disabledIf,
  given,
  isObject,
  list,
  text,
  type Imported,
  type ImportedItem,
  type Json,
  type Lost,
} from './imported.ts';

export const isOpenApi = (json: unknown): json is Json =>
  isObject(json) && (typeof json['openapi'] === 'string' || typeof json['swagger'] === 'string');

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** @throws InvalidData when it is none that can be read */
export async function fromOpenApi(json: Json): Promise<Imported> {
  const { dereference, upgrade } = await import('@scalar/openapi-parser');
  const version = text(json['openapi'] ?? json['swagger']);
  if (!/^(2\.|3\.[012])/.test(version)) {
    throw codedError('InvalidData', `OpenAPI ${version} is not known here; 3.0, 3.1 and Swagger 2 are.`);
  }
  const upgraded = upgrade(structuredClone(json)).specification as unknown;
  const { schema, errors } = dereference(upgraded as never);
  const api = (schema ?? upgraded) as Json;
  const lost: Lost[] = (errors ?? [])
    .slice(0, 50)
    .map(({ message }: { message: string }) => ({ where: 'the description', what: message }));
  const info = isObject(api['info']) ? api['info'] : {};
  const name = text(info['title']) || 'API';
  const schemes =
    isObject(api['components']) && isObject(api['components']['securitySchemes'])
      ? api['components']['securitySchemes']
      : {};
  const auth = authOf(list(api['security']), schemes, name, lost);
  const folders = new Map<string, ImportedItem[]>();
  const top: ImportedItem[] = [];
  const tags = new Map(list(api['tags']).map((tag) => [text(tag['name']), text(tag['description'])]));
  for (const [path, entry] of Object.entries(isObject(api['paths']) ? api['paths'] : {})) {
    if (!isObject(entry)) continue;
    for (const method of methods) {
      const operation = entry[method];
      if (!isObject(operation)) continue;
      const item = requestOf(path, method, entry, operation, schemes, lost);
      const tag = Array.isArray(operation['tags']) ? text(operation['tags'][0]) : '';
      if (tag === '') top.push(item);
      else folders.set(tag, [...(folders.get(tag) ?? []), item]);
    }
  }
  const servers = list(api['servers']);
  const variables = (server: Json | undefined) => [
    { name: 'baseUrl', value: serverUrl(server) },
    ...Object.entries(schemeVariables(schemes)).map(([key, value]) => ({ name: key, value })),
  ];
  return {
    kind: version.startsWith('2') ? 'Swagger description' : 'OpenAPI description',
    name,
    ...given('docs', text(info['description'])),
    ...(auth ? { defaults: { auth } } : {}),
    items: [
      ...[...folders].map(([tag, items]) => ({ name: tag, items, ...given('docs', tags.get(tag) ?? '') })),
      ...top,
    ],
    environments: (servers.length > 0 ? servers : [undefined]).map((server, index) => ({
      name: text(server?.['description']) || (servers.length > 1 ? `${name} ${index + 1}` : name),
      variables: variables(server),
    })),
    secrets: [],
    lost,
  };
}

function serverUrl(server: Json | undefined): string {
  const defaults = isObject(server?.['variables']) ? server['variables'] : {};
  const url = text(server?.['url']).replace(/\{([^}]+)\}/g, (all, name: string) => {
    const variable = defaults[name];
    return isObject(variable) ? text(variable['default']) : all;
  });
  return url.replace(/\/$/, '') || 'http://localhost';
}

function requestOf(
  path: string,
  method: string,
  entry: Json,
  operation: Json,
  schemes: Json,
  lost: Lost[],
): ImportedItem {
  const name = text(operation['summary']) || text(operation['operationId']) || `${method.toUpperCase()} ${path}`;
  const own = list(operation['parameters']);
  const inherited = list(entry['parameters']).filter(
    (one) => !own.some((other) => other['name'] === one['name'] && other['in'] === one['in']),
  );
  const parameters = [...inherited, ...own];
  const of = (place: string) => parameters.filter((one) => one['in'] === place);
  const param =
    (type: 'query' | 'path') =>
    (one: Json): HttpRequestParam => ({
      name: text(one['name']),
      value: text(exampleOf(one)),
      ...given('description', text(one['description'])),
      type,
      // What is not asked for is there to be switched on.
      ...disabledIf(type === 'query' && one['required'] !== true),
    });
  const params = [...of('query').map(param('query')), ...of('path').map(param('path'))];
  const query = params
    .filter(({ type, disabled }) => type === 'query' && !disabled)
    .map((one) => `${one.name}=${one.value}`);
  const headers = of('header').map((one) => ({
    name: text(one['name']),
    value: text(exampleOf(one)),
    ...given('description', text(one['description'])),
    ...disabledIf(one['required'] !== true),
  }));
  const cookies = of('cookie').map((one) => `${text(one['name'])}=${text(exampleOf(one))}`);
  if (cookies.length > 0) headers.push({ name: 'Cookie', value: cookies.join('; ') });
  const body = bodyOf(isObject(operation['requestBody']) ? operation['requestBody'] : {});
  const auth = Array.isArray(operation['security'])
    ? authOf(list(operation['security']), schemes, name, lost)
    : 'inherit';
  return {
    name,
    request: {
      info: { name, type: 'http' },
      http: {
        method: method.toUpperCase(),
        url: `{{baseUrl}}${path.replace(/\{([^}]+)\}/g, ':$1')}${query.length > 0 ? `?${query.join('&')}` : ''}`,
        ...(headers.length > 0 ? { headers } : {}),
        ...(params.length > 0 ? { params } : {}),
        ...(body ? { body } : {}),
        ...(auth ? { auth } : {}),
      },
      ...given('docs', text(operation['description'])),
    },
  };
}

function exampleOf(parameter: Json): unknown {
  if (parameter['example'] !== undefined) return parameter['example'];
  const [first] = Object.values(isObject(parameter['examples']) ? parameter['examples'] : {});
  if (isObject(first) && first['value'] !== undefined) return first['value'];
  const schema = isObject(parameter['schema']) ? parameter['schema'] : {};
  const {
    default: usual,
    example,
    examples,
  } = schema as { default?: unknown; example?: unknown; examples?: unknown[] };
  return usual ?? example ?? examples?.[0] ?? (Array.isArray(schema['enum']) ? (schema['enum'] as unknown[])[0] : '');
}

function bodyOf(body: Json): HttpRequestBody | undefined {
  const content = isObject(body['content']) ? body['content'] : {};
  const types = Object.keys(content);
  const find = (pattern: RegExp) => types.find((type) => pattern.test(type));
  const sampleOf = (type: string): unknown => {
    const media = content[type];
    if (!isObject(media)) return undefined;
    const example = exampleOf({ ...media, schema: undefined });
    return example === '' ? sample(media['schema']) : example;
  };
  const json = find(/json/i);
  if (json) {
    const value = sampleOf(json);
    return { type: 'json', data: typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '') };
  }
  const fields = (type: string) => Object.entries((sampleOf(type) ?? {}) as Json);
  const form = find(/urlencoded/i);
  if (form)
    return { type: 'form-urlencoded', data: fields(form).map(([name, value]) => ({ name, value: text(value) })) };
  const multipart = find(/multipart/i);
  if (multipart) {
    const media = content[multipart] as Json;
    const properties =
      isObject(media['schema']) && isObject(media['schema']['properties']) ? media['schema']['properties'] : {};
    return {
      type: 'multipart-form',
      data: Object.entries(properties).map(([name, schema]) => {
        const isFile = isObject(schema) && (schema['format'] === 'binary' || 'contentMediaType' in schema);
        return { name, type: isFile ? 'file' : 'text', value: isFile ? [] : text(sample(schema)) };
      }),
    };
  }
  const xml = find(/xml/i);
  if (xml) return { type: 'xml', data: text(exampleOf({ ...(content[xml] as Json), schema: undefined })) };
  const [other] = types;
  if (other === undefined) return undefined;
  if (/^text\//i.test(other)) return { type: 'text', data: text(sampleOf(other)) };
  return { type: 'file', data: [{ filePath: '', contentType: other, selected: true }] };
}

const MAX_DEPTH = 6;

/** A value that fits the schema: its example, else one made of its types. */
function sample(schema: unknown, depth = 0): unknown {
  if (!isObject(schema) || depth > MAX_DEPTH) return null;
  const { example, default: usual, const: fixed } = schema as { example?: unknown; default?: unknown; const?: unknown };
  const given =
    example ?? usual ?? fixed ?? (Array.isArray(schema['examples']) ? (schema['examples'] as unknown[])[0] : undefined);
  if (given !== undefined) return given;
  if (Array.isArray(schema['enum'])) return (schema['enum'] as unknown[])[0];
  if (Array.isArray(schema['allOf'])) {
    return Object.assign(
      {},
      ...schema['allOf'].map((one) => sample(one, depth + 1)),
      propertiesOf(schema, depth),
    ) as unknown;
  }
  const [choice] = [schema['oneOf'], schema['anyOf']].flatMap((one) => (Array.isArray(one) ? (one as unknown[]) : []));
  if (choice !== undefined) return sample(choice, depth + 1);
  const types = [schema['type']].flat().filter((type) => type !== 'null');
  switch (types[0]) {
    case 'string':
      return (
        {
          'date-time': '2026-01-31T12:00:00Z',
          date: '2026-01-31',
          uuid: '00000000-0000-4000-8000-000000000000',
          email: 'ada@example.com',
          uri: 'https://example.com',
        }[text(schema['format'])] ?? ''
      );
    case 'integer':
    case 'number':
      return typeof schema['minimum'] === 'number' ? schema['minimum'] : 0;
    case 'boolean':
      return true;
    case 'array': {
      const item = sample(schema['items'], depth + 1);
      return item === null ? [] : [item];
    }
    default:
      return isObject(schema['properties']) || types[0] === 'object' ? propertiesOf(schema, depth) : null;
  }
}
function propertiesOf(schema: Json, depth: number): Json {
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([, one]) => !(isObject(one) && one['readOnly'] === true))
      .map(([name, one]) => [name, sample(one, depth + 1)]),
  );
}

/** Names of variables that the auth of the schemes uses. */
function schemeVariables(schemes: Json): Record<string, string> {
  const names: Record<string, string> = {};
  for (const scheme of Object.values(schemes)) {
    if (!isObject(scheme)) continue;
    if (scheme['type'] === 'apiKey') names['apiKey'] = '';
    if (scheme['type'] === 'http')
      Object.assign(
        names,
        text(scheme['scheme']).toLowerCase() === 'bearer' ? { token: '' } : { username: '', password: '' },
      );
    if (scheme['type'] === 'oauth2') Object.assign(names, { clientId: '', clientSecret: '' });
  }
  return names;
}

/** The first of the ways that is known here. */
function authOf(security: readonly Json[], schemes: Json, where: string, lost: Lost[]): Auth | undefined {
  for (const name of security.flatMap((one) => Object.keys(one))) {
    const scheme = schemes[name];
    if (!isObject(scheme)) continue;
    const kind = text(scheme['scheme']).toLowerCase();
    if (scheme['type'] === 'apiKey' && scheme['in'] !== 'cookie') {
      return {
        type: 'apikey',
        key: text(scheme['name']),
        value: '{{apiKey}}',
        placement: scheme['in'] === 'query' ? 'query' : 'header',
      };
    }
    if (scheme['type'] === 'http' && kind === 'bearer') return { type: 'bearer', token: '{{token}}' };
    if (scheme['type'] === 'http' && (kind === 'basic' || kind === 'digest')) {
      return { type: kind, username: '{{username}}', password: '{{password}}' };
    }
    if (scheme['type'] === 'oauth2' && isObject(scheme['flows'])) {
      const { clientCredentials, authorizationCode } = scheme['flows'];
      const scope = (flow: Json) => Object.keys(isObject(flow['scopes']) ? flow['scopes'] : {}).join(' ');
      const credentials = { clientId: '{{clientId}}', clientSecret: '{{clientSecret}}' };
      if (isObject(clientCredentials)) {
        return {
          type: 'oauth2',
          flow: 'client_credentials',
          accessTokenUrl: text(clientCredentials['tokenUrl']),
          credentials,
          scope: scope(clientCredentials),
        };
      }
      if (isObject(authorizationCode)) {
        return {
          type: 'oauth2',
          flow: 'authorization_code',
          authorizationUrl: text(authorizationCode['authorizationUrl']),
          accessTokenUrl: text(authorizationCode['tokenUrl']),
          credentials,
          scope: scope(authorizationCode),
        };
      }
    }
    lost.push({ where, what: `auth by "${name}" (${text(scheme['type'])})` });
  }
  return undefined;
}
