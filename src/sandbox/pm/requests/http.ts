/** pm.sendRequest, pm.execution.runRequest and the cookies of the run's jar (docs/pm-api.md). */
import { MAX_HEADERS } from '../../../contract/scripts/guest-operations.ts';
import type { ResponseHead } from '../../../contract/scripts/script-context.ts';
import type { Channel, Fields } from '../../channel.ts';
import { describeError } from '../../describe-error.ts';
import { delegate } from '../delegate.ts';
import {
  apply,
  defineHidden,
  isArray,
  isExtensible,
  parseJson,
  toJson,
  toText,
  whenSettled,
} from '../../primordials.ts';
import { callError } from '../call-error.ts';
import { createResponse, type ResponseTools } from './response.ts';
import { callerStack, positionIn } from '../../script-position.ts';
import { cookieListOf, isKind, type Sdk, type SdkCookieList, type SdkRequest } from './sdk.ts';
import type { Scopes } from '../variables/scopes.ts';

type Callback = (error: unknown, ...results: unknown[]) => void;

/** Returns a promise if there is no callback; otherwise passes result or error to it. */
function promiseOrCallback<T>(
  promise: Promise<T>,
  callback: unknown,
  deliver: (value: T, call: Callback) => void,
): Promise<T> | undefined {
  if (typeof callback !== 'function') return promise;
  const call = callback as Callback;
  // An error of the callback is an error of the script, and not a rejection of the promise.
  whenSettled(
    promise,
    (value) => deliver(value, call),
    (error) => call(error),
  );
  return undefined;
}

export function createSendRequest(tools: ResponseTools, scopes: () => Scopes) {
  const { channel, sdk } = tools;
  const callHost = async (method: string, params: Fields, stack: string): Promise<ResponseHead | null> => {
    const { line } = positionIn(stack);
    const reply = await channel.call(method, { ...params, ...(line ? { line } : {}) });
    if (!reply.ok) throw callError(reply.error, stack);
    return parseJson(reply.value) as ResponseHead | null;
  };
  // A request that skipped itself has no response.
  const responseOf = (head: ResponseHead | null) => head && createResponse(head, tools);
  /** The third argument of a callback. Its list is created when it is read, which hardly any callback does. */
  const historyOf = (head: ResponseHead | null) => {
    let list: object | undefined;
    return {
      get cookies() {
        return (list ??= new (sdk().CookieList)(null, head?.cookies ?? []));
      },
    };
  };

  return {
    sendRequest(this: unknown, request: unknown, callback?: unknown): unknown {
      const stack = callerStack();
      const send = async () => {
        if (request === undefined || request === null || request === '') {
          throw callError({ message: 'pm.sendRequest: nothing to request; give it an address or a request.' }, stack);
        }
        checkHeaders(request, stack);
        // Awaited, because returning a promise calls its `then`, which a script may have replaced.
        return await callHost('http.send', { request: requestJson(request, sdk) }, stack);
      };
      const respond = async () => responseOf(await send());
      if (typeof callback !== 'function') return respond();
      const callBack = (head: ResponseHead | null, call: Callback) => {
        try {
          apply(call, this, [null, responseOf(head), historyOf(head)]);
        } catch (thrown) {
          callAgain(call, this, thrown);
          channel.warn(handledError(thrown));
        }
      };
      void promiseOrCallback(send(), callback, callBack);
      return this;
    },
    async runRequest(nameOrId: unknown, options?: unknown): Promise<object | null> {
      const stack = callerStack();
      if (nameOrId === undefined || nameOrId === null || nameOrId === '') {
        throw callError({ message: 'pm.execution.runRequest: give it the name or the id of a request.' }, stack);
      }
      const params = { request: toText(nameOrId), variables: variablesOf(options, stack) };
      return responseOf(
        await scopes().shareWhile((changes) => callHost('requests.run', { ...params, changes }, stack)),
      );
    },
  };
}

/** The variables of a request that a script runs. @throws for options of another form */
function variablesOf(options: unknown, stack: string): object {
  const isList = (value: unknown): value is object | null => typeof value === 'object' && !isArray(value);
  const { variables } = (options ?? {}) as { variables?: unknown };
  if (isList(options ?? {}) && isList(variables ?? {})) return (variables as object | null | undefined) ?? {};
  const form = 'the options are an object, such as { variables: { name: "value" } }.';
  throw callError({ message: `pm.execution.runRequest: ${form}` }, stack);
}

