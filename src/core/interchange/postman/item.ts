/** One request of a Postman collection. */
import { hasName, headerValueOf } from '../../../contract/http/header-value.ts';
import type {
  FileBodyVariant,
  HttpRequestBody,
  HttpRequestExample,
  HttpRequestHeader,
  HttpRequestParam,
} from '@opencollection/types/requests/http';
import {
  fieldsOfForm,
  filesOf,
  formFieldName,
  headerRows,
  headerValue,
  queryRows,
  urlText,
} from '../../http/postman/postman-request.ts';
import type { OpenRequest } from '../../collection/format/open-collection.ts';
import { ownValue } from '../../platform/json/own-value.ts';
import {
  disabledIf,
  optional,
  isObject,
  list,
  rawText,
  tableRows,
  text,
  type Json,
  type ImportWarning,
} from '../imported/imported.ts';
import { ignoreFields } from '../imported/unread-fields.ts';
import { examplesMember, type ExampleParts } from '../imported/examples.ts';
import { authOf, hasAuth } from './auth.ts';
import { descriptionOf, idOf, scriptsOf, settingsOf, variablesOf, type ImportContext } from './parts.ts';

export function requestOf(item: Json, name: string, where: string, context: ImportContext): OpenRequest {
  const { warnings } = context;
  const json: Json = isObject(item['request']) ? item['request'] : { url: item['request'] };
  ignoreFields(json, 'name');
  for (const key of ['certificate', 'proxy']) {
    if (json[key])
      warnings.push({ where, what: `its own ${key}: set it for the workspace, in "Proxy and certificates"` });
    ignoreFields(json, key);
  }
  const auth = hasAuth(json['auth']) ? authOf(json['auth'], where, warnings) : 'inherit';
  const headers = withLanguage(headersOf(json['header']), json['body']);
  const params = paramsOf(json['url']);
  const scripts = scriptsOf(item, where, warnings);
  const variables = variablesOf(item['variable'], where, context);
  const settings = settingsOf(item['protocolProfileBehavior'], where, warnings);
  const examples = examplesMember(
    list(item['response']).map((item) => exampleOf(item, where, warnings)),
    where,
    warnings,
  );
  const shared = {
    url: addressOf(json['url']),
    ...(headers.length > 0 ? { headers } : {}),
    ...(params.length > 0 ? { params } : {}),
    ...(auth === 'none' ? {} : { auth }),
  };
  const runtime = { ...(variables.length > 0 ? { variables } : {}), ...(scripts.length > 0 ? { scripts } : {}) };
  const otherMembers = {
    ...(Object.keys(runtime).length > 0 ? { runtime } : {}),
    ...(settings ? { settings } : {}),
    ...examples,
    ...optional('docs', descriptionOf(json['description'] ?? item['description'])),
  };
  const id = optional('id', idOf(item));
  const method = text(json['method']) || 'GET';
  const body = isObject(json['body']) ? json['body'] : undefined;
  if (body?.['mode'] === 'graphql' && isObject(body['graphql'])) {
    const { graphql } = body;
    return {
      info: { name, type: 'graphql', ...id },
      graphql: {
        method,
        ...shared,
        body: {
          ...(typeof graphql['query'] === 'string' ? { query: graphql['query'] } : {}),
          ...optional('variables', graphql['variables'] === null ? 'null' : text(graphql['variables'])),
          ...optional('operationName', text(graphql['operationName'])),
        },
      },
      ...otherMembers,
    };
  }
  const sentBody = body && !body['disabled'] ? bodyOf(body, where, warnings) : bodyOfText(json['body']);
  return {
    info: { name, type: 'http', ...id },
    http: { method, ...shared, ...(sentBody ? { body: sentBody } : {}) },
    ...otherMembers,
  };
}

/** Members of table rows that only Postman's own interface uses. */
const rowFields = ['id', 'uuid', 'type', 'equals'];

function headersOf(value: unknown): HttpRequestHeader[] {
  return headerRows(value).map((header) => {
    ignoreFields(header, ...rowFields, 'name');
    return {
      name: text(header['key']),
      value: headerValue(header['value']),
      ...optional('description', descriptionOf(header['description'])),
      ...disabledIf(header['disabled']),
    };
  });
}

/** Text languages without a body type in OpenCollection: the Content-Type header keeps the type. */
const languageTypes: Record<string, string> = { html: 'text/html', javascript: 'application/javascript' };

function withLanguage(headers: HttpRequestHeader[], body: unknown): HttpRequestHeader[] {
  const options = isObject(body) && body['mode'] === 'raw' && isObject(body['options']) ? body['options']['raw'] : {};
  const value = isObject(options) ? ownValue(languageTypes, text(options['language'])) : undefined;
  const hasType = headers.some((header) => !header.disabled && hasName(header, 'content-type'));
  return value === undefined || hasType ? headers : [...headers, { name: 'Content-Type', value }];
}

/** A form may be a list, or the encoded text. */
const formFields = (form: unknown): Json[] =>
  typeof form === 'string' ? fieldsOfForm(form).map(({ name: key, value }) => ({ key, value })) : tableRows(form);

/** The parts of an address decide what is sent; path parameters stay in the text. */
function addressOf(url: unknown): string {
  ignoreFields(url, 'raw');
  return urlText(url);
}

function paramsOf(url: unknown): HttpRequestParam[] {
  if (!isObject(url)) return [];
  const param = (type: 'query' | 'path') => (item: Json) => {
    ignoreFields(item, ...rowFields, ...(type === 'path' ? ['disabled'] : []));
    return {
      name: text(item['key'] ?? item['id']),
      value: text(item['value']),
      ...optional('description', descriptionOf(item['description'])),
      type,
      // Postman also fills in disabled path parameters.
      ...disabledIf(type === 'query' && item['disabled']),
    };
  };
  const query = queryRows(url['query']).map(param('query'));
  const path = list(url['variable']).filter(({ key, id }) => !standsWithinPart(url['path'], text(key ?? id)));
  return [...query, ...path.map(param('path'))].filter(({ name, value }) => name !== '' || value !== '');
}

