/** `bru.sendRequest`, `bru.runRequest`, `require('axios')` and the cookie jar of Bruno, over the calls of the host. */
import type { ResponseHead } from '../../contract/scripts/script-context.ts';
import type { Channel } from '../channel.ts';
import { parseJson, PlainError, toText } from '../primordials.ts';
import { startTimeLimit, type TimerFunctions } from '../run-time-limit.ts';
import type { Fields } from '../pm/sdk.ts';

/** What axios takes; of the other members none has a meaning here. */
interface AxiosConfig extends Fields {
  url?: string;
  baseURL?: string;
  method?: string;
  headers?: Record<string, unknown>;
  params?: Record<string, unknown>;
  data?: unknown;
  auth?: { username?: string; password?: string };
  timeout?: number;
  responseType?: string;
  validateStatus?: ((status: number) => boolean) | null;
}
interface AxiosResponse {
  data: unknown;
  status: number;
  statusText: string;
  headers: Fields;
  config: AxiosConfig;
  /** Milliseconds. */
  responseTime: number;
  /** Bytes. */
  size: number;
}
type Callback = (error: unknown, response?: AxiosResponse | null) => unknown;

/** Bruno reads every body as JSON where it is JSON, whatever its type says. */
export function parseBody(text: string): unknown {
  try {
    return parseJson(text.replace(/^\uFEFF/, ''));
  } catch {
    return text;
  }
}

/** The headers by their names in lower case; only Set-Cookie is a list. */
export function headersOf(head: ResponseHead): Fields {
  const headers: Fields = {};
  for (const { key, value } of head.headers) {
    const name = key.toLowerCase();
    const before = headers[name];
    if (name === 'set-cookie') headers[name] = [...((before as string[] | undefined) ?? []), value];
    else headers[name] = before === undefined ? value : `${toText(before)}, ${value}`;
  }
  return headers;
}

export function createBrunoHttp(channel: Channel, interpolate: (text: unknown) => unknown) {
  const bodyText = (head: ResponseHead): string => {
    if (head.text !== undefined) return head.text;
    const reply = channel.callSync('bodies.text', { id: head.body });
    if (reply.ok) return reply.value;
    throw new PlainError(toText(reply.error['message']));
  };
  const toResponse = (head: ResponseHead, config: AxiosConfig): AxiosResponse => ({
    data: config.responseType === 'text' ? bodyText(head) : parseBody(bodyText(head)),
    status: head.code,
    statusText: head.status,
    headers: headersOf(head),
    config,
    responseTime: head.responseTime,
    size: head.responseSize,
  });
  async function ask(method: string, params: Fields): Promise<ResponseHead | null> {
    const reply = await channel.call(method, params);
    if (reply.ok) return parseJson(reply.value) as ResponseHead | null;
    const error = new PlainError(toText(reply.error['message']));
    throw Object.assign(error, { code: reply.error['code'], isAxiosError: true });
  }

  async function send(request: AxiosConfig | string, more: AxiosConfig = {}): Promise<AxiosResponse> {
    const config: AxiosConfig = typeof request === 'string' ? { ...more, url: request } : request;
    const sending = ask('http.send', { request: requestOf(config) });
    const head = await (config.timeout ? within(sending, config.timeout) : sending);
    if (!head) throw new PlainError('There is no response.');
    const response = toResponse(head, config);
    const { validateStatus = (status: number) => status >= 200 && status < 300 } = config;
    if (!validateStatus || validateStatus(response.status)) return response;
    const code = response.status < 500 ? 'ERR_BAD_REQUEST' : 'ERR_BAD_RESPONSE';
    throw Object.assign(new PlainError(`Request failed with status code ${response.status}`), {
      ...{ name: 'AxiosError', isAxiosError: true, code, config, response, status: response.status },
    });
  }

  async function sendRequest(config: AxiosConfig | string, callback?: Callback): Promise<AxiosResponse | undefined> {
    if (!callback) return send(config);
    let response: AxiosResponse;
    try {
      response = await send(config);
    } catch (error) {
      await callback(error, null);
      return undefined;
    }
    await callback(null, response);
    return response;
  }

  /** @param path of the request's file from the folder of the collection, with or without its extension */
  async function runRequest(path: unknown): Promise<Fields | null> {
    const head = await ask('requests.run', { request: toText(path), variables: {} });
    if (!head) return null;
    const { config: _config, ...response } = toResponse(head, {});
    return { ...response, duration: response.responseTime };
  }

  return { send, sendRequest, runRequest, cookies: createCookieCalls(channel, interpolate) };
}

