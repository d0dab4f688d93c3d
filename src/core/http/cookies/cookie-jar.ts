/** Jars of tough-cookie that know whether anybody has ever put a cookie into them: most APIs set none. */
import { CookieJar, MemoryCookieStore, type Cookie } from 'tough-cookie';

/** Takes cookies of test servers too: for `localhost`, for names without a dot, with odd syntax. */
const jarOptions = { rejectPublicSuffixes: false, looseMode: true, allowSpecialUseDomain: true };
const untouched = new WeakSet<object>();

/** @param stored what `serialize` gave; left out: an empty jar. Throws what the package throws when it is damaged. */
export function createCookieJar(stored?: object): CookieJar {
  const store = new MemoryCookieStore();
  untouched.add(store);
  const put = store.putCookie.bind(store);
  store.putCookie = ((...parameters: Parameters<typeof put>) => {
    untouched.delete(store);
    fixExpiry(parameters[0]);
    return put(...parameters);
  }) as typeof put;
  if (!stored) return new CookieJar(store, jarOptions);
  return CookieJar.deserializeSync({ ...stored, ...jarOptions } as never, store);
}

/**
 * Max-Age counts from the moment the cookie arrives (RFC 6265, 5.2.2). tough-cookie counts it from the last use, which
 * moves the end with every request and is lost when the cookie is written to a file.
 */
function fixExpiry(cookie: Cookie): void {
  if (typeof cookie.maxAge !== 'number') return;
  cookie.expires = new Date(cookie.maxAge <= 0 ? 0 : Math.min(Date.now() + cookie.maxAge * 1000, LATEST_DATE_MS));
  cookie.maxAge = null;
}
/** The largest number of milliseconds that a Date can hold. */
const LATEST_DATE_MS = 8.64e15;

/** Whether looking for cookies in it can be of use. */
export const mayHaveCookies = (jar: CookieJar): boolean => !untouched.has(jar.store);
