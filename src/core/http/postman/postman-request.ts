/** Converts requests between Outrigger's form and that of a Postman collection, which scripts see as `pm.request`. */
import type { FormPart, HttpBody, HttpField, HttpRequest } from '../../../contract/http/http.ts';
import { ownValue } from '../../platform/json/own-value.ts';
import { isObject, list, rawText, tableRows, text, type Json } from './postman-json.ts';

/** The JSON of postman-collection's Request, or the looser forms that the collection format allows. */
export function fromPostman(value: unknown): HttpRequest {
  const json = isObject(value) ? value : { url: value };
  const headers = headerRows(json['header']).map(header);
  const body = bodyOf(json['body']);
  const pathParams = list(isObject(json['url']) ? json['url']['variable'] : undefined).map((item) => ({
    name: text(item['key'] ?? item['id']),
    value: text(item['value']),
  }));
  const disabledQuery = disabledQueryOf(json['url']);
  return {
    method: text(json['method']) || 'GET',
    url: urlText(json['url']),
    ...(pathParams.length > 0 ? { pathParams } : {}),
    ...(disabledQuery.length > 0 ? { disabledQuery } : {}),
    headers,
    ...(body ? { body } : {}),
  };
}

/** Rows have a `place` where the list is not complete; see `addressOf`. */
const disabledQueryOf = (url: unknown): NonNullable<HttpRequest['disabledQuery']> =>
  queryRows(isObject(url) ? url['query'] : undefined).flatMap(({ key, value, disabled, place }, index) =>
    disabled ? [{ name: text(key), value: text(value), place: typeof place === 'number' ? place : index }] : [],
  );

export function toPostman(request: HttpRequest): Json {
  const { method, headers, body } = request;
  return {
    method,
    url: addressOf(request),
    header: headers.map(unfield),
    ...(body ? { body: postmanBody(body) } : {}),
  };
}

/**
 * The address is a text; with path parameters or disabled parameters it is an object that has the text as `raw`, and of
 * the query only the disabled parameters with their places.
 */
function addressOf({ url, pathParams, disabledQuery }: HttpRequest): unknown {
  if (!pathParams && !disabledQuery) return url;
  return {
    raw: url,
    ...(pathParams ? { variable: pathParams.map(({ name: key, value }) => ({ key, value })) } : {}),
    ...(disabledQuery
      ? { query: disabledQuery.map(({ name: key, value, place }) => ({ key, value, disabled: true, place })) }
      : {}),
  };
}

/** A header with the value null is sent with the text "null", as in Postman. */
export const headerValue = (value: unknown): string => (value === null ? 'null' : text(value));
const header = (item: Json): HttpField => field({ ...item, value: headerValue(item['value']) });
function field(item: Json): HttpField {
  return { name: text(item['key']), value: text(item['value']), ...(item['disabled'] ? { disabled: true } : {}) };
}
/** A field without a name is sent with the name "undefined", and one whose name is null with "null", as in Postman. */
export const formFieldName = ({ key }: Json): string => (key === undefined || key === null ? String(key) : text(key));
const formField = (item: Json): HttpField => field({ ...item, key: formFieldName(item) });
function unfield(field: HttpField): Json {
  const row: Json = { key: field.name, value: field.value };
  if (field.disabled) row['disabled'] = true;
  if ('system' in field) row['system'] = true;
  return row;
}

/**
 * Headers as rows. The input may be a list of objects and lines, an object of values by name, or a text of lines. A list
 * of values makes several headers of one name.
 */
export const headerRows = (value: unknown): Json[] =>
  writtenHeaders(value).flatMap((row) =>
    Array.isArray(row['value']) ? row['value'].map((value: unknown) => ({ ...row, value })) : [row],
  );

function writtenHeaders(value: unknown): Json[] {
  if (Array.isArray(value)) return value.flatMap((item) => (isObject(item) ? [item] : headerLines(text(item))));
  if (isObject(value)) return Object.entries(value).map(([key, member]) => ({ key, value: member }));
  return headerLines(text(value));
}