/** Postman fills in a path parameter only as a whole segment, and not in `content/:id` or in `:id?`. */
function standsWithinPart(path: unknown, name: string): boolean {
  if (name === '' || !Array.isArray(path)) return false;
  const parts = path.filter((part) => typeof part === 'string');
  const isNamedIn = (part: string) =>
    part.split('/').some((piece) => piece === `:${name}` || piece.startsWith(`:${name}.`));
  const isWithin = (part: string) => (part.includes('/') && isNamedIn(part)) || part.startsWith(`:${name}?`);
  return parts.some(isWithin) && !parts.includes(`:${name}`);
}

/** Postman sends the fields of one name side by side, at the place of the first. */
function sameNamesTogether(fields: readonly Json[]): Json[] {
  const groups = new Map<unknown, Json[]>();
  for (const field of fields) {
    // Disabled fields stay where they are.
    const name = field['disabled'] ? Symbol('disabled') : formFieldName(field);
    const group = groups.get(name);
    if (group) group.push(field);
    else groups.set(name, [field]);
  }
  return [...groups.values()].flat();
}

function bodyOf(body: Json, where: string, warnings: ImportWarning[]): HttpRequestBody | undefined {
  if (body['mode'] !== 'raw') ignoreFields(body, 'options');
  for (const row of [...tableRows(body['urlencoded']), ...tableRows(body['formdata'])]) ignoreFields(row, ...rowFields);
  switch (body['mode']) {
    case 'raw': {
      const raw = rawText(body['raw']);
      const options = isObject(body['options']) && isObject(body['options']['raw']) ? body['options']['raw'] : {};
      // Former versions of Postman wrote the family of the language as well.
      ignoreFields(options, 'headerFamily');
      const language = text(options['language']);
      const type = language === 'json' ? 'json' : language === 'xml' ? 'xml' : 'text';
      return { type, data: raw };
    }
    case 'urlencoded':
      return {
        type: 'form-urlencoded',
        data: sameNamesTogether(formFields(body['urlencoded'])).map((item) => ({
          name: formFieldName(item),
          value: text(item['value']),
          ...optional('description', descriptionOf(item['description'])),
          ...disabledIf(item['disabled']),
        })),
      };
    case 'formdata':
      return {
        type: 'multipart-form',
        data: tableRows(body['formdata']).map((item) => ({
          name: text(item['key']),
          type: item['type'] === 'file' ? ('file' as const) : ('text' as const),
          value: item['type'] === 'file' ? filesOf(item) : text(item['value']),
          ...optional('contentType', text(item['contentType'])),
          ...optional('fileName', text(item['fileName'])),
          ...optional('description', descriptionOf(item['description'])),
          ...disabledIf(item['disabled']),
        })),
      };
    case 'file': {
      const file = isObject(body['file']) ? body['file'] : { src: body['file'] };
      if (file['content'] && !file['src'])
        warnings.push({ where, what: 'the content of its file: save it beside the collection' });
      // A content type is required by the specification; the file is sent with the type of its extension.
      ignoreFields(file, 'content');
      const path = text(typeof body['file'] === 'string' ? body['file'] : file['src']);
      // A list, which a form may have, names no file here.
      if (path === '' || path === '[]') return undefined;
      return { type: 'file', data: [{ filePath: path, selected: true } as FileBodyVariant] };
    }
    case 'graphql':
      // Postman sends an empty object for a GraphQL body without a query.
      return { type: 'json', data: '{}' };
    case undefined:
    case 'none':
      return undefined;
    default:
      warnings.push({ where, what: `a body of the kind "${text(body['mode'])}"` });
      return undefined;
  }
}

/** A body that is its text alone. */
const bodyOfText = (value: unknown): HttpRequestBody | undefined =>
  typeof value === 'string' && value !== '' ? { type: 'text', data: value } : undefined;

const previewTypes: Record<string, string> = {
  json: 'application/json',
  xml: 'application/xml',
  html: 'text/html',
};

function exampleOf(response: Json, where: string, warnings: ImportWarning[]): ExampleParts {
  ignoreFields(response, '_', 'id', 'uid', 'responseTime', 'timings', 'cookie', '_postman_previewtype');
  const original = isObject(response['originalRequest']) ? response['originalRequest'] : undefined;
  const preview = ownValue(previewTypes, text(response['_postman_previewlanguage']));
  const headers = headersOf(response['header']).map(({ name, value }) => ({ name, value }));
  const hasType = headerValueOf(headers, 'content-type') !== undefined;
  return {
    name: text(response['name']),
    ...(original ? { request: exampleRequestOf(original, where, warnings) } : {}),
    status: typeof response['code'] === 'number' ? response['code'] : undefined,
    statusText: text(response['status']),
    headers,
    body: text(response['body']),
    ...(preview && !hasType ? { contentType: preview } : {}),
  };
}

function exampleRequestOf(
  json: Json,
  where: string,
  warnings: ImportWarning[],
): NonNullable<HttpRequestExample['request']> {
  const headers = headersOf(json['header']);
  const params = paramsOf(json['url']);
  const body =
    isObject(json['body']) && json['body']['mode'] !== 'graphql' ? bodyOf(json['body'], where, warnings) : undefined;
  return {
    method: text(json['method']) || 'GET',
    url: addressOf(json['url']),
    ...(headers.length > 0 ? { headers } : {}),
    ...(params.length > 0 ? { params } : {}),
    ...(body ? { body } : {}),
  };
}
