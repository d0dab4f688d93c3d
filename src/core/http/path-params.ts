/** Path parameters: `:id` as a segment of a path, also with a suffix such as `:id.json`. */
import type { HttpRequest } from '../../contract/http/http.ts';

const SEGMENT = /^:([^.]+)(\..*)?$/s;

/**
 * The request with the values of its path parameters in its address. A parameter without a value is not replaced, as in
 * Postman.
 * @param allowsSuffix false: in `:id.json` the name of the parameter is `id.json`, as in Bruno
 */
export function fillPathParams(original: HttpRequest, { allowsSuffix = true } = {}): HttpRequest {
  if (!original.pathParams) return original;
  const { pathParams, ...request } = original;
  const values = new Map(pathParams.filter(({ value }) => value !== '').map(({ name, value }) => [name, value]));
  if (values.size === 0) return request;
  const [, path = '', queryAndFragment = ''] = /^([^?#]*)(.*)$/s.exec(request.url) ?? [];
  const segments = path.split('/').map((segment) => {
    if (!segment.startsWith(':')) return segment;
    const whole = values.get(segment.slice(1));
    if (whole !== undefined || !allowsSuffix) return whole ?? segment;
    const [, name = '', ending = ''] = SEGMENT.exec(segment) ?? [];
    return values.has(name) ? `${values.get(name)}${ending}` : segment;
  });
  return { ...request, url: segments.join('/') + queryAndFragment };
}
