/** Bruno's cookie jar, and the cookies of a request, implemented by calls of the host. */
import type { Channel, Fields } from '../channel.ts';
import { parseJson, PlainError, toText } from '../primordials.ts';

interface JarCookie extends Fields {
  key: string;
  value: string;
}

/** Cookies in Bruno's form, in which the name is `key`. */
export function createCookieCalls(channel: Channel, interpolate: (text: unknown) => unknown) {
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

/** In Bruno, absent attributes have the values of its library. */
const readCookies = (text: string): JarCookie[] =>
  (parseJson(text) as Fields[]).map(({ name, value, maxAge, expires, sameSite, ...fields }) => ({
    ...fields,
    expires: expires ?? 'Infinity',
    maxAge: maxAge || null,
    sameSite,
    key: toText(name),
    value: toText(value),
  }));

/** The host's calls, with validated addresses. */
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
      const address = addressOf(url);
      if (cookie === '') throw new PlainError('Cookie name is required');
      if (fields['key'] === undefined && typeof cookie !== 'object') throw new PlainError(INVALID_COOKIE);
      const { key, name = key, ...attributes } = fields;
      if (name === undefined || name === '') throw new PlainError('cookieObject.key (name) is required');
      const written = { ...attributes, name: toText(name), value: toText(fields['value'] ?? '') };
      await ask('cookies.set', { url: address, cookie: written });
    },
    unset: async (url: unknown, name: unknown): Promise<void> =>
      void (await ask('cookies.unset', { url: addressOf(url), name: toText(name) })),
    clear: async (url: unknown): Promise<void> => void (await ask('cookies.clear', { url: addressOf(url) })),
    clearAll: async (): Promise<void> => void (await ask('cookies.clear', {})),
  };
}

/**
 * Passes the outcome to a callback if there is one, and otherwise returns it. The error is null where there is none, as in
 * Bruno's safe mode.
 */
async function promiseOrCallback<T>(work: Promise<T>, callback: unknown): Promise<T | undefined> {
  if (typeof callback !== 'function') return work;
  const call = callback as (error: unknown, value?: T) => unknown;
  let value: T;
  try {
    value = await work;
  } catch (error) {
    call(error);
    return undefined;
  }
  call(null, value);
  return value;
}

const INVALID_COOKIE = 'Invalid arguments passed to setCookie';

function createCookieJar({ list, set, unset, clear, clearAll }: ReturnType<typeof createCookieOperations>) {
  const cookiesNamed = async (url: unknown, name: unknown): Promise<JarCookie[]> => {
    if (!url || !name) throw new PlainError('URL and cookie name are required');
    return list(url);
  };
  return {
    getCookie: (url: unknown, name: unknown, callback?: unknown) =>
      promiseOrCallback(
        cookiesNamed(url, name).then((all) => all.find(({ key }) => key === toText(name)) ?? null),
        callback,
      ),
    hasCookie: (url: unknown, name: unknown, callback?: unknown) =>
      promiseOrCallback(
        cookiesNamed(url, name).then((all) => all.some(({ key }) => key === toText(name))),
        callback,
      ),
    getCookies: (url: unknown, callback?: unknown) => promiseOrCallback(list(url), callback),
    setCookie: (url: unknown, cookie: unknown, value?: unknown, callback?: unknown) =>
      promiseOrCallback(
        set(url, cookie, typeof value === 'function' ? '' : value),
        typeof value === 'function' ? value : callback,
      ),
    async setCookies(url: unknown, cookies: unknown, callback?: unknown) {
      const setAll = async (): Promise<void> => {
        if (!Array.isArray(cookies)) throw new PlainError('setCookies expects an array of cookie objects');
        for (const cookie of cookies as unknown[]) await set(url, cookie);
      };
      return promiseOrCallback(setAll(), callback);
    },
    deleteCookie: (url: unknown, name: unknown, callback?: unknown) =>
      promiseOrCallback(
        cookiesNamed(url, name).then(() => unset(url, name)),
        callback,
      ),
    deleteCookies: (url: unknown, callback?: unknown) => promiseOrCallback(clear(url), callback),
    clear: (callback?: unknown) => promiseOrCallback(clearAll(), callback),
  };
}
