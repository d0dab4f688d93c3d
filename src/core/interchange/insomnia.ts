/** Collections of Insomnia 5 (YAML, `collection.insomnia.rest/5.0`), and exports of version 4 (JSON). */
import type { Auth } from '@opencollection/types/common/auth';
import type { RequestDefaults } from '@opencollection/types/common/request-defaults';
import type { Scripts } from '@opencollection/types/common/scripts';
import type { Environment } from '@opencollection/types/config/environments';
import type { HttpRequestBody } from '@opencollection/types/requests/http';
import { codedError } from '../../contract/errors.ts';
import {
  disabledIf,
  optional,
  isObject,
  list,
  prose,
  text,
  type Imported,
  type ImportedItem,
  type Json,
  type ImportWarning,
} from './imported.ts';
import { isInsomnia4, toInsomnia5 } from './insomnia-4.ts';
import { commonAuth, commonOAuth2 } from './common-auth.ts';

export const isInsomnia = (json: unknown): json is Json =>
  isInsomnia4(json) ||
  (isObject(json) && typeof json['type'] === 'string' && json['type'].startsWith('collection.insomnia.rest/'));

/** `{{ _.name }}` and `{{name}}` are the same thing there. */
const plain = (value: unknown): string => text(value).replace(/\{\{\s*_?\.?([\w.-]+)\s*\}\}/g, '{{$1}}');

export function fromInsomnia(source: Json): Imported {
  const warnings: ImportWarning[] = [];
  const json = isInsomnia4(source) ? toInsomnia5(source, warnings) : source;
  const [, version = 5] = (/\/(\d+)/.exec(text(json['type'])) ?? []).map(Number);
  if (version > 5) {
    throw codedError(
      'InvalidData',
      `This is a collection of Insomnia ${version}; those of 5 are read.`,
      'Export it in the older form.',
    );
  }
  const bases = isObject(json['environments']) ? [json['environments']] : list(json['environments']);
  const environments = bases.flatMap((base) =>
    [base, ...list(base['subEnvironments'])].flatMap((one): Environment[] => {
      const data = isObject(one['data']) ? { ...(isObject(base['data']) ? base['data'] : {}), ...one['data'] } : {};
      if (Object.keys(data).length === 0) return [];
      const name = text(one['name']) || 'Base';
      reportTags(data, `Environment ${name}`, warnings);
      return [{ name, variables: flatten(data) }];
    }),
  );
  return {
    kind: 'Insomnia collection',
    name: text(json['name']) || 'Insomnia',
    ...optional('docs', isObject(json['meta']) ? prose(json['meta']['description']) : ''),
    items: list(json['collection']).map((item) => itemOf(item, '', warnings)),
    environments,
    secrets: [],
    warnings,
  };
}

/** Tags such as `{% uuid 'v4' %}` are evaluated by Insomnia alone; they stay as they are written, and are named. */
function reportTags(value: unknown, where: string, warnings: ImportWarning[]): void {
  const tags = new Set(JSON.stringify(value ?? '').match(/\{%.{0,200}?%\}/g));
  for (const tag of tags) {
    const [shown] = [tag.replaceAll('\\"', '"')];
    warnings.push({ where, what: `the tag ${shown}: set a variable in a script and use that` });
  }
}

/** Values inside of objects are reached by their path. */
function flatten(data: Json, prefix = ''): { name: string; value: string }[] {
  return Object.entries(data).flatMap(([key, value]) =>
    isObject(value) ? flatten(value, `${prefix}${key}.`) : [{ name: prefix + key, value: plain(value) }],
  );
}

function itemOf(item: Json, path: string, warnings: ImportWarning[]): ImportedItem {
  const name = text(item['name']) || 'Unnamed';
  const where = path ? `${path} / ${name}` : name;
  const { children: _children, scripts: _scripts, ...texts } = item;
  reportTags(texts, where, warnings);
  return Array.isArray(item['children'])
    ? folderOf(item, { name, where, warnings })
    : requestOf(item, { name, where, warnings });
}

