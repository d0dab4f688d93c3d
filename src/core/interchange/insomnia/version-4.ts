/** Converts exports of Insomnia 4, a flat list of resources that name their parents, into the tree of version 5. */
import { codedError } from '../../../contract/errors.ts';
import { isObject, list, text, type Json, type ImportWarning } from '../imported/imported.ts';

/** Deeper folders are refused here; the limit of a collection is lower and checked later. */
const MAX_DEPTH = 100;

export const isInsomnia4 = (json: unknown): json is Json =>
  isObject(json) && json['_type'] === 'export' && Array.isArray(json['resources']);

/** Resource types that exist in version 5. */
const RESOURCE_TYPES =
  /^(workspace|environment|request|request_group|cookie_jar|api_spec|client_certificate|ca_certificate)$/;

/**
 * @param warnings receives resources that cannot be sent here. @throws InvalidData for folders that are nested too
 * deeply
 */
export function toInsomnia5(json: Json, warnings: ImportWarning[]): Json {
  const resources = list(json['resources']);
  const below = new Map<string, Json[]>();
  for (const resource of resources) {
    const parent = text(resource['parentId']);
    below.set(parent, [...(below.get(parent) ?? []), resource]);
  }
  const childrenOf = (resource: Json): Json[] => below.get(text(resource['_id'])) ?? [];
  const ofKind = (kind: string, all: Json[]): Json[] => all.filter((item) => item['_type'] === kind);

  const itemsBelow = (parent: Json, depth: number): Json[] => {
    if (depth > MAX_DEPTH)
      throw codedError('InvalidData', `Its folders are nested more than ${MAX_DEPTH} levels deep.`);
    return childrenOf(parent)
      .filter(({ _type: kind }) => kind === 'request' || kind === 'request_group')
      .sort((a, b) => Number(a['metaSortKey'] ?? 0) - Number(b['metaSortKey'] ?? 0))
      .map((resource) => ({
        ...itemOf(resource),
        ...(resource['_type'] === 'request_group' ? { children: itemsBelow(resource, depth + 1) } : {}),
      }));
  };
  const subEnvironments = (base: Json): Json[] => ofKind('environment', childrenOf(base));

  const workspaces = ofKind('workspace', resources);
  const bases = workspaces.flatMap((workspace) => ofKind('environment', childrenOf(workspace)));
  const folders = workspaces.map((workspace) => ({ name: workspace['name'], children: itemsBelow(workspace, 0) }));
  const [first] = folders;
  for (const { _type: kind, name } of resources) {
    if (!RESOURCE_TYPES.test(text(kind)))
      warnings.push({ where: text(name) || text(kind), what: `a resource of the kind "${text(kind)}"` });
  }
  const workspace = workspaces[0] ?? {};
  return {
    ...without(json, ['_type', '__export_format', '__export_date', '__export_source', 'resources']),
    ...without(workspace, [...bookkeeping, 'scope', 'description']),
    meta: { description: workspace['description'] },
    collection: folders.length === 1 ? first?.children : folders,
    environments: bases.map((base) => ({
      ...without(base, bookkeeping),
      subEnvironments: subEnvironments(base).map((environment) => without(environment, bookkeeping)),
    })),
    cookieJar: { cookies: ofKind('cookie_jar', resources).flatMap(({ cookies }) => list(cookies)) },
    certificates: [...ofKind('client_certificate', resources), ...ofKind('ca_certificate', resources)],
    spec: { contents: ofKind('api_spec', resources).map(({ contents }) => text(contents)) },
  };
}

/** Fields by which Insomnia finds and orders its resources. */
const bookkeeping = ['_id', '_type', 'parentId', 'created', 'modified', 'isPrivate', 'metaSortKey'];

const without = (json: Json, names: readonly string[]): Json =>
  Object.fromEntries(Object.entries(json).filter(([name]) => !names.includes(name)));

/** A folder without its children, or a request. */
function itemOf(resource: Json): Json {
  const { preRequestScript: preRequest, afterResponseScript: afterResponse, description } = resource;
  const { settingSendCookies: send, settingStoreCookies: store, settingDisableRenderRequestBody } = resource;
  const moved = ['preRequestScript', 'afterResponseScript', 'description'];
  const fields = Object.entries(without(resource, [...bookkeeping, ...moved]));
  return {
    ...Object.fromEntries(fields.filter(([name]) => !name.startsWith('setting'))),
    scripts: { preRequest, afterResponse },
    meta: { description },
    settings: {
      followRedirects: resource['settingFollowRedirects'],
      encodeUrl: resource['settingEncodeUrl'],
      rebuildPath: resource['settingRebuildPath'],
      renderRequestBody: settingDisableRenderRequestBody === true ? false : undefined,
      cookies: { send, store },
    },
  };
}
