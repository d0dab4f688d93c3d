/** Folders of Bruno with `.bru` files; those that Bruno 3 writes are OpenCollection and open as they are. */
import path from 'node:path';
import type { Auth } from '@opencollection/types/common/auth';
import type { RequestDefaults } from '@opencollection/types/common/request-defaults';
import type { Scripts } from '@opencollection/types/common/scripts';
import type { Environment } from '@opencollection/types/config/environments';
import type { HttpRequestBody, HttpRequestParam } from '@opencollection/types/requests/http';
import { codedError } from '../../contract/errors.ts';
import { openBrunoFolder, type BrunoFolder } from './bruno-folder.ts';
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
import { examplesMember, type ExampleParts } from './imported-examples.ts';
import { brunoSignature, commonAuth, commonOAuth2 } from './common-auth.ts';

/** @throws InvalidData naming the file that cannot be read */
export async function fromBruno(folder: string): Promise<Imported> {
  const lost: Lost[] = [];
  const source = await openBrunoFolder(folder, lost);
  const settings = parseSettings(await source.readText('bruno.json'));
  const name = text(settings['name']) || path.basename(folder);
  const shared = await source.parse('collection.bru', 'collection');
  const defaults = shared && defaultsOf(shared, name, lost);
  const environments: Environment[] = [];
  for (const file of await source.namesIn('environments')) {
    const json = file.endsWith('.bru') ? await source.parse(`environments/${file}`, 'environment') : undefined;
    if (json)
      environments.push({ name: file.replace(/\.bru$/, ''), variables: list(json['variables']).map(variableOf) });
  }
  const items = await itemsIn(source, '', 0);
  if (source.problems.length > 0) throw codedError('InvalidData', source.problems[0] ?? '', 'Import less at a time.');
  return {
    kind: 'Bruno collection',
    name,
    ...given('docs', text(shared?.['docs'])),
    ...(defaults ? { defaults } : {}),
    items,
    environments,
    secrets: [],
    lost,
  };
}

function parseSettings(content: string): Json {
  try {
    const json: unknown = JSON.parse(content);
    return isObject(json) ? json : {};
  } catch (error) {
    throw codedError('InvalidData', `bruno.json is not JSON: ${(error as Error).message}`);
  }
}

/** In the order of their `seq`. */
async function itemsIn(source: BrunoFolder, relative: string, depth: number): Promise<ImportedItem[]> {
  const { lost } = source;
  const entries: { seq: number; item: ImportedItem }[] = [];
  if (!source.budget.allowsDepth(depth, relative)) return [];
  for (const name of await source.namesIn(relative)) {
    const inside = relative === '' ? name : `${relative}/${name}`;
    const isBru = name.endsWith('.bru') && !['collection.bru', 'folder.bru'].includes(name);
    const kind = source.kindOf(inside);
    if (kind === 'folder') {
      if (name.startsWith('.') || name === 'node_modules' || inside === 'environments') continue;
      const shared = await source.parse(`${inside}/folder.bru`, 'collection');
      const items = await itemsIn(source, inside, depth + 1);
      if (items.length === 0 && !shared) continue;
      const meta = isObject(shared?.['meta']) ? shared['meta'] : {};
      const defaults = shared && defaultsOf(shared, inside, lost);
      const docs = given('docs', text(shared?.['docs']));
      const item = { name: text(meta['name']) || name, items, ...(defaults ? { defaults } : {}), ...docs };
      entries.push({ seq: Number(meta['seq'] ?? Infinity), item });
    } else if (kind === 'file' && isBru) {
      const json = await source.parse(inside, 'request');
      if (!json) continue;
      const meta = isObject(json['meta']) ? json['meta'] : {};
      const title = text(meta['name']) || name.replace(/\.bru$/, '');
      const item = { name: title, request: requestOf(json, title, inside, lost) };
      entries.push({ seq: Number(meta['seq'] ?? Infinity), item });
    }
  }
  return entries.sort((a, b) => a.seq - b.seq).map(({ item }) => item);
}

const variableOf = (one: Json) =>
  one['secret']
    ? { secret: true as const, name: text(one['name']) }
    : { name: text(one['name']), value: text(one['value']), ...disabledIf(one['enabled'] === false) };
const field = (one: Json) => ({
  name: text(one['name']),
  value: text(one['value']),
  ...disabledIf(one['enabled'] === false),
});

const paramOf = (one: Json): HttpRequestParam => ({ ...field(one), type: one['type'] === 'path' ? 'path' : 'query' });

function scriptsOf(json: Json, where: string, lost: Lost[]): Scripts {
  const script = isObject(json['script']) ? json['script'] : {};
  const scripts: Scripts = [];
  if (script['req']) scripts.push({ type: 'before-request', code: text(script['req']) });
  if (script['res']) scripts.push({ type: 'after-response', code: text(script['res']) });
  if (json['tests']) scripts.push({ type: 'tests', code: text(json['tests']) });
  if (scripts.some(({ code }) => /\b(bru|req|res)\.\w+/.test(code))) {
    lost.push({ where, what: 'that its scripts use bru, req or res: rewrite those lines with pm' });
  }
  return scripts;
}

