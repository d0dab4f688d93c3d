/** Finds a request by the name that a script passes to setNextRequest and runRequest. */
import type { LoadedRequest } from '../../collection/files/collection-files.ts';

/**
 * Finds it by its id in Postman, else by its name, else by its file. Of several matches the last is used, as in
 * Postman.
 * @returns its index; -1 when there is no match
 */
export function findRequest(requests: readonly LoadedRequest[], nameOrId: string): number {
  const byImportedId = requests.findLastIndex(({ request }) => request.info?.id === nameOrId);
  if (byImportedId >= 0) return byImportedId;
  const byName = requests.findLastIndex(({ name }) => name === nameOrId);
  if (byName >= 0) return byName;
  // In Bruno the file is relative to the folder of the collection, with or without its extension.
  const file = withoutExtension(nameOrId.replace(/^\.\//, ''));
  return requests.findLastIndex(({ id }) => withoutExtension(id) === file);
}

const withoutExtension = (file: string): string => file.replace(/\.(ya?ml|bru)$/, '');
