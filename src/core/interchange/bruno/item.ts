/** Converts requests and folder settings from the JSON that `@usebruno/lang` parses. */
import type { RequestDefaults } from '@opencollection/types/common/request-defaults';
import type { HttpRequestBody } from '@opencollection/types/requests/http';
import type { OpenRequest } from '../../collection/format/open-collection.ts';
import { authOf } from './auth.ts';
import { assertionOf, fieldOf, paramOf, requestVariablesOf, responseVariablesOf, scriptsOf } from './parts.ts';
import { optional, isObject, list, listMember, text, type Json, type ImportWarning } from '../imported/imported.ts';
import { examplesMember, type ExampleParts } from '../imported/examples.ts';

const isEmpty = (value: object): boolean => Object.keys(value).length === 0;

/** The defaults that a folder or the collection adds to the requests below it. */
export function defaultsOf(json: Json, where: string, warnings: ImportWarning[]): RequestDefaults | undefined {
  const auth = authOf(json, where, warnings);
  const defaults = {
    ...listMember('headers', list(json['headers']).map(fieldOf)),
    ...listMember('variables', requestVariablesOf(json)),
    ...listMember('scripts', scriptsOf(json)),
    ...listMember('actions', responseVariablesOf(json)),
    ...(auth && auth !== 'inherit' ? { auth } : {}),
  };
  return isEmpty(defaults) ? undefined : defaults;
}

export function requestOf(json: Json, name: string, where: string, warnings: ImportWarning[]): OpenRequest {
  const http = isObject(json['http']) ? json['http'] : {};
  const auth = authOf(json, where, warnings);
  const runtime = {
    ...listMember('variables', requestVariablesOf(json)),
    ...listMember('scripts', scriptsOf(json)),
    ...listMember('assertions', list(json['assertions']).map(assertionOf)),
    ...listMember('actions', responseVariablesOf(json)),
  };
  const shared = {
    method: text(http['method']).toUpperCase() || 'GET',
    url: text(http['url']),
    ...listMember('headers', list(json['headers']).map(fieldOf)),
    ...listMember('params', list(json['params']).map(paramOf)),
    ...(auth ? { auth } : {}),
  };
  const settings = settingsOf(json['settings']);
  const otherMembers = {
    ...(isEmpty(runtime) ? {} : { runtime }),
    ...(isEmpty(settings) ? {} : { settings }),
    ...examplesMember(
      list(json['examples']).map((example) => exampleOf(example, where, warnings)),
      where,
      warnings,
    ),
    ...optional('docs', text(json['docs'])),
  };
  const tags = tagsOf(json['meta']);
  const bodies = isObject(json['body']) ? json['body'] : {};
  if (http['body'] === 'graphql') {
    const graphql = isObject(bodies['graphql']) ? bodies['graphql'] : {};
    const body = { query: text(graphql['query']), ...optional('variables', text(graphql['variables'])) };
    return { info: { name, type: 'graphql', ...tags }, graphql: { ...shared, body }, ...otherMembers };
  }
  const body = bodyOf(text(http['body']), bodies, where, warnings);
  return { info: { name, type: 'http', ...tags }, http: { ...shared, ...(body ? { body } : {}) }, ...otherMembers };
}

export function tagsOf(meta: unknown): { tags?: string[] } {
  const tags = isObject(meta) && Array.isArray(meta['tags']) ? meta['tags'].map(text) : [];
  return listMember('tags', tags);
}

/** In Bruno 0 means no limit, which is the default of a request without the setting. */
function settingsOf(value: unknown): NonNullable<OpenRequest['settings']> {
  if (!isObject(value)) return {};
  const { timeout, followRedirects, maxRedirects, encodeUrl, forwardAuthorizationHeader } = value;
  return {
    ...(typeof encodeUrl === 'boolean' ? { encodeUrl } : {}),
    ...(typeof timeout === 'number' && timeout > 0 ? { timeout } : {}),
    ...(typeof followRedirects === 'boolean' ? { followRedirects } : {}),
    ...(typeof maxRedirects === 'number' ? { maxRedirects } : {}),
    ...(typeof forwardAuthorizationHeader === 'boolean' ? { forwardAuthorizationHeader } : {}),
  };
}

function exampleOf(example: Json, where: string, warnings: ImportWarning[]): ExampleParts {
  const request = isObject(example['request']) ? example['request'] : {};
  const response = isObject(example['response']) ? example['response'] : {};
  const body = isObject(response['body']) ? response['body'] : {};
  const status = Number(response['status']);
  const type = text(body['type']);
  const requestBody = isObject(request['body'])
    ? bodyOf(text(request['body']['mode']), request['body'], where, warnings)
    : undefined;
  const headers = list(request['headers']).map(fieldOf);
  const params = list(request['params']).map(paramOf);
  return {
    name: text(example['name']),
    description: text(example['description']),
    request: {
      method: text(request['method']).toUpperCase() || 'GET',
      url: text(request['url']),
      ...(headers.length > 0 ? { headers } : {}),
      ...(params.length > 0 ? { params } : {}),
      ...(requestBody ? { body: requestBody } : {}),
    },
    status: Number.isInteger(status) && status > 0 ? status : undefined,
    statusText: text(response['statusText']),
    headers: list(response['headers']).map((item) => ({ name: text(item['name']), value: text(item['value']) })),
    body: text(body['content']),
    isBase64: type === 'binary',
    ...(type && type !== 'binary' ? { contentType: type === 'text' ? 'text/plain' : `application/${type}` } : {}),
  };
}

function bodyOf(mode: string, bodies: Json, where: string, warnings: ImportWarning[]): HttpRequestBody | undefined {
  switch (mode) {
    case 'json':
    case 'text':
    case 'xml':
    case 'sparql':
      return { type: mode, data: text(bodies[mode]) };
    case 'form-urlencoded':
    case 'formUrlEncoded':
      return { type: 'form-urlencoded', data: list(bodies['formUrlEncoded']).map(fieldOf) };
    case 'multipart-form':
    case 'multipartForm':
      return {
        type: 'multipart-form',
        data: list(bodies['multipartForm']).map((item) => ({
          ...fieldOf(item),
          type: item['type'] === 'file' ? ('file' as const) : ('text' as const),
          value: item['type'] === 'file' ? [item['value']].flat().map(text) : text(item['value']),
          ...optional('contentType', text(item['contentType'])),
        })),
      };
    case 'file':
      return {
        type: 'file',
        data: list(bodies['file']).map((item) => ({
          filePath: text(item['filePath']),
          contentType: text(item['contentType']),
          selected: item['selected'] === true,
        })),
      };
    case '':
    case 'none':
      return undefined;
    default:
      warnings.push({ where, what: `a body of the kind "${mode}"` });
      return undefined;
  }
}
