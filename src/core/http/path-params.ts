/** Path parameters: `:id` as a segment of a path, also with a suffix such as `:id.json`. */
import type { HttpRequest } from '../../contract/http/http.ts';

const SEGMENT = /^:([^.]+)(\..*)?$/s;

const ADDRESS = /^((?:[a-z][a-z\d+.-]*:\/\/)?[^/?#]*)([^?#]*)(.*)$/is;

/**
 * The request with the values of its path parameters in its address. A parameter without a value is not replaced, as in
 * Postman.
 * @param options.likeBruno in `:id.json` the name of the parameter is `id.json`, a value of blanks is none, and segments
 * without a character are left out
 */
export function fillPathParams(original: HttpRequest, { likeBruno = false } = {}): HttpRequest {
  if (!original.pathParams) return original;
  const { pathParams, ...request } = original;
  const [, server = '', written = '', queryAndFragment = ''] = ADDRESS.exec(request.url) ?? [];
  const path = likeBruno ? written.replace(/\/{2,}/g, '/') : written;
  const isValue = (value: string) => (likeBruno ? value.trim() : value) !== '';
  const values = new Map(pathParams.filter(({ value }) => isValue(value)).map(({ name, value }) => [name, value]));
  const segments = path.split('/').map((segment) => {
    if (!segment.startsWith(':')) return segment;
    const whole = values.get(segment.slice(1));
    if (whole !== undefined || likeBruno) return whole ?? segment;
    const [, name = '', ending = ''] = SEGMENT.exec(segment) ?? [];
    return values.has(name) ? `${values.get(name)}${ending}` : segment;
  });
  return { ...request, url: server + segments.join('/') + queryAndFragment };
}
