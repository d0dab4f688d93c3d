/** Collections and environments of Postman (collection format 2.0 and 2.1), read and written. */
import type { RequestDefaults } from '@opencollection/types/common/request-defaults';
import type { Scripts } from '@opencollection/types/common/scripts';
import type { Environment } from '@opencollection/types/config/environments';
import type { HttpRequestBody, HttpRequestExample, HttpRequestParam } from '@opencollection/types/requests/http';
import { codedError } from '../../contract/errors.ts';
import { urlText } from '../http/postman-request.ts';
import { authOf } from './postman-auth.ts';
import type { OpenRequest } from '../collection/open-collection.ts';
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

export const isPostmanCollection = (json: unknown): json is Json =>
  isObject(json) && isObject(json['info']) && Array.isArray(json['item']);
export const isPostmanEnvironment = (json: unknown): json is Json =>
  isObject(json) && Array.isArray(json['values']) && typeof json['name'] === 'string';

/** @throws InvalidData when it is of a newer form than is known here */
export function fromPostmanCollection(json: Json): Imported {
  const info = isObject(json['info']) ? json['info'] : {};
  const schema = text(json['info'] && info['schema']);
  const [, major = 2] = (/v(\d+)\.\d+/.exec(schema) ?? []).map(Number);
  if (major > 2) {
    throw codedError(
      'InvalidData',
      `This collection is of version ${major} of Postman's format; 2.0 and 2.1 are read.`,
      'Export it as 2.1 there.',
    );
  }
  const lost: Lost[] = [];
  const name = text(info['name']) || 'Collection';
  const defaults = defaultsOf(json, name, lost);
  reportUnknown(json, ['info', 'item', 'event', 'variable', 'auth', 'protocolProfileBehavior'], name, lost);
  return {
    kind: 'Postman collection',
    name,
    ...given('docs', descriptionOf(info['description'])),
    ...given('defaults', defaults),
    items: list(json['item']).map((item) => itemOf(item, '', lost)),
    environments: [],
    lost,
  };
}

