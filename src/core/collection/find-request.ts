/** The request that a script or another program names. */
import type { LoadedRequest, OpenRequest } from './open-collection.ts';

/** The id that the request has in the collection of Postman that it comes from; undefined for others. */
export function postmanIdOf(request: OpenRequest): string | undefined {
  const { extensions } = request as { extensions?: { postman?: { id?: unknown } } | null };
  const id = extensions?.postman?.id;
  return typeof id === 'string' && id !== '' ? id : undefined;
}

/** The member `extensions` of a request that has an id in Postman. */
export const postmanExtension = (id: string): { extensions?: { postman: { id: string } } } =>
  id === '' ? {} : { extensions: { postman: { id } } };

const withoutExtension = (file: string): string => file.replace(/\.(ya?ml|bru)$/, '');

/**
 * By its file, with or without its extension, or by its id in Postman; of requests with this name the last, as in Postman.
 * @returns -1 where there is none
 */
export function findRequestIndex(requests: readonly LoadedRequest[], wanted: string): number {
  const path = withoutExtension(wanted.replace(/^\.\//, ''));
  const exact = requests.findIndex(
    ({ id, request }) => id === wanted || withoutExtension(id) === path || postmanIdOf(request) === wanted,
  );
  return exact >= 0 ? exact : requests.findLastIndex(({ name }) => name === wanted);
}
