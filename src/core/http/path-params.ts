/** Path parameters: `:id` as a segment of a path, also with a suffix such as `:id.json`. */
import type { HttpRequest } from '../../contract/http/http.ts';

const SEGMENT = /^:([^.]+)(\..*)?$/s;

/**
 * The request with the values of its path parameters in its address. A parameter without a value is not replaced, as in
 * Postman.
 */
export function fillPathParams(original: HttpRequest): HttpRequest {
  if (!original.pathParams) return original;
  const { pathParams, ...request } = original;
  const values = new Map(pathParams.filter(({ value }) => value !== '').map(({ name, value }) => [name, value]));
  if (values.size === 0) return request;
  const [, path = '', queryAndFragment = ''] = /^([^?#]*)(.*)$/s.exec(request.url) ?? [];
  const segments = path.split('/').map((segment) => {
    const [, name = '', ending = ''] = SEGMENT.exec(segment) ?? [];
    return values.get(segment.slice(1)) ?? (values.has(name) ? `${values.get(name)}${ending}` : segment);
  });
  return { ...request, url: segments.join('/') + queryAndFragment };
}