/**
 * As in Postman, a callback that throws is called again, with what it has thrown as the error. One that does not throw again has
 * handled it.
 */
function callAgain(call: Callback, pm: unknown, thrown: unknown): void {
  try {
    apply(call, pm, [thrown]);
  } catch (second) {
    if (isExtensible(second) && second !== thrown && !('remedy' in second)) {
      defineHidden(second, 'remedy', `The callback of pm.sendRequest was called again with ${whatItThrew(thrown)}`);
    }
    throw second;
  }
}

/** So that a failed assertion of the callback is not lost. */
const handledError = (thrown: unknown): string =>
  `The callback of pm.sendRequest handled, as an error of the request, ${whatItThrew(thrown)}`;

function whatItThrew(thrown: unknown): string {
  const { name, message, line } = describeError(thrown);
  return `what it had thrown${line ? ` in line ${line}` : ''}: ${name}: ${message}`;
}

/** Headers as a list, a text of lines, or an object of values by name. @throws when there are too many */
function checkHeaders(request: unknown, stack: string): void {
  if (typeof request !== 'object' || request === null) return;
  const { header } = request as Fields;
  const rows = typeof header === 'string' ? header.split('\n', MAX_HEADERS + 1) : Object.keys(header ?? {});
  if (rows.length <= MAX_HEADERS) return;
  throw callError({ message: `pm.sendRequest: the request has more than ${MAX_HEADERS} headers.` }, stack);
}

function requestJson(request: unknown, sdk: () => Sdk): unknown {
  if (typeof request === 'string') return { url: request, method: 'GET' };
  if (isKind(request, 'Request')) return (request as SdkRequest).toJSON();
  if (isKind(request, 'Url')) return { url: toText(request), method: 'GET' };
  // Definitions have many forms (headers as text, lists, maps), all of which the package supports.
  const { url } = request as Fields;
  const definition = isKind(url, 'Url') ? { ...(request as Fields), url: toText(url) } : request;
  return new (sdk().Request)(definition).toJSON();
}

interface CookieJson extends Fields {
  name: string;
  value: string;
}

/** Cookie values are percent-encoded; Postman returns the decoded text. */
function decoded(value: string | undefined): string | undefined {
  try {
    return value === undefined ? undefined : decodeURIComponent(value);
  } catch {
    return value;
  }
}

export function createCookies(cookies: Fields[], channel: Channel, sdk: () => Sdk): object {
  const list = cookies as CookieJson[];
  // Cookies that a script adds are only in the package's list, created when a script asks for more than values.
  let cookieList: SdkCookieList | undefined;
  const full = () => (cookieList ??= new (sdk().CookieList)(null, list));
  const find = (name: unknown) => list.findLast((cookie) => cookie.name === toText(name));
  return delegate(
    {
      __proto__: null,
      get: (name: unknown) => (cookieList ? cookieList.get(name) : decoded(find(name)?.value)),
      has: (...parameters: unknown[]) => cookieList?.has(...parameters) ?? find(parameters[0]) !== undefined,
      toObject: (...parameters: unknown[]) => {
        if (cookieList) return cookieList.toObject(...parameters);
        const values = Object.fromEntries(list.map(({ name, value }) => [name, decoded(value)]));
        // Cookies of different paths may have one name: the package makes a list of their values.
        return Object.keys(values).length < list.length ? full().toObject(...parameters) : values;
      },
      jar: () => createJar(channel, sdk),
    },
    full,
  );
}

function addressOf(url: unknown, method: string): string {
  const text = typeof url === 'string' || isKind(url, 'Url') ? toText(url) : '';
  if (text === '') throw new TypeError(`CookieJar.${method}() requires a valid url`);
  return text;
}
function nameOfCookie(name: unknown, method: string): string {
  if (typeof name === 'string') return name;
  throw new TypeError(`CookieJar.${method}() requires cookie name to be a string`);
}
function checkCallback(callback: unknown): void {
  if (callback === undefined || typeof callback === 'function') return;
  throw new TypeError('callback needs to be a function');
}

