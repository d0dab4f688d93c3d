/** Turns collections in the OpenCollection form into requests. The types are those of the open specification. */
import path from 'node:path';
import type { BrunoCollection } from './bruno-collection.ts';
import type { RequestDefaults } from '@opencollection/types/common/request-defaults';
import type {
  HttpRequest as OpenHttpRequest,
  HttpRequestBody,
  HttpRequestParam,
} from '@opencollection/types/requests/http';
import { codedError, toFailure } from '../../../contract/errors.ts';
import type { HttpBody, HttpRequest } from '../../../contract/http/http.ts';
import { visibleText } from '../../../contract/visible-text.ts';
import { checkFolder, checkRequest, type CollectionFile, type OpenRequest } from './file-shapes.ts';
import { parseYaml } from './parse-yaml.ts';

export type { OpenRequest };

export const isRequest = (item: object): item is OpenRequest =>
  ('http' in item && Boolean(item.http)) || ('graphql' in item && Boolean(item.graphql));

const otherProtocols = { grpc: 'gRPC', websocket: 'WebSocket' };

/** Kinds of requests that are sent; a file of one of them needs the member of this name. */
const sentKinds = new Set(['http', 'graphql']);
const groups = new Set(['folder', 'collection']);
const MAX_KIND_LENGTH = 40;

/**
 * The protocol or the kind of an item that is neither an HTTP request nor a folder; undefined for a file of another
 * program.
 */
export function otherProtocolOf(item: object): string | undefined {
  const { info, type: kind, script } = item as { info?: unknown; type?: unknown; script?: unknown };
  if (kind === 'script' && typeof script === 'string') return kind;
  if (typeof info !== 'object' || info === null) return undefined;
  const { type } = info as { type?: unknown };
  const protocol = Object.entries(otherProtocols).find(([key]) => key in item || type === key)?.[1];
  if (protocol !== undefined || typeof type !== 'string') return protocol;
  return groups.has(type) ? undefined : type.slice(0, MAX_KIND_LENGTH);
}

/** A sentence for the person about an item that is left out of the collection. @param kind of `otherProtocolOf` */
export function leftOut(place: string, kind: string): string {
  if (sentKinds.has(kind)) return `${place} is left out: it has no member "${kind}".`;
  const isProtocol = Object.values(otherProtocols).includes(kind);
  const description = isProtocol ? `a request over ${kind}` : `of the kind "${visibleText(kind)}"`;
  return `${place} is ${description}, and is left out: requests over HTTP are sent.`;
}

/** The members that HTTP and GraphQL requests have in common. */
export const detailsOf = ({ http, graphql }: OpenRequest): Omit<NonNullable<OpenHttpRequest['http']>, 'body'> =>
  http ?? graphql ?? {};

/** The request's name by its file's content, or else by the file's name. @param file its path, with `/` */
export const requestName = (request: OpenRequest, file: string): string =>
  request.info?.name ?? path.posix.basename(file).replace(/\.ya?ml$/, '');

export interface LoadedRequest {
  /** The file, relative to the collection's folder, with `/`. */
  id: string;
  name: string;
  /** Names from the collection down to the request. */
  path: string[];
  request: OpenRequest;
  /** Defaults of the collection and of each folder above, from the outermost. */
  defaults: RequestDefaults[];
  /**
   * The documentation of the collection and of each folder above, from the outermost; empty texts where there is none.
   */
  docs?: string[];
  /**
   * The Postman ids of the collection and of each folder above, from the outermost; empty texts where there is none.
   */
  levelIds?: string[];
  /** The folder of a request without a file, whose `id` does not name it. */
  folder?: string;
  /** The tags of the folders above, from the outermost; left out: there are none. */
  folderTags?: string[];
  /** Present when the collection was written by Bruno. */
  bruno?: BrunoCollection;
  /**
   * Why a file with defaults for this request cannot be read. The request is then not sent: it may lack its
   * authentication or a check.
   */
  damaged?: string;
}

/** A folder, with or without requests; the last of its levels belongs to the folder itself. */
export interface LoadedFolder extends Pick<LoadedRequest, 'id' | 'path' | 'defaults' | 'damaged'> {
  docs: string[];
  levelIds: string[];
  /** Its position among its neighbours, where its file gives one. */
  seq: number | undefined;
}

export interface CollectionRequest {
  /** Names from the collection down to the request. */
  path: string[];
  request: OpenRequest;
  /** Defaults of the collection and the folders above, from the outermost. */
  defaults: RequestDefaults[];
  docs: string[];
  levelIds: string[];
}

/** Documentation as a text, with or without the name of its markup. */
export function docsText(docs: unknown): string {
  const content = typeof docs === 'object' && docs !== null && 'content' in docs ? docs.content : docs;
  return typeof content === 'string' ? content : '';
}

/** @throws CollectionDamaged, naming the file and the place in it */
export const parseRequest = (text: string, file: string): OpenRequest =>
  checkRequest(parseYaml(text, file) ?? {}, file);

/**
 * Every HTTP request of a collection whose items are in one file, in order.
 * @param problems receives a sentence for each item that is left out
 */