/** @throws InvalidData */
export function parsePostmanEnvironment(content: string, file: string): Environment {
  let json: unknown;
  try {
    json = JSON.parse(content.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw codedError('InvalidData', `${file} is no JSON: ${(error as Error).message}`);
  }
  if (!isPostmanEnvironment(json)) throw codedError('InvalidData', `${file} is no environment of Postman.`);
  return fromPostmanEnvironment(json);
}

export function fromPostmanEnvironment(json: Json): Environment {
  return {
    name: text(json['name']) || 'Environment',
    variables: list(json['values']).map((item) => ({
      name: text(item['key']),
      value: text(item['value']),
      ...disabledIf(item['enabled'] === false || item['disabled']),
    })),
  };
}

const itemKeys = [
  'name',
  'id',
  '_postman_id',
  'uid',
  'description',
  'item',
  'event',
  'variable',
  'auth',
  'request',
  'response',
  'protocolProfileBehavior',
  '_postman_isSubFolder',
  '_postman_previewlanguage',
];

function itemOf(item: Json, path: string, lost: Lost[]): ImportedItem {
  const name = text(item['name']) || 'Unnamed';
  const where = path === '' ? name : `${path} / ${name}`;
  reportUnknown(item, itemKeys, where, lost);
  if (Array.isArray(item['item'])) {
    return {
      name,
      items: list(item['item']).map((one) => itemOf(one, where, lost)),
      ...given('defaults', defaultsOf(item, where, lost)),
      ...given('docs', descriptionOf(item['description'])),
    };
  }
  return { name, request: requestOf(item, name, where, lost) };
}

/** What a folder or the collection adds. */
function defaultsOf(item: Json, where: string, lost: Lost[]): RequestDefaults | undefined {
  const scripts = scriptsOf(item);
  const variables = variablesOf(item['variable']);
  const auth = item['auth'] ? authOf(item['auth'], where, lost) : undefined;
  const defaults = {
    ...(auth && auth !== 'none' ? { auth } : {}),
    ...(variables.length > 0 ? { variables } : {}),
    ...(scripts.length > 0 ? { scripts } : {}),
  };
  return Object.keys(defaults).length > 0 ? defaults : undefined;
}

const variablesOf = (value: unknown) =>
  list(value)
    .map((item) => ({
      name: text(item['key'] ?? item['id']),
      value: text(item['value']),
      ...disabledIf(item['disabled']),
    }))
    .filter(({ name }) => name !== '');

function scriptsOf(item: Json): Scripts {
  return list(item['event']).flatMap((event) => {
    const script = isObject(event['script']) ? event['script'] : { exec: event['script'] };
    const code = Array.isArray(script['exec']) ? script['exec'].map(text).join('\n') : text(script['exec']);
    if (code.trim() === '' || event['disabled']) return [];
    const type = event['listen'] === 'prerequest' ? 'before-request' : 'after-response';
    return [{ type, code }] as Scripts;
  });
}

function descriptionOf(value: unknown): string {
  return isObject(value) ? text(value['content']) : text(value);
}

function requestOf(item: Json, name: string, where: string, lost: Lost[]): OpenRequest {
  const json: Json = isObject(item['request']) ? item['request'] : { url: item['request'] };
  reportUnknown(json, ['method', 'url', 'header', 'body', 'auth', 'description', 'certificate', 'proxy'], where, lost);
  for (const key of ['certificate', 'proxy']) {
    if (json[key]) lost.push({ where, what: `its own ${key}: set it for the workspace, in "Proxy and certificates"` });
  }
  const auth = json['auth'] ? authOf(json['auth'], where, lost) : 'inherit';
  const headers = (Array.isArray(json['header']) ? list(json['header']) : headerLines(text(json['header']))).map(
    (header) => ({
      name: text(header['key']),
      value: text(header['value']),
      ...given('description', descriptionOf(header['description'])),
      ...disabledIf(header['disabled']),
    }),
  );
  const params = paramsOf(json['url']);
  const scripts = scriptsOf(item);
  const variables = variablesOf(item['variable']);
  const settings = settingsOf(item['protocolProfileBehavior'], where, lost);
  const examples = list(item['response']).map(exampleOf);
  const shared = {
    url: addressOf(json['url']),
    ...(headers.length > 0 ? { headers } : {}),
    ...(params.length > 0 ? { params } : {}),
    ...(auth === 'none' ? {} : { auth }),
  };
  const runtime = { ...(variables.length > 0 ? { variables } : {}), ...(scripts.length > 0 ? { scripts } : {}) };
  const rest = {
    ...(Object.keys(runtime).length > 0 ? { runtime } : {}),
    ...(settings ? { settings } : {}),
    ...(examples.length > 0 ? { examples } : {}),
    ...given('docs', descriptionOf(json['description'] ?? item['description'])),
  };
  const method = text(json['method']) || 'GET';
  const body = isObject(json['body']) ? json['body'] : undefined;
  if (body?.['mode'] === 'graphql') {
    const graphql = isObject(body['graphql']) ? body['graphql'] : {};
    return {
      info: { name, type: 'graphql' },
      graphql: {
        method,
        ...shared,
        body: { query: text(graphql['query']), ...given('variables', text(graphql['variables'])) },
      },
      ...rest,
    };
  }
  const made = body && !body['disabled'] ? bodyOf(body, where, lost) : undefined;
  return { info: { name, type: 'http' }, http: { method, ...shared, ...(made ? { body: made } : {}) }, ...rest };
}

const headerLines = (lines: string): Json[] =>
  lines
    .split(/\r?\n/)
    .map((line) => /^([^:]+):(.*)$/.exec(line))
    .flatMap((found) => (found ? [{ key: (found[1] ?? '').trim(), value: (found[2] ?? '').trim() }] : []));

/** As it was typed, stray text and all. */
function addressOf(url: unknown): string {
  if (isObject(url) && typeof url['raw'] === 'string' && url['raw'] !== '') {
    // Postman shows switched off parameters in the table only; some writers leave them in the text.
    const off = list(url['query']).some((item) => item['disabled']);
    return off ? urlText({ ...url, raw: undefined, variable: undefined }) : url['raw'];
  }
  return urlText(isObject(url) ? { ...url, variable: undefined } : url);
}

function paramsOf(url: unknown): HttpRequestParam[] {
  if (!isObject(url)) return [];
  const param = (type: 'query' | 'path') => (item: Json) => ({
    name: text(item['key'] ?? item['id']),
    value: text(item['value']),
    ...given('description', descriptionOf(item['description'])),
    type,
    ...disabledIf(item['disabled']),
  });
  const query = list(url['query']).map(param('query'));
  return [...query, ...list(url['variable']).map(param('path'))].filter(
    ({ name, value }) => name !== '' || value !== '',
  );
}

function bodyOf(body: Json, where: string, lost: Lost[]): HttpRequestBody | undefined {
  switch (body['mode']) {
    case 'raw': {
      const raw = text(body['raw']);
      if (raw === '') return undefined;
      const options = isObject(body['options']) && isObject(body['options']['raw']) ? body['options']['raw'] : {};
      const language = text(options['language']);
      const type =
        language === 'json' || (language === '' && /^\s*[[{]/.test(raw)) ? 'json' : language === 'xml' ? 'xml' : 'text';
      return { type, data: raw };
    }
    case 'urlencoded':
      return {
        type: 'form-urlencoded',
        data: list(body['urlencoded']).map((item) => ({
          name: text(item['key']),
          value: text(item['value']),
          ...given('description', descriptionOf(item['description'])),
          ...disabledIf(item['disabled']),
        })),
      };
    case 'formdata':
      return {
        type: 'multipart-form',
        data: list(body['formdata']).map((item) => ({
          name: text(item['key']),
          type: item['type'] === 'file' ? ('file' as const) : ('text' as const),
          value: item['type'] === 'file' ? [item['src'] ?? []].flat().map(text) : text(item['value']),
          ...given('contentType', text(item['contentType'])),
          ...given('description', descriptionOf(item['description'])),
          ...disabledIf(item['disabled']),
        })),
      };
    case 'file': {
      const file = isObject(body['file']) ? body['file'] : {};
      return {
        type: 'file',
        data: [{ filePath: text(file['src']), contentType: 'application/octet-stream', selected: true }],
      };
    }
    case undefined:
      return undefined;
    default:
      lost.push({ where, what: `a body of the kind "${text(body['mode'])}"` });
      return undefined;
  }
}

function settingsOf(value: unknown, where: string, lost: Lost[]): OpenRequest['settings'] | undefined {
  if (!isObject(value)) return undefined;
  const { followRedirects, maxRedirects, ...others } = value;
  for (const key of Object.keys(others)) {
    if (key !== 'disableBodyPruning' && key !== 'disableCookies') lost.push({ where, what: `the setting ${key}` });
  }
  const settings = {
    ...(typeof followRedirects === 'boolean' ? { followRedirects } : {}),
    ...(typeof maxRedirects === 'number' ? { maxRedirects } : {}),
  };
  return Object.keys(settings).length > 0 ? settings : undefined;
}

function exampleOf(response: Json): HttpRequestExample {
  return {
    name: text(response['name']),
    response: {
      ...(typeof response['code'] === 'number' ? { status: response['code'] } : {}),
      ...given('statusText', text(response['status'])),
      headers: list(response['header']).map((header) => ({ name: text(header['key']), value: text(header['value']) })),
      body: {
        type: response['_postman_previewlanguage'] === 'json' ? 'json' : 'text',
        data: text(response['body']),
      },
    },
  };
}

function reportUnknown(json: Json, known: readonly string[], where: string, lost: Lost[]): void {
  for (const key of Object.keys(json)) if (!known.includes(key)) lost.push({ where, what: `the key "${key}"` });
}
