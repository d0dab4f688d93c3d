/** Exports a collection in Postman's format 2.1. */
import type { Auth } from '@opencollection/types/common/auth';
import type { RequestDefaults } from '@opencollection/types/common/request-defaults';
import type { Description } from '@opencollection/types/common/description';
import type { Scripts } from '@opencollection/types/common/scripts';
import { hasName } from '../../../contract/http/header-value.ts';
import type { RequestSettings } from '../../../contract/collection/request-settings.ts';
import type { FileSettings } from '../../collection/format/file-shapes.ts';
import { settingsOf } from '../../collection/variables/inherit.ts';
import { mayLackBody } from '../../http/body/encode-body.ts';
import type { Variable } from '@opencollection/types/common/variables';
import { toPostmanAuth } from '../../http/postman/postman-auth.ts';
import { toPostman } from '../../http/postman/postman-request.ts';
import { toPostmanSettings } from '../../http/postman/postman-settings.ts';
import { inheritedHeadersOf } from '../../collection/variables/inherit.ts';
import { valueOf } from '../../collection/variables/variable-value.ts';
import type { LoadedCollection, LoadedRequest } from '../../collection/files/collection-files.ts';
import { bodyType, readExample, type ReadExample } from '../../collection/edit/examples.ts';
import {
  detailsOf,
  isRequest,
  selectedBody,
  toHttpRequest,
  type OpenRequest,
} from '../../collection/format/open-collection.ts';
import { exportTree, type ExportFolder } from './tree.ts';
import { optional, type Json, type ImportWarning } from '../imported/imported.ts';

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

const RESPONSE_VARIABLES = 'its variables from the response: set them in a script';

/** @returns the collection, and warnings about content that the format cannot hold */
export function toPostmanCollection(collection: LoadedCollection): { collection: Json; warnings: ImportWarning[] } {
  const warnings: ImportWarning[] = [];
  const tree = exportTree(collection);
  const root: Json = {
    info: {
      ...optional('_postman_id', tree.id),
      name: collection.name,
      schema: SCHEMA,
      ...optional('description', tree.docs),
    },
    item: [],
    ...sharedOf(tree.defaults, collection.name, warnings),
  };
  root['item'] = itemsOf(tree, warnings);
  if (collection.environments.length > 0) {
    const names = collection.environments.map(({ name }) => name).join(', ');
    warnings.push({ where: 'Environments', what: `${names}: a collection of Postman has none` });
  }
  return { collection: root, warnings };
}

const itemsOf = ({ children }: ExportFolder, warnings: ImportWarning[]): Json[] =>
  children.flatMap((child): Json[] => {
    if (!('request' in child)) {
      const { id, name, names, docs, defaults } = child;
      const shared = sharedOf(defaults, names.join(' / '), warnings);
      const folderDescription = optional('description', docs);
      return [{ ...optional('id', id), name, ...folderDescription, item: itemsOf(child, warnings), ...shared }];
    }
    if (isRequest(child.request)) return [itemOf(child, child.path.slice(1).join(' / '), warnings)];
    warnings.push({ where: child.id, what: 'the request: its file has a form that is not known' });
    return [];
  });

function itemOf({ name, request, defaults }: LoadedRequest, where: string, warnings: ImportWarning[]): Json {
  reportOmitted(request, where, warnings);
  const details = detailsOf(request);
  const auth = authOf(details.auth);
  const variables = variablesOf(request.runtime?.variables);
  return {
    ...optional('id', request.info?.id),
    name,
    ...eventsOf(request.runtime?.scripts),
    ...(variables.length > 0 ? { variable: variables } : {}),
    ...behaviorOf(settingsForPostman({ request, defaults })),
    request: {
      ...sentOf(withInheritedHeaders(request, defaults)),
      ...(auth ? { auth } : {}),
      ...(typeof request.docs === 'string' ? { description: request.docs } : {}),
    },
    response: (Array.isArray(request.examples) ? request.examples : []).flatMap((_, index) =>
      exampleOf(request, index),
    ),
  };
}

