/** A collection for Postman (format 2.1). */
import type { Auth } from '@opencollection/types/common/auth';
import type { RequestDefaults } from '@opencollection/types/common/request-defaults';
import type { Description } from '@opencollection/types/common/description';
import type { Scripts } from '@opencollection/types/common/scripts';
import { toPostmanAuth } from '../http/postman-auth.ts';
import { toPostman } from '../http/postman-request.ts';
import { valueOf } from '../collection/variable-value.ts';
import type { LoadedCollection, LoadedRequest } from '../collection/collection-files.ts';
import { bodyType, readExample, type ReadExample } from '../collection/examples.ts';
import { detailsOf, toHttpRequest, type OpenRequest } from '../collection/open-collection.ts';
import { given, type Json } from './imported.ts';

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

export function toPostmanCollection(collection: LoadedCollection): Json {
  const [first] = collection.requests;
  const root: Json & { item: Json[] } = {
    info: { name: collection.name, schema: SCHEMA, ...given('description', first?.docs?.[0]) },
    item: [],
    ...sharedOf(first?.defaults[0]),
  };
  const folders = new Map<string, Json & { item: Json[] }>([['', root]]);
  for (const request of collection.requests) {
    const names = request.path.slice(1, -1);
    let parent = root;
    names.forEach((name, depth) => {
      const key = names.slice(0, depth + 1).join('\n');
      let folder = folders.get(key);
      if (!folder) {
        const description = given('description', request.docs?.[depth + 1]);
        folder = { name, ...description, item: [], ...sharedOf(request.defaults[depth + 1]) };
        folders.set(key, folder);
        parent.item.push(folder);
      }
      parent = folder;
    });
    parent.item.push(itemOf(request));
  }
  return root;
}

function itemOf({ name, request }: LoadedRequest): Json {
  const details = detailsOf(request);
  const auth = authOf(details.auth);
  const { followRedirects, maxRedirects } = request.settings ?? {};
  const behavior = {
    ...(typeof followRedirects === 'boolean' ? { followRedirects } : {}),
    ...(typeof maxRedirects === 'number' ? { maxRedirects } : {}),
  };
  return {
    ...given('id', request.info?.id),
    name,
    ...eventsOf(request.runtime?.scripts),
    ...(Object.keys(behavior).length > 0 ? { protocolProfileBehavior: behavior } : {}),
    request: {
      ...sentOf(request),
      ...(auth ? { auth } : {}),
      ...(typeof request.docs === 'string' ? { description: request.docs } : {}),
    },
    response: (Array.isArray(request.examples) ? request.examples : []).flatMap((_, index) =>
      exampleOf(request, index),
    ),
  };
}

/** Method, headers, body and address, each with the descriptions of its fields. */
function sentOf(request: OpenRequest): Json {
  const details = detailsOf(request);
  // Postman fills in path parameters itself.
  const unfilled = { ...details, params: (details.params ?? []).filter(({ type }) => type !== 'path') };
  const { url, header, body, ...sent } = toPostman(
    toHttpRequest(
      request.graphql
        ? { ...request, graphql: { ...request.graphql, ...unfilled } }
        : { ...request, http: { ...request.http, ...unfilled } },
    ),
  );
  const param = ({ name: key, value, disabled, description }: DescribedField) => ({
    key,
    value,
    ...given('description', descriptionText(description)),
    ...(disabled ? { disabled } : {}),
  });
  const query = (details.params ?? []).filter(({ type }) => type === 'query').map(param);
  const variable = (details.params ?? []).filter(({ type }) => type === 'path').map(param);
  return {
    ...sent,
    header: withDescriptions(header, details.headers),
    ...(body ? { body: describedBody(body, request) } : {}),
    url: {
      raw: url,
      ...partsOf(String(url)),
      ...(query.length > 0 ? { query } : {}),
      ...(variable.length > 0 ? { variable } : {}),
    },
  };
}

