/**
 * Bounds the number of cookies in a jar: a server may set some with every response, and a jar that only grows slows
 * down each request.
 */
import type { Cookie, MemoryCookieStore } from 'tough-cookie';

/** Chromium's limits for one domain and for all domains. */
export const MAX_COOKIES_OF_DOMAIN = 180;
export const MAX_COOKIES = 3300;
/** Limit for all cookies together, in characters; as JSON they are then smaller than the limit of a cookie file. */
export const MAX_CHARACTERS = 4 * 1024 * 1024;

/**
 * Removes the least recently used cookies until the limits hold.
 * @param domain the domain that was given a cookie; absent: only the limits for all domains together are checked
 */
export function boundCookies(store: MemoryCookieStore, domain?: string | null): void {
  // The callback is called synchronously.
  store.getAllCookies((_error, cookies = []) => {
    const all = [...cookies].sort((a, b) => usedAt(a) - usedAt(b));
    const domainCookies = all.filter((cookie) => cookie.domain === domain);
    const removedCookies = new Set(domainCookies.slice(0, Math.max(0, domainCookies.length - MAX_COOKIES_OF_DOMAIN)));
    let remaining = all.length - removedCookies.size;
    let characters = all.reduce((sum, cookie) => sum + (removedCookies.has(cookie) ? 0 : sizeOf(cookie)), 0);
    for (const cookie of all) {
      if (remaining <= MAX_COOKIES && characters <= MAX_CHARACTERS) break;
      if (removedCookies.has(cookie)) continue;
      removedCookies.add(cookie);
      remaining -= 1;
      characters -= sizeOf(cookie);
    }
    for (const cookie of removedCookies) void store.removeCookie(cookie.domain ?? '', cookie.path ?? '/', cookie.key);
  });
}

const usedAt = ({ lastAccessed }: Cookie) => (lastAccessed instanceof Date ? lastAccessed.getTime() : 0);

const sizeOf = ({ key, value, domain, path, extensions }: Cookie) =>
  [key, value, domain, path, ...(extensions ?? [])].reduce((sum, text) => sum + (text?.length ?? 0), 0);
