/**
 * Collections in the OpenCollection form, as it stands on disk: read with the position of every mistake, and turned
 * into requests. Types are those of the open specification.
 */
import type { OpenCollection } from '@opencollection/types';
import type { RequestDefaults } from '@opencollection/types/common/request-defaults';
import type { GraphQLRequest } from '@opencollection/types/requests/graphql';
import type {
  HttpRequest as OpenHttpRequest,
  HttpRequestBody,
  HttpRequestParam,
} from '@opencollection/types/requests/http';
import { LineCounter, parseDocument } from 'yaml';
import { codedError } from '../../contract/errors.ts';
import type { HttpBody, HttpRequest } from '../../contract/http.ts';

/** A request over HTTP; one of GraphQL has `graphql` in the place of `http`. */
export type OpenRequest = Omit<OpenHttpRequest, 'info'> &
  Pick<GraphQLRequest, 'graphql'> & { info?: { name?: string; type?: string; seq?: number } };

export const isRequest = (item: object): item is OpenRequest =>
  ('http' in item && Boolean(item.http)) || ('graphql' in item && Boolean(item.graphql));

/** What both kinds have alike. */
export const detailsOf = ({ http, graphql }: OpenRequest): Omit<NonNullable<OpenHttpRequest['http']>, 'body'> =>
  http ?? graphql ?? {};

export interface CollectionRequest {
  /** Names from the collection down to the request. */
  path: string[];
  request: OpenRequest;
  /** What the collection and the folders above add, from the outermost. */
  defaults: RequestDefaults[];
}

/** @throws CollectionDamaged, naming file, line and column */
export function parseYaml(text: string, file: string): unknown {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const [problem] = document.errors;
  if (problem) {
    const { line, col } = lines.linePos(problem.pos[0]);
    throw codedError(
      'CollectionDamaged',
      `${file}, line ${line}, column ${col}: ${(problem.message.split('\n')[0] ?? '').replace(/ at line \d+, column \d+:?$/, '')}`,
    );
  }
  return document.toJS();
}

/** @throws CollectionDamaged */
export function parseCollection(text: string, file: string): OpenCollection {
  const json = parseYaml(text, file);
  if (typeof json !== 'object' || json === null || !('opencollection' in json)) {
    throw codedError('CollectionDamaged', `${file} is no collection: it does not say "opencollection".`);
  }
  return json as OpenCollection;
}

/** Every HTTP request of a collection whose items stand in one file, in their order. */
export function requestsOf(collection: OpenCollection): CollectionRequest[] {
  const found: CollectionRequest[] = [];
  const visit = (items: OpenCollection['items'], path: string[], defaults: RequestDefaults[]) => {
    for (const item of items ?? []) {
      const name = ('info' in item ? item.info?.name : undefined) ?? '';
      if (isRequest(item)) found.push({ path: [...path, name], request: item, defaults });
      else if ('items' in item) visit(item.items, [...path, name], [...defaults, item.request ?? {}]);
    }
  };
  visit(collection.items, [collection.info?.name ?? ''], [collection.request ?? {}]);
  return found;
}

/** The request with its variables still in place; what is switched off is kept and marked. */
export function toHttpRequest(request: OpenRequest): HttpRequest {
  const { method, url = '', headers, params } = detailsOf(request);
  const body = sentBody(request);
  return {
    method: method ?? (request.graphql ? 'POST' : 'GET'),
    url: withParams(url, params ?? []),
    headers: (headers ?? []).map(({ name, value, disabled }) => ({
      name,
      value,
      ...(disabled ? { disabled } : {}),
    })),
    ...(body ? { body } : {}),
  };
}

function sentBody({ http, graphql }: OpenRequest): HttpBody | undefined {
  if (graphql) {
    const { body } = graphql;
    const chosen = Array.isArray(body) ? (body.find(({ selected }) => selected) ?? body[0])?.body : body;
    return { mode: 'graphql', query: chosen?.query ?? '', variables: chosen?.variables ?? '' };
  }
  const body = http?.body;
  const chosen = Array.isArray(body) ? (body.find(({ selected }) => selected) ?? body[0])?.body : body;
  return chosen && bodyOf(chosen);
}

/** Path parameters in their places (`/:id`), and the query where the address does not have it already. */
function withParams(url: string, params: readonly HttpRequestParam[]): string {
  const on = params.filter(({ disabled, name }) => !disabled && name !== '');
  const [, before = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(url) ?? [];
  const filled = on
    .filter(({ type }) => type === 'path')
    .reduce(
      (text, { name, value }) =>
        text
          .split('/')
          .map((segment) => (segment === `:${name}` ? pathSegment(value) : segment))
          .join('/'),
      before,
    );
  const query = on.filter(({ type }) => type === 'query').map(({ name, value }) => `${name}=${value}`);
  if (query.length === 0 || rest.startsWith('?')) return filled + rest;
  return `${filled}?${query.join('&')}${rest}`;
}
/** A value may hold variables, which are filled in later. */
const pathSegment = (value: string): string =>
  value
    .split(/(\{\{[^{}]*\}\})/)
    .map((piece, index) => (index % 2 ? piece : encodeURIComponent(piece)))
    .join('');

const rawTypes = {
  json: 'application/json',
  text: 'text/plain',
  xml: 'application/xml',
  sparql: 'application/sparql-query',
};

function bodyOf(body: HttpRequestBody): HttpBody | undefined {
  switch (body.type) {
    case 'form-urlencoded':
      return {
        mode: 'urlencoded',
        fields: body.data.map(({ name, value, disabled }) => ({ name, value, ...(disabled ? { disabled } : {}) })),
      };
    case 'multipart-form':
      return {
        mode: 'formdata',
        parts: body.data.map(({ name, type, value, contentType, disabled }) => ({
          name,
          ...(type === 'file' ? { files: [value].flat() } : { value: [value].flat().join('') }),
          ...(contentType ? { contentType } : {}),
          ...(disabled ? { disabled } : {}),
        })),
      };
    case 'file': {
      const file = body.data.find(({ selected }) => selected) ?? body.data[0];
      const { filePath = '', contentType } = file ?? {};
      return file && { mode: 'file', path: filePath, ...(contentType ? { contentType } : {}) };
    }
    default:
      return body.data === '' ? undefined : { mode: 'raw', text: body.data, contentType: rawTypes[body.type] };
  }
}
