/** The cookies of a workspace on disk, in its state folder. Session cookies are not stored. */
import { isDeepStrictEqual } from 'node:util';
import pLimit from 'p-limit';
import type { Cookie } from 'tough-cookie';
import * as z from 'zod';
import type { KeptCookie } from '../../../contract/collection/collection.ts';
import { openJsonStore } from '../../platform/json/json-store.ts';
import { ownValue } from '../../platform/json/own-value.ts';
import { applyChanges } from '../../platform/json/value-changes.ts';
import { canBeSent, createCookieJar, loadToughCookie, type CookieJarOnDemand } from './cookie-jar.ts';
import { clearCookies, storeCookie } from './cookies.ts';

export interface WorkspaceCookies {
  jar: CookieJarOnDemand;
  list(): Promise<KeptCookie[]>;
  /** @throws InvalidRequest when the server could not have set the cookie, or when no request could send it */
  set(cookie: KeptCookie): Promise<void>;
  remove(cookie: { domain: string; path: string; name: string }): Promise<void>;
  clear(): Promise<void>;
  /** Writes the changes. */
  save(): Promise<void>;
}

/** The cookies by domain, path and name, as tough-cookie writes them. */
type StoredCookies = Record<string, Record<string, unknown>>;
const schema = z.object({ cookies: z.record(z.string(), z.record(z.string(), z.unknown())) });

/**
 * Several windows and commands may have the cookies of one file: a save writes the changes of this one, and takes over
 * what the others have changed.
 * @param file need not exist; a file that cannot be read as cookies is renamed and replaced
 * @param onNotice receives a sentence for the person when cookies could not be read or written
 */
export async function openCookies(file: string, onNotice: (text: string) => void): Promise<WorkspaceCookies> {
  const store = await openJsonStore({
    file,
    schema: () => schema,
    initial: { cookies: {} },
    onNotice,
  });
  /** The content of the file when it was last read or written here. */
  let stored = store.get().cookies;
  const all = Object.values(stored);
  const jar = createCookieJar(all.length === 0 ? undefined : { cookies: all });
  /** One save at a time: what another window has stored must be in the jar before the jar is compared with the file. */
  const inTurn = pLimit(1);
  async function save(): Promise<void> {
    const present = await cookiesToStore(jar, stored);
    if (isDeepStrictEqual(present, stored)) return;
    try {
      await store.update(({ cookies }) => ({ cookies: applyChanges(cookies, stored, present) as StoredCookies }));
    } catch (error) {
      onNotice(`The cookies could not be stored: ${(error as Error).message}`);
      return;
    }
    stored = store.get().cookies;
    await takeOver(jar, present, stored);
  }
  return {
    jar,
    async list() {
      if (!jar.mayHaveCookies()) return [];
      const now = Date.now();
      const { Cookie } = await loadToughCookie();
      const { cookies } = await (await jar.open()).serialize();
      return cookies
        .flatMap((json) => Cookie.fromJSON(json) ?? [])
        .filter((cookie) => cookie.TTL(now) > 0)
        .map(toKeptCookie)
        .sort((a, b) => a.domain.localeCompare(b.domain) || a.name.localeCompare(b.name));
    },
    async set(fields) {
      const cookie = await toCookie(fields);
      const url = `http${fields.secure ? 's' : ''}://${cookie.domain ?? ''}${cookie.path ?? '/'}`;
      await storeCookie(jar, cookie, url);
    },
    async remove({ domain, path: where, name }) {
      if (jar.mayHaveCookies()) await (await jar.open()).store.removeCookie(domain, where, name);
    },
    clear: () => clearCookies(jar),
    async save() {
      if (jar.mayHaveCookies()) await inTurn(save);
    },
  };
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Those that do not end with the session. Sending a cookie is no change: another window may have a newer value. */
async function cookiesToStore(jar: CookieJarOnDemand, former: StoredCookies): Promise<StoredCookies> {
  const now = Date.now();
  const { cookies } = await (await jar.open()).serialize();
  const lasting = cookies.filter(({ expires }) => typeof expires === 'string' && Date.parse(expires) > now);
  return Object.fromEntries(
    lasting.map((cookie) => {
      const { domain, path, key: name } = cookie;
      const key = JSON.stringify([domain, path, name]);
      const before = ownValue(former, key);
      const isSentOnly = isSame({ ...before, lastAccessed: null }, { ...cookie, lastAccessed: null });
      return [key, before && isSentOnly ? before : cookie];
    }),
  );
}

/** Puts the changes of others into the jar. @param before its cookies before the file was written */
async function takeOver(jar: CookieJarOnDemand, before: StoredCookies, after: StoredCookies): Promise<void> {
  const present = await cookiesToStore(jar, before);
  const { Cookie } = await loadToughCookie();
  const { store } = await jar.open();
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const next = ownValue(after, key);
    // What has been changed here meanwhile is written by the next save.
    if (isSame(next, ownValue(before, key)) || !isSame(ownValue(present, key), ownValue(before, key))) continue;
    const cookie = Cookie.fromJSON(next ?? ownValue(before, key));
    if (!cookie || !canBeSent(cookie)) continue;
    if (next) await store.putCookie(cookie);
    else await store.removeCookie(cookie.domain ?? '', cookie.path ?? '/', cookie.key);
  }
}

const toKeptCookie = ({ key, value, domain, path: where, expires, secure, httpOnly }: Cookie): KeptCookie => ({
  name: key,
  value,
  domain: domain ?? '',
  path: where ?? '/',
  expires: expires instanceof Date ? expires.toISOString() : null,
  secure,
  httpOnly,
});

async function toCookie({ name, value, domain, path: where, expires, secure, httpOnly }: KeptCookie): Promise<Cookie> {
  const { Cookie } = await loadToughCookie();
  return new Cookie({
    key: name,
    value,
    domain: domain.replace(/^\./, ''),
    path: where.startsWith('/') ? where : '/',
    secure,
    httpOnly,
    ...(expires === null ? {} : { expires: new Date(expires) }),
  });
}