/** @param options `http: false` leaves out cookies that pages cannot read, `secure: false` those of HTTPS */
function chosenCookies(cookies: CookieJson[], options: unknown): CookieJson[] {
  const { http = true, secure = true } = (options ?? {}) as { http?: unknown; secure?: unknown };
  return cookies.filter((cookie) => (http || !cookie['httpOnly']) && (secure || !cookie['secure']));
}

/** As in Postman, a value that is not a text is converted to one. */
function cookieToStore(name: unknown, value: unknown): unknown {
  if (typeof name === 'string') {
    const isCookieText = value === undefined || value === null || typeof value === 'function';
    if (name === '') throw new TypeError('CookieJar.set() requires a valid set cookie arguments');
    return isCookieText ? name : { name, value: toText(value) };
  }
  if (typeof name !== 'object' || name === null || isArray(name)) {
    throw new TypeError('CookieJar.set() requires a valid set cookie arguments');
  }
  const fields = name as Fields;
  const key = fields['name'] ?? fields['key'];
  if (key !== undefined) nameOfCookie(key, 'set');
  const content = fields['value'];
  const isText = typeof content === 'string' || content === undefined || content === null;
  return isText ? fields : { ...(parseJson(toJson(fields)) as Fields), value: toText(content) };
}

/** The package expects attributes that are not of the standard as `{ key, value }`. */
function cookieForSdk(cookie: CookieJson): Fields {
  const { extensions } = cookie as { extensions?: unknown };
  if (!isArray(extensions)) return cookie;
  const pairs = (extensions as string[]).map((text) => {
    const end = text.indexOf('=');
    return end < 0 ? { key: text } : { key: text.slice(0, end), value: text.slice(end + 1) };
  });
  return { ...cookie, extensions: pairs };
}

function createJar(channel: Channel, sdk: () => Sdk) {
  const ask = async (method: string, params: Fields, stack: string): Promise<string> => {
    const reply = await channel.call(method, params);
    if (!reply.ok) throw callError(reply.error, stack);
    return reply.value;
  };
  const list = async (url: string, stack: string) =>
    parseJson(await ask('cookies.list', { url }, stack)) as CookieJson[];
  const deliverValue = (value: unknown, call: Callback) => call(null, value);

  return {
    get(url: unknown, name: unknown, callback?: unknown) {
      const stack = callerStack();
      checkCallback(callback);
      const valueOfCookie = async () => {
        const [address, cookieName] = [addressOf(url, 'get'), nameOfCookie(name, 'get')];
        const cookies = await list(address, stack);
        return decoded(cookies.find((cookie) => cookie.name === cookieName)?.value) ?? null;
      };
      return promiseOrCallback<unknown>(valueOfCookie(), callback, deliverValue);
    },
    getAll(url: unknown, ...more: [options?: unknown, callback?: unknown]) {
      const stack = callerStack();
      const [options, callback] = typeof more[0] === 'function' ? [undefined, more[0]] : more;
      checkCallback(callback);
      const all = async () => {
        const address = addressOf(url, 'getAll');
        if (options !== undefined && typeof options !== 'object') {
          throw new TypeError('CookieJar.getAll() requires options to be an object');
        }
        return cookieListOf(chosenCookies(await list(address, stack), options).map(cookieForSdk), sdk());
      };
      return promiseOrCallback<unknown>(all(), callback, deliverValue);
    },
    set(url: unknown, name: unknown, value?: unknown, callback?: unknown) {
      const stack = callerStack();
      const store = async () => {
        const params = { url: addressOf(url, 'set'), cookie: cookieToStore(name, value) };
        return new (sdk().Cookie)(cookieForSdk(parseJson(await ask('cookies.set', params, stack)) as CookieJson));
      };
      return promiseOrCallback<unknown>(store(), typeof value === 'function' ? value : callback, deliverValue);
    },
    unset(url: unknown, name: unknown, callback?: unknown) {
      const stack = callerStack();
      const remove = async () => {
        const params = { url: addressOf(url, 'unset'), name: nameOfCookie(name, 'unset') };
        await ask('cookies.unset', params, stack);
      };
      return promiseOrCallback<unknown>(remove(), callback, deliverValue);
    },
    clear(url: unknown, callback?: unknown) {
      const stack = callerStack();
      const clear = async () => void (await ask('cookies.clear', { url: addressOf(url, 'clear') }, stack));
      return promiseOrCallback<unknown>(clear(), callback, deliverValue);
    },
  };
}
