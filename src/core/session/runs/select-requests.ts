/** Selects the requests of a collection that a run sends: by folders and names, by tags, or by their ids. */
import { listNames } from '../../../contract/list-names.ts';
import { filtersByTag, passesTags } from '../../../contract/runs/tag-filter.ts';
import { codedError } from '../../../contract/errors.ts';
import type { SharedRun } from '../../../contract/runs/run-parts.ts';
import type { LoadedCollection, LoadedRequest } from '../../collection/files/collection-files.ts';
import { tagsOf } from '../../collection/format/tags-of.ts';
import { nearestName } from '../../platform/nearest-name.ts';
import { selectionOf } from './run-selection.ts';

/** An absent or empty list selects all requests; `excludeTags` none. */
export interface RequestSelection {
  /** Paths or names of folders and requests, or their ids of Postman. */
  folder?: readonly string[] | undefined;
  /** The requests that have at least one of these tags. */
  tags?: readonly string[] | undefined;
  /** Not the requests that have one of these tags, also where they have one of `tags`. */
  excludeTags?: readonly string[] | undefined;
}

/**
 * The selected requests, in the order of the collection. The tags of a request are also those of its folders.
 * @throws InvalidParams for a name that nothing has, and where tags leave no request
 */
export function selectRequests(
  collection: LoadedCollection,
  { folder: folders = [], tags = [], excludeTags = [] }: RequestSelection,
): LoadedRequest[] {
  const requests = folders.length === 0 ? collection.requests : requestsInFolders(collection, folders);
  const filter = { tags, excludeTags };
  if (!filtersByTag(filter)) return requests;
  const tagged = requests.filter((item) => passesTags(tagsOf(item), filter));
  if (tagged.length > 0) return tagged;
  throw noRequestWithTags(requests, tags);
}

/**
 * The requests of a run over many machines, in the order in which it is divided into parts.
 * @param ids where the run is of selected requests
 * @throws as `selectRequests`, FileNotFound
 */
export const requestsOfRun = (
  collection: LoadedCollection,
  { folders: folder, tags, excludeTags }: SharedRun,
  ids: readonly string[] | undefined,
): LoadedRequest[] =>
  ids ? selectionOf(collection, ids).requests : selectRequests(collection, { folder, tags, excludeTags });

function noRequestWithTags(requests: readonly LoadedRequest[], tags: readonly string[]): Error {
  const known = [...new Set(requests.flatMap(tagsOf))];
  const unknown = tags.find((tag) => !known.includes(tag));
  const near = unknown === undefined ? undefined : nearestName(unknown, known);
  const message = unknown === undefined ? 'The tags leave no request.' : `No request has the tag "${unknown}".`;
  const list =
    known.length === 0 ? 'The requests have no tags.' : `The tags of the requests: ${listNames(known, MAX_NAMED)}.`;
  return codedError('InvalidParams', message, near === undefined ? list : `Did you mean "${near}"?`);
}

/** The number of tags that a message names. */
const MAX_NAMED = 20;

function requestsInFolders(collection: LoadedCollection, folders: readonly string[]): LoadedRequest[] {
  const selected = new Set(folders.flatMap((folder) => requestsInFolder(collection, folder)));
  return collection.requests.filter((request) => selected.has(request));
}

function requestsInFolder(collection: LoadedCollection, folder: string): LoadedRequest[] {
  const folderPath = folder.split('/').filter(Boolean).join('/');
  const matching = collection.requests.filter(({ path: names, id, request, levelIds = [] }) => {
    const inside = names.slice(1);
    return (
      id === folderPath ||
      request.info?.id === folder ||
      levelIds.slice(1).includes(folder) ||
      id.startsWith(`${folderPath}/`) ||
      inside.join('/') === folderPath ||
      inside.join('/').startsWith(`${folderPath}/`) ||
      inside.includes(folderPath)
    );
  });
  if (matching.length > 0) return matching;
  const names = [...new Set(collection.requests.flatMap(({ path: all }) => all.slice(1)))];
  const near = nearestName(folderPath, names);
  throw codedError(
    'InvalidParams',
    `There is no folder or request "${folder}".`,
    near === undefined ? 'Look at the names in the collection.' : `Did you mean "${near}"?`,
  );
}
