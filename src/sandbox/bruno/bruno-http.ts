/** `bru.sendRequest`, `bru.runRequest` and `require('axios')` of Bruno, implemented by calls of the host. */
import { nameLikeBruno } from '../../contract/http/header-value.ts';
import type { ResponseHead } from '../../contract/scripts/script-context.ts';
import type { Channel, Fields } from '../channel.ts';
import { parseJson, PlainError, toText } from '../primordials.ts';
import { startTimeLimit, type TimerFunctions } from '../run-time-limit.ts';
import { readBody } from '../pm/requests/read-body.ts';
import type { Scopes } from '../pm/variables/scopes.ts';
import { createCookieCalls } from './bruno-cookies.ts';
import { BrunoFormData } from './bruno-form-data.ts';
import type { BytesOfBody } from './bruno-request.ts';

/** The supported options of axios; others have no meaning here. */
export interface AxiosConfig extends Fields {
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
  maxRedirects?: number;
  /** Functions that read the text of the response's body, in the place of JSON. */
  transformResponse?: TransformResponse | TransformResponse[] | null;
}
type TransformResponse = (this: AxiosConfig, data: unknown, headers: Fields, status: number) => unknown;
export interface AxiosResponse {
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

/** As in Bruno, a body that is valid JSON is parsed, whatever its Content-Type is. */
export function parseBody(text: string): unknown {
  try {
    return parseJson(text.replace(/^\uFEFF/, ''));
  } catch {
    return text;
  }
}

function dataOf(text: string, head: ResponseHead, config: AxiosConfig): unknown {
  const { transformResponse } = config;
  if (transformResponse === undefined) return config.responseType === 'text' ? text : parseBody(text);
  const functions = [transformResponse ?? []].flat();
  return functions.reduce<unknown>((data, run) => run.call(config, data, headersOf(head), head.code), text);
}

/**
 * The headers by their lower-case names; only Set-Cookie is a list. They have the functions of axios by which scripts
 * read headers.
 */
export function headersOf(head: ResponseHead): Fields {
  const get = (name: unknown): unknown => headers[toText(name).toLowerCase()];
  const functions = { get, has: (name: unknown) => get(name) !== undefined, toJSON: () => ({ ...headers }) };
  const headers = Object.create(functions, {}) as Fields;
  for (const { key, value } of head.headers) {
    const name = key.toLowerCase();
    const before = headers[name];
    if (name === 'set-cookie') headers[name] = [...((before as string[] | undefined) ?? []), value];
    else headers[name] = before === undefined ? value : `${toText(before)}, ${value}`;
  }
  return headers;
}

interface HttpParts {
  channel: Channel;
  interpolate: (text: unknown) => unknown;
  scopes: Scopes;
  bytes: Pick<BytesOfBody, 'fromBase64' | 'toBase64'>;
}

export function createBrunoHttp({ channel, interpolate, scopes, bytes }: HttpParts) {
  const bodyOf = (head: ResponseHead, config: AxiosConfig): unknown =>
    config.responseType === 'arraybuffer' && config.transformResponse === undefined
      ? bytes.fromBase64(readBody(channel, head, 'bodies.bytes'))
      : dataOf(head.text ?? readBody(channel, head, 'bodies.text'), head, config);
  const toResponse = (head: ResponseHead, config: AxiosConfig): AxiosResponse => ({
    data: bodyOf(head, config),
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
    const sending = ask('http.send', { request: requestOf(config, bytes) });
    const head = await (config.timeout ? within(sending, config.timeout) : sending);
    if (!head) throw new PlainError('There is no response.');
    const response = toResponse(head, config);
    const { validateStatus = (status: number) => status >= 200 && status < 300 } = config;
    if (!validateStatus || validateStatus(response.status)) return response;
    const code = response.status < 500 ? 'ERR_BAD_REQUEST' : 'ERR_BAD_RESPONSE';
    throw Object.assign(new PlainError(`Request failed with status code ${response.status}`), {
      name: 'AxiosError',
      isAxiosError: true,
      code,
      config,
      response,
      status: response.status,
    });
  }

  const sendRequest = (config: AxiosConfig | string, callback?: Callback): Promise<AxiosResponse | undefined> =>
    callback ? withCallback(send(config), callback) : send(config);

  /** @param path of the request's file from the folder of the collection, with or without its extension */
  async function runRequest(path: unknown): Promise<Fields | null> {
    const head = await scopes.shareWhile((changes) =>
      ask('requests.run', { request: toText(path), variables: {}, changes }),
    );
    if (!head) return null;
    const { config: _config, ...response } = toResponse(head, {});
    return { ...response, duration: response.responseTime, url: head.url };
  }

  return { send, sendRequest, runRequest, cookies: createCookieCalls(channel, interpolate) };
}

async function withCallback(sending: Promise<AxiosResponse>, callback: Callback): Promise<AxiosResponse | undefined> {
  let response: AxiosResponse;
  try {
    response = await sending;
  } catch (error) {
    await callback(error, null);
    return undefined;
  }
  await callback(null, response);
  return response;
}

/** The encoding of axios, which does not encode some characters and writes a space as `+`. */
const encodeParameter = (value: unknown): string =>
  encodeURIComponent(toText(value))
    .replace(/%3A/gi, ':')
    .replace(/%24/g, '$')
    .replace(/%2C/gi, ',')
    .replace(/%20/g, '+');

const encodeFormText = (value: unknown): string => encodeURIComponent(toText(value)).replaceAll('%20', '+');

/** A field of a query or a form as axios writes it: those in a list or an object are named `list[]`, `object[member]`. */
function fieldsOf(name: string, value: unknown, encode: (value: unknown) => string): string[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) {
    return value.flatMap((item, index) =>
      fieldsOf(`${name}[${typeof item === 'object' && item !== null ? index : ''}]`, item, encode),
    );
  }
  if (value instanceof Date) return fieldsOf(name, value.toISOString(), encode);
  if (typeof value === 'object') {
    return Object.entries(value).flatMap(([key, item]) => fieldsOf(`${name}[${key}]`, item, encode));
  }
  return [`${encode(name)}=${encode(value)}`];
}

/** The text of an object: JSON, unless its Content-Type is that of a form. */
function dataText(data: unknown, contentType: string): string {
  if (typeof data === 'string') return data;
  if (typeof data !== 'object' || data === null || !contentType.includes('x-www-form-urlencoded')) {
    return JSON.stringify(data);
  }
  return Object.entries(data)
    .flatMap(([name, value]) => fieldsOf(name, value, encodeFormText))
    .join('&');
}

/** The headers with the type of the form, which names its boundary. */
const withTypeOf = (form: BrunoFormData, written: readonly { key: string; value: string }[]) => [
  ...written.filter(({ key }) => key.toLowerCase() !== 'content-type'),
  ...Object.entries(form.getHeaders()).map(([key, value]) => ({ key, value: toText(value) })),
];

/** What axios accepts. */
const ACCEPT = 'application/json, text/plain, */*';

function requestOf(config: AxiosConfig, { toBase64 }: HttpParts['bytes']): Fields {
  const { url = '', baseURL, method = 'GET', params, data, auth, maxRedirects } = config;
  const base = baseURL && !/^[a-z][a-z\d+.-]*:\/\//i.test(url) ? `${baseURL.replace(/\/+$/, '')}/` : '';
  const query = Object.entries(params ?? {}).flatMap(([name, value]) => fieldsOf(name, value, encodeParameter));
  const address = `${base}${base ? url.replace(/^\/+/, '') : url}`;
  const written = Object.entries(config.headers ?? {}).map(([name, value]) => ({
    key: nameLikeBruno(name),
    value: toText(value),
  }));
  const header = data instanceof BrunoFormData ? withTypeOf(data, written) : written;
  const contentType = header.find(({ key }) => key.toLowerCase() === 'content-type')?.value;
  if (!header.some(({ key }) => key.toLowerCase() === 'accept')) header.push({ key: 'Accept', value: ACCEPT });
  const isForm =
    data instanceof BrunoFormData ||
    (typeof data === 'object' && data !== null && data.constructor.name === 'URLSearchParams');
  const isText = typeof data === 'string' || isForm || ArrayBuffer.isView(data);
  const hasData = data !== undefined && data !== null;
  // As axios, which names the type of a form also where there is no body.
  if (contentType === undefined && (hasData || /^(post|put|patch)$/i.test(method))) {
    const isJson = hasData && !isText;
    const formType = `application/x-www-form-urlencoded${isForm ? ';charset=utf-8' : ''}`;
    header.push({ key: 'Content-Type', value: isJson ? 'application/json' : formType });
  }
  const bodyText = ArrayBuffer.isView(data)
    ? { raw: toBase64(data), isBase64: true }
    : { raw: isText ? toText(data) : dataText(data, contentType ?? '') };
  return {
    method: method.toUpperCase(),
    url: query.length > 0 ? `${address}${address.includes('?') ? '&' : '?'}${query.join('&')}` : address,
    header,
    ...(hasData ? { body: { mode: 'raw', ...bodyText } } : {}),
    ...(auth ? { auth: { type: 'basic', basic: auth } } : {}),
    ...(maxRedirects === undefined ? {} : { maxRedirects }),
    cookies: false,
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

/** The commonly used parts of axios: calls by method, `create`, `isAxiosError`. */
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