/** The request's settings, with the one that makes Postman send a body where it would leave it out. */
function settingsForPostman(item: Pick<LoadedRequest, 'request' | 'defaults'>): FileSettings | undefined {
  const { request } = item;
  const hasBody = request.http?.body !== undefined || request.graphql !== undefined;
  const isSent = hasBody && mayLackBody(detailsOf(request).method ?? 'GET') && settingsOf(item).omitBody !== true;
  return isSent ? { ...request.settings, omitBody: false } : request.settings;
}

function behaviorOf(settings: FileSettings | undefined): Json {
  const notInherited = Object.fromEntries(Object.entries(settings ?? {}).filter(([, value]) => value !== 'inherit'));
  return optional('protocolProfileBehavior', toPostmanSettings(notInherited as RequestSettings));
}

/** The method, headers, body and address, each with the descriptions of its fields. */
function sentOf(request: OpenRequest): Json {
  const details = detailsOf(request);
  const { pathParams: _written, url, ...http } = toHttpRequest(request);
  const { header, body, ...sent } = toPostman({ ...http, url });
  const param = ({ name: key, value, disabled, description }: DescribedField) => ({
    key,
    value,
    ...optional('description', descriptionText(description)),
    ...(disabled ? { disabled } : {}),
  });
  const hasType = (http.headers ?? []).some((field) => !field.disabled && hasName(field, 'content-type'));
  const parts = partsOf(url);
  const bareNames = new Set(parts.query?.filter(({ value }) => value === null).map(({ key }) => key));
  const isBare = ({ name, value }: DescribedField) => value === '' && bareNames.has(name);
  const query = (details.params ?? [])
    .filter(({ type }) => type === 'query')
    .map((field) => ({ ...param(field), ...(isBare(field) ? { value: null } : {}) }));
  const variable = (details.params ?? []).filter(({ type }) => type === 'path').map(param);
  return {
    ...sent,
    header: withDescriptions(header, details.headers),
    ...(body ? { body: describedBody(body, request, hasType) } : {}),
    url: {
      raw: url,
      ...parts,
      ...(query.length > 0 ? { query } : {}),
      ...(variable.length > 0 ? { variable } : {}),
    },
  };
}

type DescribedField = { name: string; value: string; disabled?: boolean; description?: Description };
const descriptionText = (description: Description | undefined): string =>
  (typeof description === 'object' ? description?.content : description) ?? '';

/** Adds the descriptions; the converted fields are in the order of the source. */
function withDescriptions(fields: unknown, source: readonly { description?: Description }[] | undefined): unknown {
  if (!Array.isArray(fields)) return fields;
  return fields.map((field: Json, index) => ({
    ...field,
    ...optional('description', descriptionText(source?.[index]?.description)),
  }));
}
/** @param hasType whether the request has a header `Content-Type` that is switched on */
function describedBody(body: object, { http }: OpenRequest, hasType: boolean): Json {
  const source = selectedBody(http?.body);
  const json = body as Json;
  if (source?.type === 'form-urlencoded')
    return { ...json, urlencoded: withDescriptions(json['urlencoded'], source.data) };
  // With a language, Postman does not use the header to decide whether comments in JSON are removed.
  if (source?.type === 'text' && !hasType) return { ...json, options: { raw: { language: 'text' } } };
  if (source?.type === 'multipart-form') return { ...json, formdata: withDescriptions(json['formdata'], source.data) };
  return json;
}

const previewLanguages: Record<string, string> = { json: 'json', xml: 'xml', html: 'html' };

/** An empty list where the example has an invalid form. */
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
      ...optional('status', statusText),
      ...(status > 0 ? { code: status } : {}),
      ...optional('_postman_previewlanguage', previewLanguages[type]),
      header: headers.map(({ name: key, value }) => ({ key, value })),
      body: type === 'binary' ? body.toString('base64') : body.toString('utf8'),
    },
  ];
}

