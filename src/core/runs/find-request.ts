/** How a script names a request of its collection, for setNextRequest and runRequest. */
import type { LoadedRequest } from '../collection/collection-files.ts';

/**
 * By its name, else by its id in Postman, else by its file. Of several the last, as in Postman.
 * @returns its place among the requests; -1 when none is named so
 */
export function findRequest(requests: readonly LoadedRequest[], wanted: string): number {
  const byName = requests.findLastIndex(({ name }) => name === wanted);
  if (byName >= 0) return byName;
  const byImportedId = requests.findLastIndex(({ request }) => request.info?.id === wanted);
  return byImportedId >= 0 ? byImportedId : requests.findLastIndex(({ id }) => id === wanted);
}
