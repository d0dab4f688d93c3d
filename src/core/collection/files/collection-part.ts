/** Makes one folder or request of a collection into a collection. */
import type { RequestDefaults } from '@opencollection/types/common/request-defaults';
import { codedError } from '../../../contract/errors.ts';
import type { LoadedCollection, LoadedFolder, LoadedRequest } from './collection-files.ts';

/**
 * Defaults of the folders above the part are added to the new collection, so that its requests are sent unchanged.
 * @param id a folder or request; empty: the whole collection
 * @throws FileNotFound when there is neither a folder nor a request of this id
 */
export function partOf(loaded: LoadedCollection, id: string): LoadedCollection {
  if (id === '') return loaded;
  const item = loaded.items.find((item) => item.id === id);
  if (!item) throw codedError('FileNotFound', `${id} no longer exists.`, 'Reload the list.');
  const isPart = (item: { id: string }) => item.id === id || item.id.startsWith(`${id}/`);
  const requests = loaded.requests.filter(isPart);
  const folders = loaded.folders.filter(isPart);
  // The collection and the folders above the part become the root of the new collection; so does the part itself, if it
  // is a folder.
  const isFolder = item.kind === 'folder';
  const depth = isFolder ? id.split('/').length + 1 : (requests[0]?.path.length ?? 2) - 1;
  const outer = (defaults: readonly RequestDefaults[]) => merged(defaults.slice(0, depth));
  const texts = (levels: readonly string[] = []) => [
    (isFolder ? levels[depth - 1] : undefined) ?? '',
    ...levels.slice(depth),
  ];
  const name = item.name;
  const fromHere = <T extends LoadedFolder | LoadedRequest>(item: T): T => ({
    ...item,
    path: [name, ...item.path.slice(depth)],
    defaults: [outer(item.defaults), ...item.defaults.slice(depth)],
    docs: texts(item.docs),
    levelIds: texts(item.levelIds),
  });
  const { defaults = [], docs, levelIds } = folders.find((folder) => folder.id === id) ?? requests[0] ?? {};
  return {
    ...loaded,
    name,
    items: loaded.items.filter(isPart),
    rootDefaults: { defaults: [outer(defaults)], docs: texts(docs), levelIds: texts(levelIds) },
    folders: folders.filter((folder) => folder.id !== id).map(fromHere),
    requests: requests.map(fromHere),
  };
}

/**
 * Merges the defaults of several levels: inner headers, variables, auth and settings win; scripts run from the
 * outermost.
 */
function merged(levels: readonly RequestDefaults[]): RequestDefaults {
  const byName = <T extends { name?: string }>(lists: (readonly T[] | undefined)[]): T[] => [
    ...new Map(lists.flatMap((list) => list ?? []).map((item) => [item.name?.toLowerCase(), item])).values(),
  ];
  const headers = byName(levels.map((level) => level.headers));
  const variables = [
    ...new Map(levels.flatMap((level) => level.variables ?? []).map((item) => [item.name, item])).values(),
  ];
  const scripts = levels.flatMap((level) => level.scripts ?? []);
  const auth = levels.map((level) => level.auth).findLast((item) => item !== undefined && item !== 'inherit');
  const settings = Object.assign({}, ...levels.map((level) => level.settings ?? {})) as RequestDefaults['settings'];
  return {
    ...(headers.length > 0 ? { headers } : {}),
    ...(variables.length > 0 ? { variables } : {}),
    ...(scripts.length > 0 ? { scripts } : {}),
    ...(auth === undefined ? {} : { auth }),
    ...(settings && Object.keys(settings).length > 0 ? { settings } : {}),
  };
}