function partsOf(url: string): Json & { query?: ReturnType<typeof pairOf>[] } {
  const [, protocol, host = '', path = '', query] =
    /^(?:([a-z]+):\/\/)?([^/?#]*)(\/[^?#]*)?(?:\?([^#]*))?/i.exec(url) ?? [];
  const [, name = host, port] = /^(.*?)(?::(\d+))?$/.exec(host) ?? [];
  return {
    ...(protocol ? { protocol } : {}),
    host: name.startsWith('{{') ? [name] : name.split('.'),
    ...(port ? { port } : {}),
    ...(path ? { path: path.slice(1).split('/') } : {}),
    ...(query ? { query: query.split('&').map(pairOf) } : {}),
  };
}

/** A parameter without `=` has the value null: Postman adds a `=` to an empty text. */
function pairOf(pair: string): { key: string; value: string | null } {
  const end = pair.indexOf('=');
  return end === -1 ? { key: pair, value: null } : { key: pair.slice(0, end), value: pair.slice(end + 1) };
}

/** A folder's or the collection's part in Postman's format. Postman has no headers there, so each request gets them. */
function sharedOf(defaults: RequestDefaults | undefined, where: string, warnings: ImportWarning[]): Json {
  const auth = authOf(defaults?.auth);
  const variables = variablesOf(defaults?.variables);
  const headers = (defaults?.headers ?? []).map(({ name }) => name);
  if (headers.length > 0)
    warnings.push({ where, what: `its headers ${headers.join(', ')}: each request below it has them` });
  if ((defaults?.actions ?? []).length > 0) warnings.push({ where, what: RESPONSE_VARIABLES });
  return {
    ...eventsOf(defaults?.scripts),
    ...behaviorOf(defaults?.settings?.http),
    ...(variables.length > 0 ? { variable: variables } : {}),
    ...(auth && defaults?.auth ? { auth } : {}),
  };
}

function variablesOf(variables: readonly Variable[] | undefined): Json[] {
  return (variables ?? []).map((variable) => {
    const marks = {
      ...optional('description', descriptionText(variable.description)),
      ...(variable.disabled ? { disabled: true } : {}),
    };
    if ('secret' in variable) return { key: variable.name, value: '', type: 'secret', ...marks };
    return { key: variable.name, value: valueOf(variable), ...marks };
  });
}

/** The request with the headers that it inherits, because Postman's folders have none. */
function withInheritedHeaders(request: OpenRequest, defaults: readonly RequestDefaults[]): OpenRequest {
  const { headers = [] } = detailsOf(request);
  const addedHeaders = inheritedHeadersOf(headers, defaults);
  if (addedHeaders.length === 0) return request;
  const details = { headers: [...addedHeaders, ...headers] };
  return request.graphql
    ? { ...request, graphql: { ...request.graphql, ...details } }
    : { ...request, http: { ...request.http, ...details } };
}

function reportOmitted(request: OpenRequest, where: string, warnings: ImportWarning[]): void {
  const { runtime, settings } = request;
  const omit = (what: string) => warnings.push({ where, what });
  const { auth } = detailsOf(request);
  if ((runtime?.assertions ?? []).length > 0) omit('its assertions: write them as pm.test');
  if ((runtime?.actions ?? []).length > 0) omit(RESPONSE_VARIABLES);
  if (typeof settings?.timeout === 'number') omit('its time limit');
  if (Array.isArray(request.http?.body) || Array.isArray(request.graphql?.body)) omit('its bodies that are not chosen');
  if (auth && auth !== 'inherit' && authOf(auth)?.['type'] === 'noauth') omit(`auth of the kind "${auth.type}"`);
}

function eventsOf(scripts: Scripts | undefined): Json {
  const code = (types: string[]) =>
    (scripts ?? [])
      .filter(({ type }) => types.includes(type))
      .map((script) => script.code)
      .join('\n');
  const event = (listen: string, text: string) =>
    text === '' ? [] : [{ listen, script: { type: 'text/javascript', exec: text.split('\n') } }];
  const all = [...event('prerequest', code(['before-request'])), ...event('test', code(['after-response', 'tests']))];
  return all.length > 0 ? { event: all } : {};
}

/** Undefined where the auth is inherited. */
const authOf = (auth: Auth | undefined): Json | undefined => (auth === 'inherit' ? undefined : toPostmanAuth(auth));