type DescribedField = { name: string; value: string; disabled?: boolean; description?: Description };
const descriptionText = (description: Description | undefined): string =>
  (typeof description === 'object' ? description?.content : description) ?? '';

/** Fields of Postman stand in the order of those of the file. */
function withDescriptions(fields: unknown, source: readonly { description?: Description }[] | undefined): unknown {
  if (!Array.isArray(fields)) return fields;
  return fields.map((field: Json, index) => ({
    ...field,
    ...given('description', descriptionText(source?.[index]?.description)),
  }));
}
function describedBody(body: object, { http }: OpenRequest): Json {
  const source = Array.isArray(http?.body)
    ? (http.body.find(({ selected }) => selected) ?? http.body[0])?.body
    : http?.body;
  const json = body as Json;
  if (source?.type === 'form-urlencoded')
    return { ...json, urlencoded: withDescriptions(json['urlencoded'], source.data) };
  if (source?.type === 'multipart-form') return { ...json, formdata: withDescriptions(json['formdata'], source.data) };
  return json;
}

const previewLanguages: Record<string, string> = { json: 'json', xml: 'xml', html: 'html' };

/** None where the example has another form than that of an example. */
function exampleOf(request: OpenRequest, index: number): Json[] {
  let example: ReadExample;
  try {
    example = readExample(request, index);
  } catch {
    return [];
  }
  const { name, status, statusText, headers, contentType, body } = example;
  const original = request.examples?.[index]?.request;
  const type = bodyType(contentType);
  return [
    {
      name,
      ...(original ? { originalRequest: sentOf({ http: { ...original, method: original.method ?? 'GET' } }) } : {}),
      ...given('status', statusText),
      ...(status > 0 ? { code: status } : {}),
      ...given('_postman_previewlanguage', previewLanguages[type]),
      header: headers.map(({ name: key, value }) => ({ key, value })),
      body: type === 'binary' ? body.toString('base64') : body.toString('utf8'),
    },
  ];
}

function partsOf(url: string): Json {
  const [, protocol, host = '', path = '', query] =
    /^(?:([a-z]+):\/\/)?([^/?#]*)(\/[^?#]*)?(?:\?([^#]*))?/i.exec(url) ?? [];
  const [, name = host, port] = /^(.*?)(?::(\d+))?$/.exec(host) ?? [];
  return {
    ...(protocol ? { protocol } : {}),
    host: name.startsWith('{{') ? [name] : name.split('.'),
    ...(port ? { port } : {}),
    ...(path ? { path: path.slice(1).split('/') } : {}),
    ...(query
      ? {
          query: query
            .split('&')
            .map((pair) => ({ key: pair.split('=')[0], value: pair.split('=').slice(1).join('=') })),
        }
      : {}),
  };
}

function sharedOf(defaults: RequestDefaults | undefined): Json {
  const auth = authOf(defaults?.auth);
  const variables = (defaults?.variables ?? []).map((variable) => {
    if ('secret' in variable) return { key: variable.name, value: '', type: 'secret' };
    return { key: variable.name, value: valueOf(variable) };
  });
  return {
    ...eventsOf(defaults?.scripts),
    ...(variables.length > 0 ? { variable: variables } : {}),
    ...(auth && defaults?.auth ? { auth } : {}),
  };
}

function eventsOf(scripts: Scripts | undefined): Json {
  const code = (types: string[]) =>
    (scripts ?? [])
      .filter(({ type }) => types.includes(type))
      .map((one) => one.code)
      .join('\n');
  const event = (listen: string, text: string) =>
    text === '' ? [] : [{ listen, script: { type: 'text/javascript', exec: text.split('\n') } }];
  const all = [...event('prerequest', code(['before-request'])), ...event('test', code(['after-response', 'tests']))];
  return all.length > 0 ? { event: all } : {};
}

/** Undefined where it is inherited. */
const authOf = (auth: Auth | undefined): Json | undefined => (auth === 'inherit' ? undefined : toPostmanAuth(auth));