export function requestsOf(collection: CollectionFile, problems: string[] = []): CollectionRequest[] {
  const requests: CollectionRequest[] = [];
  /** @param above the names of the folder that contains the items and of its ancestors, with their defaults */
  const visit = (items: readonly unknown[], above: Omit<CollectionRequest, 'request'>) => {
    for (const [index, item] of items.entries()) {
      try {
        const place = [...above.path, `item ${index + 1}`].join(' / ');
        if (typeof item !== 'object' || item === null)
          throw codedError('CollectionDamaged', `${place} is not an object.`);
        if (isRequest(item)) {
          const request = checkRequest(item, place);
          requests.push({ ...above, path: [...above.path, request.info?.name ?? ''], request });
        } else if (otherProtocolOf(item) !== undefined) {
          problems.push(leftOut(place, otherProtocolOf(item) ?? ''));
        } else if ('items' in item) {
          const folder = checkFolder(item, place);
          visit(folder.items ?? [], {
            path: [...above.path, folder.info?.name ?? ''],
            defaults: [...above.defaults, folder.request ?? {}],
            docs: [...above.docs, docsText(folder.docs)],
            levelIds: [...above.levelIds, folder.info?.id ?? ''],
          });
        }
      } catch (error) {
        problems.push(toFailure(error).message);
      }
    }
  };
  const { items = [], info, request = {} } = collection;
  visit(items, {
    path: [info?.name ?? ''],
    defaults: [request],
    docs: [docsText(collection.docs)],
    levelIds: [info?.id ?? ''],
  });
  return requests;
}

/** The request before its variables are filled in. Disabled fields are kept and marked. */
export function toHttpRequest(request: OpenRequest): HttpRequest {
  const { method, url = '', headers, params } = detailsOf(request);
  const body = sentBody(request);
  const on = (params ?? []).filter(({ disabled, name }) => !disabled && name !== '');
  const pathParams = on.filter(({ type }) => type === 'path').map(({ name, value }) => ({ name, value }));
  const httpRequest: HttpRequest = {
    method: method ?? (request.graphql ? 'POST' : 'GET'),
    url: withQuery(url, on),
    headers: (headers ?? []).map(({ name, value, disabled }) =>
      disabled ? { name, value, disabled } : { name, value },
    ),
  };
  if (pathParams.length > 0) httpRequest.pathParams = pathParams;
  const disabledQuery = disabledQueryOf(params ?? []);
  if (disabledQuery.length > 0) httpRequest.disabledQuery = disabledQuery;
  if (body) httpRequest.body = body;
  return httpRequest;
}

const disabledQueryOf = (params: readonly HttpRequestParam[]): NonNullable<HttpRequest['disabledQuery']> =>
  params
    .filter(({ type, name }) => type === 'query' && name !== '')
    .flatMap(({ name, value, disabled }, place) => (disabled ? [{ name, value, place }] : []));

function sentBody({ http, graphql }: OpenRequest): HttpBody | undefined {
  if (graphql) {
    const { body } = graphql;
    const { query, variables = '', operationName } = selectedBody(body) ?? {};
    return {
      mode: 'graphql',
      ...(query === undefined ? {} : { query }),
      variables,
      ...(operationName ? { operationName } : {}),
    };
  }
  const body = selectedBody(http?.body);
  return body && bodyOf(body);
}

/** A body may have variants, of which one is selected: that one, or the first. */
export function selectedBody<Body>(
  body: Body | readonly { selected?: boolean; body: Body }[] | undefined,
): Body | undefined {
  return isVariants(body) ? (body.find(({ selected }) => selected) ?? body[0])?.body : body;
}
const isVariants = <Body>(body: Body | readonly { body: Body }[]): body is readonly { body: Body }[] =>
  Array.isArray(body);

/** The URL with the enabled query parameters, unless it has a query already. */
function withQuery(url: string, params: readonly HttpRequestParam[]): string {
  const query = params.filter(({ type }) => type === 'query').map(({ name, value }) => `${name}=${value}`);
  if (query.length === 0) return url;
  const [, before = '', queryAndFragment = ''] = /^([^?#]*)(.*)$/s.exec(url) ?? [];
  if (queryAndFragment.startsWith('?')) return url;
  return `${before}?${query.join('&')}${queryAndFragment}`;
}

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
        parts: body.data.map(({ name, type, value, fileName, contentType, disabled }) => ({
          name,
          ...(type === 'file' ? { files: [value].flat() } : { value: [value].flat().join(',') }),
          ...(fileName ? { fileName } : {}),
          ...(contentType ? { contentType } : {}),
          ...(disabled ? { disabled } : {}),
        })),
      };
    case 'file': {
      // Without a mark the first one is sent; `selected: false` marks a file that is switched off.
      const isNotOff = ({ selected }: { selected?: boolean }) => selected !== false;
      const file = body.data.find(({ selected }) => selected) ?? body.data.find(isNotOff);
      const { filePath = '', contentType } = file ?? {};
      return file && { mode: 'file', path: filePath, ...(contentType === undefined ? {} : { contentType }) };
    }
    default:
      // A script may give an empty body its content.
      return { mode: 'raw', text: body.data, contentType: rawTypes[body.type] };
  }
}
