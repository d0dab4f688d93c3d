/**
 * pm.request: what postman-collection's Request has, made in full only for scripts that need more than its method and
 * its headers by name.
 */
import { delegate } from './delegate.ts';
import type { ResponseTools } from './response.ts';
import { defineHidden, toText } from './primordials.ts';
import { markKind, type Fields, type Sdk, type SdkRequest } from './sdk.ts';

interface Header extends Fields {
  key: string;
  value: string;
}
export interface ScriptRequest {
  object: object;
  /** The library's own object. */
  full(): SdkRequest;
  /** As the script leaves it; undefined when it has not been touched. */
  left(): Fields | undefined;
}
type Headers = Record<'get' | 'has' | 'add' | 'upsert' | 'remove', (...values: unknown[]) => unknown>;

const { isArray } = Array;
const { defineProperty } = Object;

/** An address with path parameters comes as its text and their values; the library wants its parts. */
function urlDefinition(url: unknown, sdk: Sdk): unknown {
  if (typeof url !== 'object' || url === null) return url;
  const { raw, variable } = url as Fields;
  return { ...sdk.Url.parse(toText(raw)), variable };
}

export function createRequest(json: Fields, info: { id: string; name: string }, tools: ResponseTools): ScriptRequest {
  const headers = (isArray(json['header']) ? json['header'] : []).map((header) => ({ ...(header as Header) }));
  let made: SdkRequest | undefined;
  let changed = false;
  const to = () => tools.expect(object).to;
  const full = (): SdkRequest => {
    if (made) return made;
    made = new (tools.sdk().Request)({ ...json, url: urlDefinition(json['url'], tools.sdk()), header: headers });
    defineProperty(made, 'to', { get: to, configurable: true });
    for (const [key, value] of Object.entries(info)) {
      defineHidden(made, key, value);
    }
    return made;
  };
  const all = (): Headers => full().headers as unknown as Headers;
  const find = (name: unknown): Header | undefined => {
    const wanted = toText(name).toLowerCase();
    return headers.findLast(({ key }) => key.toLowerCase() === wanted);
  };
  /** What the library would understand in other ways is left to it. */
  const isPlain = (item: unknown): item is Header => {
    if (typeof item !== 'object' || item === null) return false;
    const { key, value, ...others } = item as Fields;
    return typeof key === 'string' && key !== '' && typeof value === 'string' && Object.keys(others).length === 0;
  };
  const light = {
    __proto__: null,
    method: json['method'],
    id: info.id,
    name: info.name,
    [Symbol.toStringTag]: undefined,
    get to() {
      return to();
    },
    headers: delegate<object>(
      {
        __proto__: null,
        get: (name: unknown) => (made ? all().get(name) : find(name)?.value),
        has: (name: unknown, ...more: unknown[]) =>
          made || more.length > 0 || typeof name !== 'string' ? all().has(name, ...more) : find(name) !== undefined,
        add(item: unknown) {
          if (made || !isPlain(item)) return all().add(item);
          headers.push({ key: item.key, value: item.value });
          changed = true;
          return undefined;
        },
        upsert(item: unknown) {
          if (made || !isPlain(item)) return all().upsert(item);
          const before = find(item.key);
          if (before) Object.assign(before, { key: item.key, value: item.value });
          else headers.push({ key: item.key, value: item.value });
          changed = true;
          return before === undefined;
        },
        remove(name: unknown, ...more: unknown[]) {
          if (made || typeof name !== 'string') return all().remove(name, ...more);
          const wanted = name.toLowerCase();
          for (let at = headers.length - 1; at >= 0; at -= 1) {
            if (headers[at]?.key.toLowerCase() === wanted) headers.splice(at, 1);
          }
          changed = true;
          return undefined;
        },
      },
      () => full().headers,
    ),
  };
  const object: object = delegate<object>(light, full);
  markKind(object, 'Request');
  return {
    object,
    full,
    left() {
      if (!made) return changed ? { ...json, header: headers } : undefined;
      // Without what only the sandbox knows.
      const plain = made.toJSON();
      return isArray(plain) ? {} : plain;
    },
  };
}
