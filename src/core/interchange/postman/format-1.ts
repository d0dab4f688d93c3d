/**
 * Collections of Postman's format 1, in which requests and folders are flat lists, brought into the form of format 2.1.
 * newman runs them, too.
 */
import { isObject, list, text, type ImportedCollection, type ImportWarning, type Json } from '../imported/imported.ts';
import { beginItem, ignoreFields, trackReads, unreadFields, untracked } from '../imported/unread-fields.ts';
import { fromPostmanCollection } from './collection.ts';
import { ownValue } from '../../platform/json/own-value.ts';
import { jsonOrUndefined } from '../../platform/json/json-or-undefined.ts';

export const isFormat1 = (json: unknown): json is Json =>
  isObject(json) && typeof json['name'] === 'string' && Array.isArray(json['requests']) && !Array.isArray(json['item']);

/** @param options.warn false omits warnings about unread fields and known differences; default true */
export function fromFormat1(source: Json, { warn = true }: { warn?: boolean | undefined } = {}): ImportedCollection {
  const json = trackReads(source);
  const warnings: ImportWarning[] = [];
  const imported = fromPostmanCollection(collectionOf(json, warnings), { warn });
  if (warn) imported.warnings.push(...warnings, ...unreadFields(json, imported.name));
  return imported;
}

/** Members by which Postman finds, orders and shares entries. */
const bookkeeping = [
  'collection',
  'collectionId',
  'collection_id',
  'createdAt',
  'favorite',
  'folder',
  'hasRequests',
  'isFromCollection',
  'lastRevision',
  'lastUpdatedBy',
  'owner',
  'permissions',
  'public',
  'published',
  'remoteLink',
  'remote_id',
  'shared',
  'synced',
  'team',
  'time',
  'timestamp',
  'updatedAt',
  'uid',
  'version',
  'write',
  'responses_order',
  'descriptionFormat',
];

/** A member without tracking, which is converted as a whole. */
function take(json: Json, name: string): unknown {
  ignoreFields(json, name, ...bookkeeping);
  return untracked(json)[name];
}

const ids = (value: unknown): string[] => (Array.isArray(value) ? value.map(text) : []);
const byId = (items: readonly Json[]) => new Map(items.map((item) => [text(take(item, 'id')), item]));

function collectionOf(json: Json, warnings: ImportWarning[]): Json {
  const name = text(take(json, 'name'));
  const [requests, folders] = [byId(list(json['requests'])), byId(list(json['folders']))];
  const placed = new Set<unknown>();
  /** The entries of these ids; each entry is placed once, so that folders cannot contain themselves. */
  const place = (all: ReadonlyMap<string, Json>, order: unknown, convert: (item: Json) => Json) =>
    ids(order).flatMap((id) => {
      const item = all.get(id);
      if (!item || placed.has(item)) return [];
      placed.add(item);
      return [convert(item)];
    });
  const folderOf = (folder: Json): Json => {
    beginItem(folder, text(take(folder, 'name')));
    return {
      ...levelOf(folder),
      item: [
        ...place(folders, take(folder, 'folders_order'), folderOf),
        ...place(requests, take(folder, 'order'), itemOf),
      ],
    };
  };
  const subFolders = new Set([...folders.values()].flatMap((folder) => ids(take(folder, 'folders_order'))));
  const topFolders = take(json, 'folders_order') ?? [...folders.keys()].filter((id) => !subFolders.has(id));
  const order = take(json, 'order');
  const item = [...place(folders, topFolders, folderOf), ...place(requests, order, itemOf)];
  const left = [...requests].filter(([, request]) => !placed.has(request));
  // Without any order there is that of the list.
  if (item.length === 0) item.push(...place(requests, [...requests.keys()], itemOf));
  else warnings.push(...left.map(([, request]) => leftOut(request)));
  const { id: _postman_id, name: _name, description, ...level } = levelOf(json);
  return { ...level, info: { name, description, _postman_id }, item };
}

function leftOut(request: Json): ImportWarning {
  ignoreFields(request, ...Object.keys(request));
  return { where: text(request['name']), what: 'the request itself, which is in no folder' };
}

/** What the collection, folders and requests have in common. */
function levelOf(json: Json): Json {
  const [tests, preRequestScript] = [take(json, 'tests'), take(json, 'preRequestScript')];
  const isOld = Boolean(tests) || Boolean(preRequestScript);
  const events = list(take(json, 'events')).map((event) => ({ ...event, listen: event['listen'] ?? 'test' }));
  const variables = list(take(json, 'variables')).map((item) => ({ ...item, key: item['key'] ?? item['id'] }));
  return {
    id: take(json, 'id'),
    name: take(json, 'name'),
    description: take(json, 'description'),
    event: isOld
      ? [
          { listen: 'prerequest', script: { exec: preRequestScript } },
          { listen: 'test', script: { exec: tests } },
        ]
      : events,
    variable: variables.length > 0 ? variables : take(json, 'variable'),
    auth: authOf(json),
    protocolProfileBehavior: take(json, 'protocolProfileBehavior'),
  };
}

function itemOf(json: Json): Json {
  const { auth, description, ...level } = levelOf(json);
  beginItem(json, text(level['name']));
  const responses = list(take(json, 'responses')).map(responseOf);
  return { ...level, request: { ...requestOf(json), auth, description }, response: responses };
}

const requestOf = (json: Json): Json => ({
  method: take(json, 'method'),
  header: headersOf(take(json, 'headers'), take(json, 'headerData')),
  body: bodyOf(json),
  url: urlOf(json),
});

