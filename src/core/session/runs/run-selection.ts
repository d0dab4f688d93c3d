/** Selects the requests of a run, in order, and its name. */
import { filtersByTag, tagFilterText, type TagFilter } from '../../../contract/runs/tag-filter.ts';
import { codedError } from '../../../contract/errors.ts';
import type { LoadedCollection, LoadedRequest } from '../../collection/files/collection-files.ts';

export interface RunSelection {
  /** The innermost folder that contains all of them; empty: the collection. */
  folder: string;
  /** The name of the request or folder; for a folder that is run in part, also the number of its requests. */
  name: string;
  requests: LoadedRequest[];
}

/** @param filter the tags by which they were selected, for the name. @throws FileNotFound when a request no longer exists */
export function selectionOf(
  { name, items, requests: all }: LoadedCollection,
  ids: readonly string[],
  filter: TagFilter = { tags: [], excludeTags: [] },
): RunSelection {
  const requestsById = new Map(all.map((request) => [request.id, request]));
  const requests = [...new Set(ids)].map((id) => {
    const request = requestsById.get(id);
    if (!request) throw codedError('FileNotFound', `The request ${id} no longer exists.`, 'Choose others.');
    return request;
  });
  const folder = commonFolder(requests.map(({ id }) => id));
  const inFolder = all.filter(({ id }) => folder === '' || id.startsWith(`${folder}/`));
  const [only] = requests;
  const by = filtersByTag(filter) ? ` ${tagFilterText(filter)}` : '';
  if (only && requests.length === 1 && inFolder.length > 1) return { folder, name: only.name + by, requests };
  const folderName = folder === '' ? name : (items.find(({ id }) => id === folder)?.name ?? folder);
  const part = requests.length < inFolder.length ? `, ${requests.length} of ${inFolder.length} requests` : '';
  return { folder, name: folderName + part + by, requests };
}

function commonFolder(ids: readonly string[]): string {
  const [first = [], ...others] = ids.map((id) => id.split('/').slice(0, -1));
  const differs = (name: string, depth: number) => others.some((names) => names[depth] !== name);
  const end = first.findIndex(differs);
  return first.slice(0, end < 0 ? first.length : end).join('/');
}
