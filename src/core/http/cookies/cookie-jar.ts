/** Jars of tough-cookie that load the package with their first cookie: it is large, and most APIs set no cookies. */
import type { Cookie, CookieJar } from 'tough-cookie';
import { boundCookies } from './bound-cookies.ts';

export interface CookieJarOnDemand {
  /** False until a cookie is put into the jar: looking for cookies is then unnecessary. */
  mayHaveCookies(): boolean;
  /** @throws the errors of tough-cookie when the stored cookies are damaged */
  open(): Promise<CookieJar>;
}

/** Accepts the cookies of test servers, too: for `localhost`, for names without a dot, with non-standard syntax. */
const jarOptions = { rejectPublicSuffixes: false, looseMode: true, allowSpecialUseDomain: true };

export const loadToughCookie = () => import('tough-cookie');

/** @param stored a result of `serialize`; absent: an empty jar */
export function createCookieJar(stored?: object): CookieJarOnDemand {
  let touched = stored !== undefined;
  let openedJar: Promise<CookieJar> | undefined;
  async function open(): Promise<CookieJar> {
    const { Cookie, CookieJar, MemoryCookieStore } = await loadToughCookie();
    const store = new MemoryCookieStore();
    const putCookie = store.putCookie.bind(store);
    // Cookies are added one by one, because tough-cookie's `deserialize` is recursive and overflows the stack with
    // about two thousand.
    for (const json of cookiesOf(stored)) {
      const cookie = Cookie.fromJSON(json);
      if (!cookie || !canBeSent(cookie)) continue;
      fixExpiry(cookie);
      void store.putCookie(cookie);
    }
    boundCookies(store);
    store.putCookie = ((...parameters: Parameters<typeof putCookie>) => {
      touched = true;
      fixExpiry(parameters[0]);
      const done = putCookie(...parameters);
      boundCookies(store, parameters[0].domain);
      return done;
    }) as typeof putCookie;
    return new CookieJar(store, jarOptions);
  }
  return {
    mayHaveCookies: () => touched,
    open: () => (openedJar ??= open()),
  };
}

/** Whether the name and the value have no control characters, with which every request to the server would fail. */
export const canBeSent = ({ key, value }: Cookie): boolean => /^[^\0-\x08\x0A-\x1F\x7F]*$/.test(key + value);

function cookiesOf(stored: object | undefined): unknown[] {
  if (!stored) return [];
  const { cookies } = stored as { cookies?: unknown };
  if (!Array.isArray(cookies)) throw new TypeError('not a list of cookies');
  return cookies as unknown[];
}

/**
 * Max-Age counts from the moment the cookie arrives (RFC 6265, 5.2.2). tough-cookie counts it from the last use, which
 * moves the end with every request and is lost when the cookie is written to a file.
 */
function fixExpiry(cookie: Cookie): void {
  // A script may give any text as the time; such a cookie lives as long as the session.
  if (cookie.expires instanceof Date && Number.isNaN(cookie.expires.getTime())) cookie.expires = 'Infinity';
  if (typeof cookie.maxAge !== 'number') return;
  maxAges.set(cookie, cookie.maxAge);
  cookie.expires = new Date(cookie.maxAge <= 0 ? 0 : Math.min(Date.now() + cookie.maxAge * 1000, LATEST_DATE_MS));
  cookie.maxAge = null;
}
const maxAges = new WeakMap<Cookie, number>();
/** The Max-Age with which the cookie arrived in this process; undefined where it had none. */
export const maxAgeOf = (cookie: Cookie): number | undefined => maxAges.get(cookie);

/** The largest number of milliseconds that a Date can hold. */
const LATEST_DATE_MS = 8.64e15;