function defaultsOf(json: Json, where: string, lost: Lost[]): RequestDefaults | undefined {
  const headers = list(json['headers']).map(field);
  const vars = isObject(json['vars']) ? list(json['vars']['req']).map(field) : [];
  const scripts = scriptsOf(json, where, lost);
  const auth = authOf(json, where, lost);
  const defaults = {
    ...(headers.length > 0 ? { headers } : {}),
    ...(vars.length > 0 ? { variables: vars } : {}),
    ...(scripts.length > 0 ? { scripts } : {}),
    ...(auth && auth !== 'inherit' ? { auth } : {}),
  };
  return Object.keys(defaults).length > 0 ? defaults : undefined;
}

function requestOf(json: Json, name: string, where: string, lost: Lost[]): OpenRequest {
  const http = isObject(json['http']) ? json['http'] : {};
  const headers = list(json['headers']).map(field);
  const params = list(json['params']).map(paramOf);
  const variables = isObject(json['vars']) ? list(json['vars']['req']).map(field) : [];
  const scripts = scriptsOf(json, where, lost);
  for (const key of ['assertions']) {
    if (list(json[key]).length > 0) lost.push({ where, what: 'its assertions: write them as pm.test' });
  }
  const auth = authOf(json, where, lost);
  const runtime = { ...(variables.length > 0 ? { variables } : {}), ...(scripts.length > 0 ? { scripts } : {}) };
  const shared = {
    method: text(http['method']).toUpperCase() || 'GET',
    url: text(http['url']),
    ...(headers.length > 0 ? { headers } : {}),
    ...(params.length > 0 ? { params } : {}),
    ...(auth ? { auth } : {}),
  };
  const rest = {
    ...(Object.keys(runtime).length > 0 ? { runtime } : {}),
    ...examplesMember(list(json['examples']).map(exampleOf), where, lost),
    ...given('docs', text(json['docs'])),
  };
  const bodies = isObject(json['body']) ? json['body'] : {};
  if (http['body'] === 'graphql') {
    const graphql = isObject(bodies['graphql']) ? bodies['graphql'] : {};
    const body = { query: text(graphql['query']), ...given('variables', text(graphql['variables'])) };
    return { info: { name, type: 'graphql' }, graphql: { ...shared, body }, ...rest };
  }
  const body = bodyOf(text(http['body']), bodies);
  return { info: { name, type: 'http' }, http: { ...shared, ...(body ? { body } : {}) }, ...rest };
}

function exampleOf(example: Json): ExampleParts {
  const request = isObject(example['request']) ? example['request'] : {};
  const response = isObject(example['response']) ? example['response'] : {};
  const body = isObject(response['body']) ? response['body'] : {};
  const status = Number(response['status']);
  const type = text(body['type']);
  const requestBody = isObject(request['body']) ? bodyOf(text(request['body']['mode']), request['body']) : undefined;
  const headers = list(request['headers']).map(field);
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
    headers: list(response['headers']).map((one) => ({ name: text(one['name']), value: text(one['value']) })),
    body: text(body['content']),
    isBase64: type === 'binary',
    ...(type && type !== 'binary' ? { contentType: type === 'text' ? 'text/plain' : `application/${type}` } : {}),
  };
}

function bodyOf(mode: string, bodies: Json): HttpRequestBody | undefined {
  switch (mode) {
    case 'json':
    case 'text':
    case 'xml':
    case 'sparql':
      return { type: mode, data: text(bodies[mode]) };
    case 'form-urlencoded':
    case 'formUrlEncoded':
      return { type: 'form-urlencoded', data: list(bodies['formUrlEncoded']).map(field) };
    case 'multipart-form':
    case 'multipartForm':
      return {
        type: 'multipart-form',
        data: list(bodies['multipartForm']).map((one) => ({
          ...field(one),
          type: one['type'] === 'file' ? ('file' as const) : ('text' as const),
          value: one['type'] === 'file' ? [one['value']].flat().map(text) : text(one['value']),
          ...given('contentType', text(one['contentType'])),
        })),
      };
    case 'file':
      return {
        type: 'file',
        data: list(bodies['file']).map((one) => ({
          filePath: text(one['filePath']),
          contentType: text(one['contentType']),
          selected: one['selected'] === true,
        })),
      };
    default:
      return undefined;
  }
}

function authOf(json: Json, where: string, lost: Lost[]): Auth | undefined {
  const http = isObject(json['http']) ? json['http'] : {};
  const auth = isObject(json['auth']) ? json['auth'] : {};
  const mode = text(http['auth'] ?? auth['mode']);
  const own = isObject(auth[mode]) ? auth[mode] : {};
  const get = (name: string) => text(own[name]);
  const common = commonAuth(mode, get, get('placement') === 'queryparams');
  if (common) return common;
  switch (mode) {
    case '':
    case 'none':
      return undefined;
    case 'inherit':
      return 'inherit';
    case 'wsse':
      return { type: 'wsse', username: get('username'), password: get('password') };
    case 'ntlm':
      return { type: 'ntlm', username: get('username'), password: get('password'), domain: get('domain') };
    case 'awsv4':
      return {
        type: 'awsv4',
        ...{ accessKeyId: get('accessKeyId'), secretAccessKey: get('secretAccessKey') },
        ...{ sessionToken: get('sessionToken'), service: get('service'), region: get('region') },
      };
    case 'oauth1':
    case 'akamai-edgegrid':
      return brunoSignature(mode, isObject(auth['akamaiEdgegrid']) ? auth['akamaiEdgegrid'] : own);
    case 'oauth2':
      return commonOAuth2(get, get('callbackUrl'));
    default:
      lost.push({ where, what: `auth of the kind "${mode}"` });
      return undefined;
  }
}
