/** One folder or request of a collection, as a collection of its own. */
import type { RequestDefaults } from '@opencollection/types/common/request-defaults';
import { codedError } from '../../contract/errors.ts';
import type { LoadedCollection, LoadedRequest } from './collection-files.ts';

/**
 * What the folders above the part add to its requests is added by the new collection, so that they send what they sent.
 * @param id a folder or request; empty: the whole collection
 * @throws FileNotFound when there is neither a folder nor a request of this id
 */
export function partOf(loaded: LoadedCollection, id: string): LoadedCollection {
  if (id === '') return loaded;
  const item = loaded.items.find((one) => one.id === id);
  if (!item) throw codedError('FileNotFound', `${id} does not exist any more.`, 'Look at the list again.');
  const isPart = (one: { id: string }) => one.id === id || one.id.startsWith(`${id}/`);
  const requests = loaded.requests.filter(isPart);
  const first = requests[0];
  // Of a request's path, the collection and the folders down to the part become the new collection.
  const depth = item.kind === 'folder' ? id.split('/').length + 1 : (first?.path.length ?? 2) - 1;
  const outer = (defaults: readonly RequestDefaults[]) => merged(defaults.slice(0, depth));
  const name = item.name;
  return {
    ...loaded,
    name,
    items: loaded.items.filter(isPart),
    rootDefaults: { defaults: [outer(first?.defaults ?? [])] },
    requests: requests.map((request): LoadedRequest => ({
      ...request,
      path: [name, ...request.path.slice(depth)],
      defaults: [outer(request.defaults), ...request.defaults.slice(depth)],
    })),
  };
}

/** What several levels add, as one level: inner headers, variables, auth and settings win; scripts run from the outermost. */
function merged(levels: readonly RequestDefaults[]): RequestDefaults {
  const byName = <T extends { name?: string }>(lists: (readonly T[] | undefined)[]): T[] => [
    ...new Map(lists.flatMap((list) => list ?? []).map((one) => [one.name?.toLowerCase(), one])).values(),
  ];
  const headers = byName(levels.map((level) => level.headers));
  const variables = [
    ...new Map(levels.flatMap((level) => level.variables ?? []).map((one) => [one.name, one])).values(),
  ];
  const scripts = levels.flatMap((level) => level.scripts ?? []);
  const auth = levels.map((level) => level.auth).findLast((one) => one !== undefined && one !== 'inherit');
  const settings = Object.assign({}, ...levels.map((level) => level.settings ?? {})) as RequestDefaults['settings'];
  return {
    ...(headers.length > 0 ? { headers } : {}),
    ...(variables.length > 0 ? { variables } : {}),
    ...(scripts.length > 0 ? { scripts } : {}),
    ...(auth === undefined ? {} : { auth }),
    ...(settings && Object.keys(settings).length > 0 ? { settings } : {}),
  };
}
