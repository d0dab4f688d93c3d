/** Folders and requests of Insomnia. */
import type { RequestDefaults } from '@opencollection/types/common/request-defaults';
import type { Scripts } from '@opencollection/types/common/scripts';
import type { RequestSettings } from '../../../contract/collection/request-settings.ts';
import {
  disabledIf,
  optional,
  isObject,
  list,
  prose,
  text,
  type ImportedItem,
  type Json,
  type ImportWarning,
} from '../imported/imported.ts';
import { inQuery } from '../imported/in-query.ts';
import { withoutInheritedAuth } from '../imported/inherited-auth.ts';
import { authOf } from './auth.ts';
import { bodyOf, graphqlOf } from './body.ts';
import { fieldOf, flatten, plain, reportTags } from './values.ts';
import { beginItem, ignoreFields, untracked } from '../imported/unread-fields.ts';

interface ItemContext {
  name: string;
  /** The names of the folders around it, and its own. */
  where: string;
  warnings: ImportWarning[];
}

/** For other protocols than HTTP only the id's prefix tells the kind of request. */
const otherProtocols: readonly [prefix: string, name: string][] = [
  ['ws-req_', 'WebSocket'],
  ['greq_', 'gRPC'],
  ['socketio-req_', 'Socket.IO'],
  ['mcp-req_', 'MCP'],
];

/** @param above the names of the folders around the items; empty at the top */
export const itemsOf = (items: unknown, above: string, warnings: ImportWarning[]): ImportedItem[] =>
  list(items).flatMap((item) => {
    const name = text(item['name']) || 'Unnamed';
    const where = above ? `${above} / ${name}` : name;
    const meta = isObject(item['meta']) ? item['meta'] : {};
    const [, protocol] = otherProtocols.find(([prefix]) => text(meta['id']).startsWith(prefix)) ?? [];
    if (protocol !== undefined) {
      ignoreFields(item, ...Object.keys(item));
      warnings.push({ where, what: `a request over ${protocol}` });
      return [];
    }
    beginItem(item, where);
    ignoreFields(item, 'environmentPropertyOrder');
    ignoreFields(meta, 'id', 'created', 'modified', 'isPrivate', 'sortKey');
    const { children: _children, scripts: _scripts, ...texts } = untracked(item);
    reportTags(texts, where, warnings);
    const context = { name, where, warnings };
    return [Array.isArray(item['children']) ? folderOf(item, context) : requestOf(item, context)];
  });

function folderOf(item: Json, { name, where, warnings }: ItemContext): ImportedItem {
  const scripts = scriptsOf(item['scripts']);
  const auth = authOf(item['authentication'], where, warnings);
  const headers = headersOf(item);
  const variables = isObject(item['environment']) ? flatten(item['environment']) : [];
  const defaults: RequestDefaults = {
    ...(headers.length > 0 ? { headers } : {}),
    ...(auth && auth !== 'inherit' ? { auth } : {}),
    ...(variables.length > 0 ? { variables } : {}),
    ...(scripts.length > 0 ? { scripts } : {}),
  };
  const items = itemsOf(item['children'], where, warnings);
  return {
    name,
    items: auth === undefined ? withoutInheritedAuth(items) : items,
    ...(Object.keys(defaults).length > 0 ? { defaults } : {}),
    ...optional('docs', isObject(item['meta']) ? prose(item['meta']['description']) : ''),
  };
}

function requestOf(item: Json, { name, where, warnings }: ItemContext): ImportedItem {
  const scripts = scriptsOf(item['scripts']);
  const auth = authOf(item['authentication'], where, warnings);
  const headers = headersOf(item);
  const query = queryOf(item);
  const params = [...query, ...pathParametersOf(item)];
  const sourceBody = isObject(item['body']) ? item['body'] : {};
  const graphql = graphqlOf(sourceBody);
  const body = graphql ? undefined : bodyOf(sourceBody, where, warnings);
  const shared = {
    method: text(item['method']) || 'GET',
    url: withQuery(plain(item['url']), query),
    ...(headers.length > 0 ? { headers } : {}),
    ...(params.length > 0 ? { params } : {}),
    ...(auth ? { auth } : {}),
  };
  const settings = settingsOf(isObject(item['settings']) ? item['settings'] : {}, where, warnings);
  return {
    name,
    request: {
      ...(graphql
        ? { info: { name, type: 'graphql' }, graphql: { ...shared, body: graphql } }
        : { info: { name, type: 'http' }, http: { ...shared, ...(body ? { body } : {}) } }),
      ...(scripts.length > 0 ? { runtime: { scripts } } : {}),
      ...(Object.keys(settings).length > 0 ? { settings } : {}),
      ...optional('docs', isObject(item['meta']) ? prose(item['meta']['description']) : ''),
    },
  };
}

/** The settings that differ from Insomnia's defaults. */
function settingsOf(settings: Json, where: string, warnings: ImportWarning[]): RequestSettings {
  const { followRedirects, encodeUrl, renderRequestBody } = settings;
  if (settings['rebuildPath'] === true) ignoreFields(settings, 'rebuildPath');
  const cookies = isObject(settings['cookies']) ? settings['cookies'] : {};
  const [sends, stores] = [cookies['send'] !== false, cookies['store'] !== false];
  if (sends !== stores) warnings.push({ where, what: `that cookies are only ${sends ? 'sent' : 'stored'}` });
  if (renderRequestBody === false) warnings.push({ where, what: 'that variables in its body are not filled in' });
  return {
    ...(followRedirects === 'on' || followRedirects === 'off' ? { followRedirects: followRedirects === 'on' } : {}),
    ...(encodeUrl === false ? { encodeUrl } : {}),
    ...(sends || stores ? {} : { cookies: false }),
  };
}

const headersOf = (item: Json) =>
  list(item['headers'])
    .map((header) => ({ ...fieldOf(header), ...disabledIf(header['disabled']) }))
    .filter(({ name }) => name !== '');

const queryOf = (item: Json) =>
  list(item['parameters'])
    .map((parameter) => ({
      ...inQuery(fieldOf(parameter)),
      type: 'query' as const,
      ...disabledIf(parameter['disabled']),
    }))
    .filter(({ name }) => name !== '');

const pathParametersOf = (item: Json) =>
  list(item['pathParameters']).map((parameter) => ({ ...fieldOf(parameter), type: 'path' as const }));

/** Insomnia stores the query separately: enabled parameters are added to the address. */
function withQuery(url: string, query: ReturnType<typeof queryOf>): string {
  const enabled = query.filter(({ disabled }) => !disabled).map(({ name, value }) => `${name}=${value}`);
  return enabled.length > 0 ? `${url}${url.includes('?') ? '&' : '?'}${enabled.join('&')}` : url;
}

function scriptsOf(value: unknown): Scripts {
  if (!isObject(value)) return [];
  // Insomnia's scripts use `insomnia` for `pm`.
  const code = (item: unknown) => text(item).replace(/\binsomnia\./g, 'pm.');
  return [
    ...(value['preRequest'] ? [{ type: 'before-request' as const, code: code(value['preRequest']) }] : []),
    ...(value['afterResponse'] ? [{ type: 'after-response' as const, code: code(value['afterResponse']) }] : []),
  ];
}