/** As axios does, which leaves some characters and writes a blank as `+`. */
const encodeParameter = (value: unknown): string =>
  encodeURIComponent(typeof value === 'object' ? JSON.stringify(value) : toText(value))
    .replace(/%3A/gi, ':')
    .replace(/%24/g, '$')
    .replace(/%2C/gi, ',')
    .replace(/%20/g, '+');

function requestOf(config: AxiosConfig): Fields {
  const { url = '', baseURL, method = 'GET', params, data, auth } = config;
  const base = baseURL && !/^[a-z][a-z\d+.-]*:\/\//i.test(url) ? `${baseURL.replace(/\/+$/, '')}/` : '';
  const query = Object.entries(params ?? {})
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `${encodeParameter(name)}=${encodeParameter(value)}`);
  const address = `${base}${base ? url.replace(/^\/+/, '') : url}`;
  const header = Object.entries(config.headers ?? {}).map(([key, value]) => ({ key, value: toText(value) }));
  const has = (name: string) => header.some(({ key }) => key.toLowerCase() === name);
  const isForm = typeof data === 'object' && data !== null && data.constructor.name === 'URLSearchParams';
  const isText = typeof data === 'string' || isForm;
  if (data !== undefined && data !== null && !has('content-type')) {
    header.push({ key: 'Content-Type', value: isText ? 'application/x-www-form-urlencoded' : 'application/json' });
  }
  return {
    method: method.toUpperCase(),
    url: query.length > 0 ? `${address}${address.includes('?') ? '&' : '?'}${query.join('&')}` : address,
    header,
    ...(data === undefined || data === null
      ? {}
      : { body: { mode: 'raw', raw: isText ? toText(data) : JSON.stringify(data) } }),
    ...(auth ? { auth: { type: 'basic', basic: auth } } : {}),
  };
}

async function within<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  let endLimit: (() => void) | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    const error = new PlainError(`timeout of ${timeoutMs}ms exceeded`);
    const tooLate = () => reject(Object.assign(error, { code: 'ECONNABORTED', isAxiosError: true }));
    endLimit = startTimeLimit(globalThis as unknown as TimerFunctions, timeoutMs, tooLate);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    endLimit?.();
  }
}

/** axios as far as scripts use it: calls by method, `create`, `isAxiosError`. */
export function createAxios(send: ReturnType<typeof createBrunoHttp>['send']) {
  const instance = (defaults: AxiosConfig) => {
    const merge = (config: AxiosConfig): AxiosConfig => ({
      ...defaults,
      ...config,
      headers: { ...defaults.headers, ...config.headers },
    });
    const request = (config: AxiosConfig | string, more: AxiosConfig = {}) =>
      send(merge(typeof config === 'string' ? { ...more, url: config } : config));
    const withoutBody =
      (method: string) =>
      (url: string, config: AxiosConfig = {}) =>
        request({ ...config, method, url });
    const withBody =
      (method: string) =>
      (url: string, data?: unknown, config: AxiosConfig = {}) =>
        request({ ...config, method, url, data });
    const methods = {
      request,
      get: withoutBody('GET'),
      delete: withoutBody('DELETE'),
      head: withoutBody('HEAD'),
      options: withoutBody('OPTIONS'),
      post: withBody('POST'),
      put: withBody('PUT'),
      patch: withBody('PATCH'),
      defaults,
    };
    return Object.assign(request, methods);
  };
  const axios = Object.assign(instance({}), {
    create: (defaults: AxiosConfig = {}) => instance(defaults),
    isAxiosError: (error: unknown) => (error as { isAxiosError?: unknown } | null)?.isAxiosError === true,
  });
  return Object.assign(axios, { default: axios });
}

