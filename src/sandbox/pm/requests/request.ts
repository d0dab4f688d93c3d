/**
 * pm.request: postman-collection's Request, created in full only for scripts that need more than its method and its
 * headers by name.
 */
import type { Fields } from '../../channel.ts';
import { delegate } from '../delegate.ts';
import type { ResponseTools } from './response.ts';
import { defineProperty, isArray, keysOf, toText } from '../../primordials.ts';
import { markKind, type Sdk, type SdkRequest } from './sdk.ts';

interface Header extends Fields {
  key: string;
  value: string;
}
export interface ScriptRequest {
  object: object;
  /** The library's own object. */
  full(): SdkRequest;
  /** The request with the script's changes; undefined without changes. */
  changedRequest(): Fields | undefined;
}
type Headers = Record<'get' | 'has' | 'add' | 'upsert' | 'remove', (...values: unknown[]) => unknown>;

/**
 * A URL with path parameters, disabled parameters or descriptions comes as its text, with what the text lacks; the
 * library expects its parts.
 */
function urlDefinition(url: unknown, sdk: Sdk): unknown {
  if (typeof url !== 'object' || url === null) return url;
  const { raw, variable, query: rows } = url as Fields;
  const parts = sdk.Url.parse(toText(raw));
  if (!isArray(rows)) return { ...parts, variable };
  const query = isArray(parts['query']) ? [...(parts['query'] as Fields[])] : [];
  for (const { place, ...row } of rows as (Fields & { place: number })[]) {
    if (row['disabled']) query.splice(place, 0, row);
    else if (query[place]?.['key'] === row['key']) query[place] = { ...query[place], ...row };
  }
  return { ...parts, variable, query };
}

/** The state of a script's request. */
interface RequestState {
  /** The headers, used while `full` is undefined. */
  headers: Header[];
  /** The library's own object, once the script has needed it. */
  full: SdkRequest | undefined;
  /** Whether the script has changed the headers. */
  changed: boolean;
}

export function createRequest(json: Fields, info: { id: string; name: string }, tools: ResponseTools): ScriptRequest {
  const headers = (isArray(json['header']) ? json['header'] : []).map((header) => ({ ...(header as Header) }));
  const state: RequestState = { headers, full: undefined, changed: false };
  let headersObject: object | undefined;
  const to = () => tools.expect(object).to;
  const full = (): SdkRequest => {
    if (state.full) return state.full;
    const request = new (tools.sdk().Request)({
      ...json,
      url: urlDefinition(json['url'], tools.sdk()),
      header: headers,
    });
    state.full = request;
    defineProperty(request, 'to', { get: to, configurable: true });
    return request;
  };
  const light = {
    __proto__: null,
    method: json['method'],
    // Not members of the full object: assertions print the number of its members.
    id: info.id,
    name: info.name,
    [Symbol.toStringTag]: undefined,
    get to() {
      return to();
    },
    get headers() {
      return (headersObject ??= delegate<object>(
        lightHeaders(state, () => full().headers as unknown as Headers),
        () => full().headers,
      ));
    },
  };
  const object: object = delegate<object>(light, full);
  markKind(object, 'Request');
  return {
    object,
    full,
    changedRequest() {
      if (!state.full) return state.changed ? { ...json, header: headers } : undefined;
      // Without the members that only the sandbox uses.
      const plainRequest = state.full.toJSON();
      if (isArray(plainRequest)) return {};
      // As in Postman, a body that is set to undefined, or deleted, stays as it is; null removes it.
      return json['body'] === undefined || 'body' in plainRequest
        ? plainRequest
        : { ...plainRequest, body: json['body'] };
    },
  };
}

const findHeader = (headers: Header[], name: unknown): Header | undefined => {
  const lowerCaseName = toText(name).toLowerCase();
  return headers.findLast(({ key }) => key.toLowerCase() === lowerCaseName);
};

/** Whether it is a header with only name and value; the library interprets all other forms. */
const isPlainHeader = (item: unknown): item is Header => {
  if (typeof item !== 'object' || item === null) return false;
  const { key, value, ...others } = item as Fields;
  return typeof key === 'string' && key !== '' && typeof value === 'string' && keysOf(others).length === 0;
};

/** @param all returns the library's own list, which is used as soon as the script has needed it */
function lightHeaders(state: RequestState, all: () => Headers) {
  const { headers } = state;
  return {
    __proto__: null,
    get: (name: unknown) => (state.full ? all().get(name) : findHeader(headers, name)?.value),
    has: (name: unknown, ...more: unknown[]) =>
      state.full || more.length > 0 || typeof name !== 'string'
        ? all().has(name, ...more)
        : findHeader(headers, name) !== undefined,
    add(item: unknown) {
      if (state.full || !isPlainHeader(item)) return all().add(item);
      headers.push({ key: item.key, value: item.value });
      state.changed = true;
      return undefined;
    },
    upsert(item: unknown) {
      if (state.full || !isPlainHeader(item)) return all().upsert(item);
      const before = findHeader(headers, item.key);
      if (before) Object.assign(before, { key: item.key, value: item.value });
      else headers.push({ key: item.key, value: item.value });
      state.changed = true;
      return before === undefined;
    },
    remove(name: unknown, ...more: unknown[]) {
      if (state.full || typeof name !== 'string') return all().remove(name, ...more);
      const lowerCaseName = name.toLowerCase();
      for (let index = headers.length - 1; index >= 0; index -= 1) {
        if (headers[index]?.key.toLowerCase() === lowerCaseName) headers.splice(index, 1);
      }
      state.changed = true;
      return undefined;
    },
  };
}
