/** Exports of Insomnia 4: a flat list of resources that name their parents, turned into the tree of version 5. */
import { codedError } from '../../contract/errors.ts';
import { optional, isObject, list, text, type Json, type ImportWarning } from './imported.ts';

/** Deeper folders are refused; the limit of a collection, checked later, is lower. */
const MAX_DEPTH = 100;

export const isInsomnia4 = (json: unknown): json is Json =>
  isObject(json) && json['_type'] === 'export' && Array.isArray(json['resources']);

/** Kinds that hold no requests, and are no loss. */
const silent = /^(workspace|environment|request|request_group|cookie_jar|api_spec|client_certificate|ca_certificate)$/;

/** @param warnings receives resources that are not sent here. @throws InvalidData for folders that are nested too deeply */
export function toInsomnia5(json: Json, warnings: ImportWarning[]): Json {
  const resources = list(json['resources']);
  const below = new Map<string, Json[]>();
  for (const resource of resources) {
    const parent = text(resource['parentId']);
    below.set(parent, [...(below.get(parent) ?? []), resource]);
  }
  const childrenOf = (resource: Json): Json[] => below.get(text(resource['_id'])) ?? [];
  const ofKind = (kind: string, all: Json[]): Json[] => all.filter((one) => one['_type'] === kind);

  const itemsBelow = (parent: Json, depth: number): Json[] => {
    if (depth > MAX_DEPTH)
      throw codedError('InvalidData', `Its folders are nested more than ${MAX_DEPTH} levels deep.`);
    return childrenOf(parent)
      .filter(({ _type: kind }) => kind === 'request' || kind === 'request_group')
      .sort((a, b) => Number(a['metaSortKey'] ?? 0) - Number(b['metaSortKey'] ?? 0))
      .map((resource) => {
        const { preRequestScript, afterResponseScript, description } = resource;
        return {
          ...resource,
          scripts: { preRequest: preRequestScript, afterResponse: afterResponseScript },
          meta: { description },
          ...optional('settings', settingsOf(resource)),
          ...(resource['_type'] === 'request_group' ? { children: itemsBelow(resource, depth + 1) } : {}),
        };
      });
  };
  const subEnvironments = (base: Json): Json[] => ofKind('environment', childrenOf(base));

  const workspaces = ofKind('workspace', resources);
  const bases = workspaces.flatMap((workspace) => ofKind('environment', childrenOf(workspace)));
  const folders = workspaces.map((workspace) => ({ name: workspace['name'], children: itemsBelow(workspace, 0) }));
  const [first] = folders;
  for (const { _type: kind, name } of resources) {
    if (!silent.test(text(kind)))
      warnings.push({ where: text(name) || text(kind), what: `a resource of the kind "${text(kind)}"` });
  }
  return {
    name: workspaces[0]?.['name'],
    meta: { description: workspaces[0]?.['description'] },
    collection: folders.length === 1 ? first?.children : folders,
    environments: bases.map((base) => ({
      name: base['name'],
      data: base['data'],
      subEnvironments: subEnvironments(base).map(({ name, data }) => ({ name, data })),
    })),
  };
}

function settingsOf({ settingFollowRedirects: follow }: Json): Json | undefined {
  return follow === 'on' || follow === 'off' ? { followRedirects: follow } : undefined;
}