interface ItemContext {
  name: string;
  /** The name with those of the folders around it. */
  where: string;
  warnings: ImportWarning[];
}

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
  return {
    name,
    items: list(item['children']).map((child) => itemOf(child, where, warnings)),
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
  const body = bodyOf(isObject(item['body']) ? item['body'] : {}, where, warnings);
  return {
    name,
    request: {
      info: { name, type: 'http' },
      http: {
        method: text(item['method']) || 'GET',
        url: withQuery(plain(item['url']), query),
        ...(headers.length > 0 ? { headers } : {}),
        ...(params.length > 0 ? { params } : {}),
        ...(body ? { body } : {}),
        ...(auth ? { auth } : {}),
      },
      ...(scripts.length > 0 ? { runtime: { scripts } } : {}),
      ...(isObject(item['settings']) && item['settings']['followRedirects'] === 'off'
        ? { settings: { followRedirects: false } }
        : {}),
      ...optional('docs', isObject(item['meta']) ? text(item['meta']['description']) : ''),
    },
  };
}

/** Name, value and description, as headers, parameters and fields of forms have them. */
const fieldOf = (field: Json) => ({
  name: text(field['name']),
  value: plain(field['value']),
  ...optional('description', prose(field['description'])),
});

const headersOf = (item: Json) =>
  list(item['headers'])
    .map((header) => ({ ...fieldOf(header), ...disabledIf(header['disabled']) }))
    .filter(({ name }) => name !== '');

const queryOf = (item: Json) =>
  list(item['parameters'])
    .map((parameter) => ({ ...fieldOf(parameter), type: 'query' as const, ...disabledIf(parameter['disabled']) }))
    .filter(({ name }) => name !== '');

const pathParametersOf = (item: Json) =>
  list(item['pathParameters']).map((parameter) => ({ ...fieldOf(parameter), type: 'path' as const }));

/** Insomnia stores the query beside the address: the parameters that are enabled are added to the address. */
function withQuery(url: string, query: ReturnType<typeof queryOf>): string {
  const enabled = query.filter(({ disabled }) => !disabled).map(({ name, value }) => `${name}=${value}`);
  return enabled.length > 0 ? `${url}${url.includes('?') ? '&' : '?'}${enabled.join('&')}` : url;
}

function scriptsOf(value: unknown): Scripts {
  if (!isObject(value)) return [];
  // Its scripts say insomnia where others say pm.
  const code = (one: unknown) => text(one).replace(/\binsomnia\./g, 'pm.');
  return [
    ...(value['preRequest'] ? [{ type: 'before-request' as const, code: code(value['preRequest']) }] : []),
    ...(value['afterResponse'] ? [{ type: 'after-response' as const, code: code(value['afterResponse']) }] : []),
  ];
}

function bodyOf(body: Json, where: string, warnings: ImportWarning[]): HttpRequestBody | undefined {
  const type = text(body['mimeType']);
  const field = (one: Json) => ({ ...fieldOf(one), ...disabledIf(one['disabled']) });
  if (/urlencoded/.test(type)) return { type: 'form-urlencoded', data: list(body['params']).map(field) };
  if (/multipart/.test(type)) {
    return {
      type: 'multipart-form',
      data: list(body['params']).map((one) => ({
        ...field(one),
        type: one['type'] === 'file' ? ('file' as const) : ('text' as const),
        value: one['type'] === 'file' ? [text(one['fileName'])] : plain(one['value']),
      })),
    };
  }
  if (body['fileName'])
    return { type: 'file', data: [{ filePath: text(body['fileName']), contentType: type, selected: true }] };
  const content = plain(body['text']);
  if (content === '') return undefined;
  if (/graphql/.test(type))
    warnings.push({ where, what: 'that its body is GraphQL: it is kept as the JSON that is sent' });
  return { type: /json|graphql/.test(type) ? 'json' : /xml/.test(type) ? 'xml' : 'text', data: content };
}

function authOf(value: unknown, where: string, warnings: ImportWarning[]): Auth | undefined {
  if (!isObject(value) || Object.keys(value).length === 0) return 'inherit';
  const get = (name: string) => plain(value[name]);
  const common = commonAuth(text(value['type']), get, value['addTo'] === 'queryParams');
  if (common) return common;
  switch (value['type']) {
    case 'none':
      return undefined;
    case 'ntlm':
      return { type: 'ntlm', username: get('username'), password: get('password') };
    case 'iam':
      return {
        type: 'awsv4',
        accessKeyId: get('accessKeyId'),
        secretAccessKey: get('secretAccessKey'),
        sessionToken: get('sessionToken'),
        service: get('service'),
        region: get('region'),
      };
    case 'oauth2':
      return commonOAuth2(get, get('redirectUrl'));
    default:
      warnings.push({ where, what: `auth of the kind "${text(value['type'])}"` });
      return undefined;
  }
}