/** A row of a table, which is switched off by `enabled`. */
const rowOf = ({ enabled, ...row }: Json): Json => ({ ...row, ...(enabled === false ? { disabled: true } : {}) });

function headersOf(headers: unknown, data: unknown): unknown {
  if (Array.isArray(headers)) return headers;
  const rows = [...list(data), ...linesOf(text(headers))].map((row) => {
    const name = text(row['key']);
    return name.startsWith('//') ? { ...row, key: name.slice(2).trim(), disabled: true } : rowOf(row);
  });
  const names = new Set(list(data).map((row) => text(row['key']).replace(/^\/\/\s*/, '')));
  return rows.filter((row, index) => index < list(data).length || !names.has(text(row['key'])));
}

const linesOf = (lines: string): Json[] =>
  [...lines.matchAll(/^([^:\r\n]+):(.*)$/gm)].map(([, key = '', value = '']) => ({
    key: key.trim(),
    value: value.trim(),
  }));

function urlOf(json: Json): unknown {
  const address = text(take(json, 'url'));
  const query = list(take(json, 'queryParams')).map(({ equals, ...row }) => {
    const value = equals ? (row['value'] ?? '') : row['value'];
    return rowOf({ ...row, value: equals === false && value === '' ? null : value });
  });
  const described = list(take(json, 'pathVariableData'));
  const values = take(json, 'pathVariables');
  const known = new Set(described.map(({ key }) => key));
  const more = Object.entries(isObject(values) ? values : {}).filter(([key]) => !known.has(key));
  const variable = [...described, ...more.map(([key, value]) => ({ key, value }))];
  if (query.length === 0) return variable.length > 0 ? { host: [address], variable } : address;
  const [before = '', hash] = address.split('#');
  return { host: [before.split('?')[0]], query, hash, variable };
}

const modes: Record<string, string> = {
  binary: 'file',
  graphql: 'graphql',
  params: 'formdata',
  raw: 'raw',
  urlencoded: 'urlencoded',
};

function bodyOf(json: Json): Json | undefined {
  const [dataMode, data, rawData, graphql, dataOptions] = [
    'dataMode',
    'data',
    'rawModeData',
    'graphqlModeData',
    'dataOptions',
  ].map((name) => take(json, name));
  if (dataMode === null) return undefined;
  const written =
    Array.isArray(rawData) && rawData.length === 1 && typeof rawData[0] === 'string' ? rawData[0] : rawData;
  const raw = typeof written === 'string' ? written : typeof data === 'string' ? data : '';
  const rows = list(data ?? rawData).filter(({ key }) => key !== undefined && key !== null);
  const mode = ownValue(modes, text(dataMode)) ?? impliedMode(raw, rows, graphql);
  if (mode === undefined) return undefined;
  const form = rows.map(({ value, ...row }) =>
    rowOf(row['type'] === 'file' && !row['src'] ? { ...row, src: value } : { ...row, value }),
  );
  const content = mode === 'raw' ? raw : mode === 'file' ? { src: raw } : mode === 'graphql' ? (graphql ?? data) : form;
  const options = isObject(dataOptions) ? { options: dataOptions } : {};
  return { mode, [mode]: content, ...options, disabled: take(json, 'dataDisabled') };
}

/** The mode of a body that does not name one. */
function impliedMode(raw: string, rows: readonly Json[], graphql: unknown): string | undefined {
  if (raw !== '') return 'raw';
  if (rows.length > 0) return 'formdata';
  return isObject(graphql) ? 'graphql' : undefined;
}

const helpers: Record<string, string> = {
  apikeyAuth: 'apikey',
  awsSigV4: 'awsv4',
  basicAuth: 'basic',
  bearerAuth: 'bearer',
  digestAuth: 'digest',
  hawkAuth: 'hawk',
  ntlmAuth: 'ntlm',
  oAuth1: 'oauth1',
  oAuth2: 'oauth2',
};
/** Parameters whose names have changed since. */
const renamed: Record<string, string> = {
  app: 'appId',
  auto: 'autoAddParam',
  dlg: 'delegation',
  ext: 'extraData',
  hawk_id: 'authId',
  hawk_key: 'authKey',
  header: 'addParamsToHeader',
  includeEmpty: 'addEmptyParamsToSign',
};

function authOf(json: Json): unknown {
  const [auth, helper, attributes] = ['auth', 'currentHelper', 'helperAttributes'].map((name) => take(json, name));
  if (helper === undefined || (helper === null && isObject(auth))) return auth;
  const kind = ownValue(helpers, text(helper));
  if (kind === undefined) return undefined;
  const written = typeof attributes === 'string' ? jsonOrUndefined(attributes) : attributes;
  const { id: _id, saveToRequest: _saved, ...parameters } = isObject(written) ? written : {};
  const members = Object.entries(parameters).map(([name, value]) => [ownValue(renamed, name) ?? name, value]);
  return { type: kind, [kind]: Object.fromEntries(members) as Json };
}

function responseOf(response: Json): Json {
  const { responseCode, requestObject, request } = response;
  const original = [requestObject, request]
    .map((value) => (typeof value === 'string' ? jsonOrUndefined(value) : value))
    .find(isObject);
  const code = isObject(responseCode) ? responseCode : {};
  return {
    name: response['name'],
    status: code['name'],
    code: Number(code['code']) || undefined,
    header: response['headers'],
    body: response['text'],
    _postman_previewlanguage: response['language'],
    ...(original ? { originalRequest: requestOf(original) } : {}),
  };
}
