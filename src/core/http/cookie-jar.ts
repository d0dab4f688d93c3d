/** Jars of tough-cookie that know whether anybody has ever put a cookie into them: most APIs set none. */
import { CookieJar, MemoryCookieStore } from 'tough-cookie';

/** Takes cookies of test servers too: for `localhost`, for names without a dot, with odd syntax. */
const jarOptions = { rejectPublicSuffixes: false, looseMode: true, allowSpecialUseDomain: true };
const untouched = new WeakSet<object>();

/** @param kept what `serialize` gave; left out: an empty jar. Throws what the package throws when it is damaged. */
export function createCookieJar(kept?: object): CookieJar {
  const store = new MemoryCookieStore();
  untouched.add(store);
  const put = store.putCookie.bind(store);
  store.putCookie = ((...given: Parameters<typeof put>) => {
    untouched.delete(store);
    return put(...given);
  }) as typeof put;
  if (!kept) return new CookieJar(store, jarOptions);
  return CookieJar.deserializeSync({ ...kept, ...jarOptions } as never, store);
}

/** Whether looking for cookies in it can be of use. */
export const mayHaveCookies = (jar: CookieJar): boolean => !untouched.has(jar.store);
