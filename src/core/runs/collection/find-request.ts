/** How a script names a request of its collection, for setNextRequest and runRequest. */
import type { LoadedRequest } from '../../collection/files/collection-files.ts';

/**
 * By its id in Postman, else by its name, else by its file. Of several the last, as in Postman.
 * @returns its place among the requests; -1 when none is named so
 */
export function findRequest(requests: readonly LoadedRequest[], nameOrId: string): number {
  const byImportedId = requests.findLastIndex(({ request }) => request.info?.id === nameOrId);
  if (byImportedId >= 0) return byImportedId;
  const byName = requests.findLastIndex(({ name }) => name === nameOrId);
  if (byName >= 0) return byName;
  // Bruno names the file from the folder of the collection, with or without its extension.
  const file = withoutExtension(nameOrId.replace(/^\.\//, ''));
  return requests.findLastIndex(({ id }) => withoutExtension(id) === file);
}

const withoutExtension = (file: string): string => file.replace(/\.(ya?ml|bru)$/, '');
