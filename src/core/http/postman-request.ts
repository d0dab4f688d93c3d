/** Between our form of a request and that of a Postman collection, which is what scripts see as `pm.request`. */
import type { FormPart, HttpBody, HttpField, HttpRequest } from '../../contract/http.ts';
import { isObject, list, text, type Json } from './postman-json.ts';

/** The JSON of postman-collection's Request, or the looser forms that the collection format allows. */
export function fromPostman(value: unknown): HttpRequest {
  const json = isObject(value) ? value : { url: value };
  const headers = Array.isArray(json['header']) ? list(json['header']).map(field) : headersOfText(text(json['header']));
  const body = bodyOf(json['body']);
  const auth = authHeader(json['auth']);
  if (auth && !headers.some(({ name }) => name.toLowerCase() === 'authorization')) headers.push(auth);
  return { method: text(json['method']) || 'GET', url: urlText(json['url']), headers, ...(body ? { body } : {}) };
}

export function toPostman({ method, url, headers, body }: HttpRequest): Json {
  return {
    method,
    url,
    header: headers.map(unfield),
    ...(body ? { body: postmanBody(body) } : {}),
  };
}

function field(item: Json): HttpField {
  return { name: text(item['key']), value: text(item['value']), ...(item['disabled'] ? { disabled: true } : {}) };
}
const unfield = ({ name, value, disabled }: HttpField): Json => ({
  key: name,
  value,
  ...(disabled ? { disabled: true } : {}),
});

function headersOfText(lines: string): HttpField[] {
  return lines
    .split(/\r?\n/)
    .map((line) => /^([^:]+):(.*)$/.exec(line))
    .flatMap((found) => (found ? [{ name: (found[1] ?? '').trim(), value: (found[2] ?? '').trim() }] : []));
}

/** An address as text, with its path variables filled in. */
export function urlText(value: unknown): string {
  if (!isObject(value)) return text(value);
  if (!value['host'] && typeof value['raw'] === 'string') return value['raw'];
  const variables = new Map(
    list(value['variable']).map((item) => [text(item['key'] ?? item['id']), text(item['value'])]),
  );
  const joined = (part: unknown, by: string) =>
    Array.isArray(part) ? part.map((item) => text(isObject(item) ? item['value'] : item)).join(by) : text(part);
  const segments = joined(value['path'], '/')
    .split('/')
    .map((segment) => (segment.startsWith(':') ? (variables.get(segment.slice(1)) ?? segment) : segment));
  const query = list(value['query'])
    .filter((item) => !item['disabled'])
    .map((item) =>
      item['value'] === null || item['value'] === undefined
        ? text(item['key'])
        : `${text(item['key'])}=${text(item['value'])}`,
    );
  const auth = isObject(value['auth']) ? `${text(value['auth']['user'])}:${text(value['auth']['password'])}@` : '';
  const protocol = value['protocol'] ? `${text(value['protocol']).replace(/:?\/*$/, '')}://` : '';
  const port = value['port'] ? `:${text(value['port'])}` : '';
  const path = value['path'] === undefined ? '' : `/${segments.join('/').replace(/^\//, '')}`;
  const hash = value['hash'] ? `#${text(value['hash'])}` : '';
  return `${protocol}${auth}${joined(value['host'], '.')}${port}${path}${query.length > 0 ? `?${query.join('&')}` : ''}${hash}`;
}

const languages: Record<string, string> = {
  json: 'application/json',
  xml: 'application/xml',
  html: 'text/html',
  javascript: 'application/javascript',
  text: 'text/plain',
};

function bodyOf(value: unknown): HttpBody | undefined {
  if (typeof value === 'string') return value === '' ? undefined : { mode: 'raw', text: value };
  if (!isObject(value) || value['disabled']) return undefined;
  switch (value['mode']) {
    case 'raw': {
      const options = isObject(value['options']) && isObject(value['options']['raw']) ? value['options']['raw'] : {};
      const contentType = languages[text(options['language'])];
      const content = text(value['raw']);
      return content === '' ? undefined : { mode: 'raw', text: content, ...(contentType ? { contentType } : {}) };
    }
    case 'urlencoded': {
      const fields = Array.isArray(value['urlencoded'])
        ? list(value['urlencoded']).map(field)
        : [...new URLSearchParams(text(value['urlencoded']))].map(([name, one]) => ({ name, value: one }));
      return { mode: 'urlencoded', fields };
    }
    case 'formdata':
      return { mode: 'formdata', parts: list(value['formdata']).map(part) };
    case 'file': {
      const file = isObject(value['file']) ? value['file'] : {};
      if (file['content'] !== undefined)
        return { mode: 'raw', text: text(file['content']), contentType: 'application/octet-stream' };
      return { mode: 'file', path: text(file['src'] ?? value['file']) };
    }
    case 'graphql': {
      const graphql = isObject(value['graphql']) ? value['graphql'] : {};
      const operationName = text(graphql['operationName']);
      return {
        mode: 'graphql',
        query: text(graphql['query']),
        variables: text(graphql['variables']),
        ...(operationName ? { operationName } : {}),
      };
    }
    default:
      return undefined;
  }
}

function part(item: Json): FormPart {
  const contentType = text(item['contentType']);
  const base = {
    name: text(item['key']),
    ...(contentType ? { contentType } : {}),
    ...(item['disabled'] ? { disabled: true } : {}),
  };
  if (item['type'] !== 'file') return { ...base, value: text(item['value']) };
  return { ...base, files: [item['src'] ?? []].flat().map(text) };
}

function postmanBody(body: HttpBody): Json {
  switch (body.mode) {
    case 'raw': {
      const language = Object.keys(languages).find((name) => body.contentType?.startsWith(languages[name] ?? '?'));
      return { mode: 'raw', raw: body.text, ...(language ? { options: { raw: { language } } } : {}) };
    }
    case 'urlencoded':
      return { mode: 'urlencoded', urlencoded: body.fields.map(unfield) };
    case 'formdata':
      return {
        mode: 'formdata',
        formdata: body.parts.map(({ name, value, files, contentType, disabled }) => ({
          key: name,
          ...(files ? { type: 'file', src: files } : { type: 'text', value: value ?? '' }),
          ...(contentType ? { contentType } : {}),
          ...(disabled ? { disabled: true } : {}),
        })),
      };
    case 'file':
      return { mode: 'file', file: { src: body.path } };
    case 'graphql': {
      const { query, variables, operationName } = body;
      return { mode: 'graphql', graphql: { query, variables, ...(operationName ? { operationName } : {}) } };
    }
  }
}

/** The kinds of auth that are a header and nothing more; the others need the request's own settings. */
function authHeader(value: unknown): HttpField | undefined {
  if (!isObject(value)) return undefined;
  const kind = text(value['type']);
  const given = value[kind];
  const parameters = Array.isArray(given)
    ? Object.fromEntries(list(given).map((item) => [text(item['key']), text(item['value'])]))
    : isObject(given)
      ? Object.fromEntries(Object.entries(given).map(([name, item]) => [name, text(item)]))
      : {};
  if (kind === 'basic') {
    const pair = `${parameters['username'] ?? ''}:${parameters['password'] ?? ''}`;
    return { name: 'Authorization', value: `Basic ${Buffer.from(pair).toString('base64')}` };
  }
  if (kind === 'bearer') return { name: 'Authorization', value: `Bearer ${parameters['token'] ?? ''}` };
  return undefined;
}