/** Lines without a colon, such as comments, are not headers, as in Postman. */
const headerLines = (lines: string): Json[] =>
  [...lines.matchAll(/^(\S+):(.*)$/gm)].map(([, key = '', value = '']) => ({ key, value: value.trim() }));

/** An address as a text that still contains its path parameters. */
export const urlText = (value: unknown): string => withBlanksAtEnd(writtenUrl(value));

/** Blanks at the end of a path or a query, which Postman sends: those that are not encoded are dropped before sending. */
function withBlanksAtEnd(url: string): string {
  const withoutBlanks = url.trimEnd();
  const hasPath = /[/?]/.test(withoutBlanks.replace(/^[a-z][a-z\d+.-]*:\/\//i, ''));
  return hasPath ? withoutBlanks + encodeURIComponent(url.slice(withoutBlanks.length)) : url;
}

/** The parts decide, even where `raw` differs. */
function writtenUrl(value: unknown): string {
  if (!isObject(value)) return text(value);
  if (!value['host'] && typeof value['raw'] === 'string') return value['raw'];
  const joined = (part: unknown, by: string) =>
    Array.isArray(part) ? part.map((item) => text(isObject(item) ? item['value'] : item)).join(by) : text(part);
  const query = queryRows(value['query'])
    .filter((item) => !item['disabled'])
    .map(queryText);
  const auth = isObject(value['auth']) ? `${text(value['auth']['user'])}:${text(value['auth']['password'])}@` : '';
  const protocol = value['protocol'] ? `${text(value['protocol']).replace(/:?\/*$/, '')}://` : '';
  const port = value['port'] ? `:${text(value['port'])}` : '';
  const writtenPath = value['path'];
  // A path that is one text may begin with its slash.
  const segments = typeof writtenPath === 'string' ? writtenPath.replace(/^\//, '') : joined(writtenPath, '/');
  const path = writtenPath === undefined ? '' : `/${segments}`;
  const hash = value['hash'] ? `#${text(value['hash'])}` : '';
  return `${protocol}${auth}${joined(value['host'], '.')}${port}${path}${query.length > 0 ? `?${query.join('&')}` : ''}${hash}`;
}

/** Query parameters as rows. The input may be a list of objects and texts, an object of values by name, or one text. */
export function queryRows(value: unknown): Json[] {
  if (typeof value === 'string') return value === '' ? [] : value.split('&').map(queryRow);
  if (isObject(value)) return Object.entries(value).map(([key, member]) => ({ key, value: member }));
  if (!Array.isArray(value)) return [];
  return value.flatMap((item) => (isObject(item) ? [item] : typeof item === 'string' ? [queryRow(item)] : []));
}
function queryRow(pair: string): Json {
  const [key = '', ...value] = pair.split('=');
  return { key, ...(pair.includes('=') ? { value: value.join('=') } : {}) };
}

/** Escapes the characters in a parameter that would end it; variables are not escaped. */
function queryText({ key, value }: Json): string {
  const name = queryName(text(key));
  return value === null || value === undefined ? name : `${name}=${queryValue(text(value))}`;
}
/** Escapes a name or value of a query; other characters are encoded when the address is sent. */
export const queryName = (name: string): string => withoutSigns(name, /[&#=]/g);
export const queryValue = (value: string): string => withoutSigns(value, /[&#]/g);

const withoutSigns = (part: string, signs: RegExp): string =>
  part
    .split(/(\{\{[^{}]*\}\})/)
    .map((piece, index) => (index % 2 ? piece : piece.replace(signs, (sign) => encodeURIComponent(sign))))
    .join('');

const languages: Record<string, string> = {
  json: 'application/json',
  xml: 'application/xml',
  html: 'text/html',
  javascript: 'application/javascript',
  text: 'text/plain',
  // Unknown to Postman.
  sparql: 'application/sparql-query',
};

function bodyOf(value: unknown): HttpBody | undefined {
  if (typeof value === 'string') return value === '' ? undefined : { mode: 'raw', text: value };
  if (!isObject(value) || value['disabled']) return undefined;
  switch (value['mode']) {
    case 'raw': {
      const options = isObject(value['options']) && isObject(value['options']['raw']) ? value['options']['raw'] : {};
      const contentType = ownValue(languages, text(options['language']));
      const content = rawText(value['raw']);
      if (value['isBase64'] === true) return { mode: 'raw', text: content, isBase64: true };
      return { mode: 'raw', text: content, ...(contentType ? { contentType } : {}) };
    }
    case 'urlencoded': {
      const { urlencoded } = value;
      const fields = typeof urlencoded === 'string' ? fieldsOfForm(urlencoded) : tableRows(urlencoded).map(formField);
      return { mode: 'urlencoded', fields };
    }
    case 'formdata':
      return { mode: 'formdata', parts: tableRows(value['formdata']).map(part) };
    case 'file': {
      const file = isObject(value['file']) ? value['file'] : {};
      if (file['content'] !== undefined)
        return { mode: 'raw', text: text(file['content']), contentType: 'application/octet-stream' };
      const path = isObject(value['file']) ? file['src'] : value['file'];
      const contentType = text(file['contentType']);
      if (path === undefined || path === null) return undefined;
      return { mode: 'file', path: text(path), ...(contentType ? { contentType } : {}) };
    }
    case 'graphql': {
      const graphql = isObject(value['graphql']) ? value['graphql'] : {};
      const operationName = text(graphql['operationName']);
      return {
        mode: 'graphql',
        ...(typeof graphql['query'] === 'string' ? { query: graphql['query'] } : {}),
        variables: text(graphql['variables']),
        ...(operationName ? { operationName } : {}),
      };
    }
    default:
      return undefined;
  }
}

/** The fields of a form that is written as a text. Escape sequences are not decoded, as in Postman. */
export const fieldsOfForm = (form: string): { name: string; value: string }[] =>
  form
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return { name, value: value.join('=') };
    });

/** The paths of a part; without one, it is sent as a file that was not chosen. */
export const filesOf = (item: Json): string[] => [item['src'] || []].flat().map(text);

function part(item: Json): FormPart {
  const contentType = text(item['contentType']);
  const base = {
    name: text(item['key']),
    ...(contentType ? { contentType } : {}),
    ...(item['disabled'] ? { disabled: true } : {}),
  };
  const fileName = text(item['fileName']);
  const named = { ...base, ...(fileName ? { fileName } : {}) };
  if (item['type'] !== 'file') return { ...named, value: text(item['value']) };
  return { ...named, files: filesOf(item) };
}

function postmanBody(body: HttpBody): Json {
  switch (body.mode) {
    case 'raw': {
      // Postman's form has no place for bytes: only scripts of Bruno set and read them.
      if (body.isBase64) return { mode: 'raw', raw: body.text, isBase64: true };
      const language = Object.keys(languages).find((name) => body.contentType?.startsWith(languages[name] ?? '?'));
      // Text is the language of a body that names none.
      return {
        mode: 'raw',
        raw: body.text,
        ...(language && language !== 'text' ? { options: { raw: { language } } } : {}),
      };
    }
    case 'urlencoded':
      return { mode: 'urlencoded', urlencoded: body.fields.map(unfield) };
    case 'formdata':
      return {
        mode: 'formdata',
        formdata: body.parts.map(({ name, value, files, fileName, contentType, disabled }) => ({
          key: name,
          ...(files
            ? { type: 'file', src: files.length === 1 ? files[0] : files }
            : { type: 'text', value: value ?? '' }),
          ...(fileName ? { fileName } : {}),
          ...(contentType ? { contentType } : {}),
          ...(disabled ? { disabled: true } : {}),
        })),
      };
    case 'file':
      // The type has no place in Postman's form; it is here for a script that changes something else.
      return { mode: 'file', file: { src: body.path, ...(body.contentType ? { contentType: body.contentType } : {}) } };
    case 'graphql': {
      const { query, variables, operationName } = body;
      return {
        mode: 'graphql',
        graphql: { ...(query === undefined ? {} : { query }), variables, ...(operationName ? { operationName } : {}) },
      };
    }
  }
}
