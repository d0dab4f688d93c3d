/** Finds a request by the name that a script passes to setNextRequest and runRequest. */
import type { LoadedRequest } from '../../collection/files/collection-files.ts';
import { fileName } from '../../collection/files/names.ts';

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
  return findByFile(requests, nameOrId);
}

/** For a script that runs a request: in Bruno by its file, and other requests may have that name. */
export function findRequestToRun(requests: readonly LoadedRequest[], nameOrId: string): number {
  const byFile = requests[0]?.bruno ? findByFile(requests, nameOrId) : -1;
  return byFile >= 0 ? byFile : findRequest(requests, nameOrId);
}

/** @param path from the folder of the collection, with or without an extension, also as it was before an import */
function findByFile(requests: readonly LoadedRequest[], path: string): number {
  const file = withoutExtension(path.replace(/^\.\//, ''));
  const exact = requests.findLastIndex(({ id }) => withoutExtension(id) === file);
  if (exact >= 0) return exact;
  const segments = file.split('/');
  const imported = segments.map((name, index) => fileName(name, index < segments.length - 1 ? 'folder' : 'request'));
  return requests.findLastIndex(({ id }) => withoutExtension(id) === imported.join('/'));
}

const withoutExtension = (file: string): string => file.replace(/\.(ya?ml|bru)$/, '');
