/** `require('node-fetch')` of Bruno's scripts, implemented by pm.sendRequest. */
import { parseJson, toText } from '../primordials.ts';
import type { AxiosConfig, AxiosResponse } from './bruno-http.ts';

interface FetchOptions {
  method?: string;
  /** An object by name, or one with a function `entries`. */
  headers?: object;
  body?: unknown;
}
type Send = (config: AxiosConfig) => Promise<AxiosResponse | undefined>;

function headersOf({ headers = {} }: FetchOptions): Record<string, unknown> {
  const { entries } = headers as { entries?: unknown };
  const list = typeof entries === 'function' ? (entries.call(headers) as Iterable<[string, unknown]>) : undefined;
  const written = Object.fromEntries(list ?? Object.entries(headers));
  return Object.keys(written).some((name) => name.toLowerCase() === 'accept') ? written : { ...written, Accept: '*/*' };
}

/** @param send of axios; returns the response as text, for any status */
export function createFetch(send: Send) {
  return async (address: unknown, options: FetchOptions = {}): Promise<object> => {
    const { method = 'GET', body } = options;
    const url = toText(address);
    const response = await send({
      url,
      method,
      headers: headersOf(options),
      responseType: 'text',
      validateStatus: null,
      ...(body === undefined || body === null ? {} : { data: body }),
    });
    const { status = 0, statusText = '', headers = {}, data = '' } = response ?? {};
    const text = toText(data);
    const header = (name: unknown): string | null => {
      const value = headers[toText(name).toLowerCase()];
      return value === undefined ? null : toText(value);
    };
    return {
      status,
      statusText,
      url,
      ok: status >= 200 && status < 300,
      headers: {
        get: header,
        has: (name: unknown) => header(name) !== null,
        entries: () => Object.entries(headers)[Symbol.iterator](),
        forEach: (visit: (value: string, name: string) => void) =>
          Object.entries(headers).forEach(([name, value]) => visit(toText(value), name)),
      },
      text: () => Promise.resolve(text),
      json: async () => parseJson(text) as unknown,
    };
  };
}