interface JarCookie extends Fields {
  key: string;
  value: string;
}

/** Cookies with `key` for their name, as Bruno has them. */
function createCookieCalls(channel: Channel, interpolate: (text: unknown) => unknown) {
  const addressOf = (url: unknown): string => {
    const text = url === undefined || url === null ? '' : toText(interpolate(url));
    if (text === '') throw new PlainError('URL is required');
    return text;
  };
  const jar = createCookieJar(createCookieOperations(channel, addressOf));
  return {
    jar: () => jar,
    /** Synchronous, for the members of `bru.cookies`. */
    listNow(url: unknown): JarCookie[] {
      const reply = channel.callSync('cookies.list', { url: addressOf(url) });
      return reply.ok ? readCookies(reply.value) : [];
    },
  };
}

const readCookies = (text: string): JarCookie[] =>
  (parseJson(text) as Fields[]).map(({ name, value, ...fields }) => ({
    ...fields,
    key: toText(name),
    value: toText(value),
  }));

/** The calls of the host, with the address of each checked. */
function createCookieOperations(channel: Channel, addressOf: (url: unknown) => string) {
  async function ask(method: string, params: Fields): Promise<string> {
    const reply = await channel.call(method, params);
    if (reply.ok) return reply.value;
    throw new PlainError(toText(reply.error['message']));
  }
  return {
    list: async (url: unknown) => readCookies(await ask('cookies.list', { url: addressOf(url) })),
    async set(url: unknown, cookie: unknown, value?: unknown): Promise<void> {
      const fields = typeof cookie === 'object' && cookie !== null ? (cookie as Fields) : { key: cookie, value };
      const { key, name = key, ...attributes } = fields;
      if (name === undefined || name === '') throw new PlainError('cookieObject.key (name) is required');
      const written = { ...attributes, name: toText(name), value: toText(fields['value'] ?? '') };
      await ask('cookies.set', { url: addressOf(url), cookie: written });
    },
    unset: async (url: unknown, name: unknown): Promise<void> =>
      void (await ask('cookies.unset', { url: addressOf(url), name: toText(name) })),
    clear: async (url: unknown): Promise<void> => void (await ask('cookies.clear', { url: addressOf(url) })),
    clearAll: async (): Promise<void> => void (await ask('cookies.clear', {})),
  };
}

/** Gives the outcome to a callback where there is one, and otherwise returns it. */
async function either<T>(work: Promise<T>, callback: unknown): Promise<T | undefined> {
  if (typeof callback !== 'function') return work;
  const call = callback as (error: unknown, value?: T) => unknown;
  let value: T;
  try {
    value = await work;
  } catch (error) {
    call(error);
    return undefined;
  }
  call(undefined, value);
  return value;
}

function createCookieJar({ list, set, unset, clear, clearAll }: ReturnType<typeof createCookieOperations>) {
  return {
    getCookie: (url: unknown, name: unknown, callback?: unknown) =>
      either(
        list(url).then((all) => all.find(({ key }) => key === toText(name)) ?? null),
        callback,
      ),
    hasCookie: (url: unknown, name: unknown, callback?: unknown) =>
      either(
        list(url).then((all) => all.some(({ key }) => key === toText(name))),
        callback,
      ),
    getCookies: (url: unknown, callback?: unknown) => either(list(url), callback),
    setCookie: (url: unknown, cookie: unknown, value?: unknown, callback?: unknown) =>
      either(
        set(url, cookie, typeof value === 'function' ? '' : value),
        typeof value === 'function' ? value : callback,
      ),
    async setCookies(url: unknown, cookies: unknown, callback?: unknown) {
      const all = Array.isArray(cookies) ? (cookies as unknown[]) : [];
      return either(
        Promise.all(all.map((cookie) => set(url, cookie))).then(() => undefined),
        callback,
      );
    },
    deleteCookie: (url: unknown, name: unknown, callback?: unknown) => either(unset(url, name), callback),
    deleteCookies: (url: unknown, callback?: unknown) => either(clear(url), callback),
    clear: (callback?: unknown) => either(clearAll(), callback),
  };
}
