/** The cookies of a workspace, as scripts and requests use them; stored by tough-cookie. */
import type { Cookie } from 'tough-cookie';
import { codedError } from '../../../contract/errors.ts';
import { parseUrl } from '../address.ts';
import { canBeSent, loadToughCookie, maxAgeOf, type CookieJarOnDemand } from './cookie-jar.ts';

export type CookieJson = Record<string, unknown> & { name: string; value: string };

function plain(cookie: Cookie): CookieJson {
  const { expires } = cookie;
  return {
    name: cookie.key,
    value: cookie.value,
    domain: cookie.domain ?? '',
    path: cookie.path ?? '/',
    expires: expires instanceof Date ? expires.toISOString() : null,
    secure: cookie.secure,
    httpOnly: cookie.httpOnly,
    hostOnly: cookie.hostOnly ?? false,
    // As in Postman, where a cookie without it has 0.
    maxAge: maxAgeOf(cookie) ?? 0,
    ...(cookie.sameSite ? { sameSite: cookie.sameSite } : {}),
    // Attributes that are not of the standard, such as "Priority=High".
    ...(cookie.extensions ? { extensions: cookie.extensions } : {}),
  };
}

/**
 * @param address of the server that could have set the cookie
 * @returns undefined for a text that is not a cookie
 * @throws InvalidRequest when the server could not have set the cookie, or when no request could send it
 */
export async function storeCookie(
  jar: CookieJarOnDemand,
  cookie: string | Cookie,
  address: string,
): Promise<Cookie | undefined> {
  try {
    if (typeof cookie !== 'string' && !canBeSent(cookie)) throw new Error('it contains a control character.');
    return await (await jar.open()).setCookie(cookie, address, { loose: true });
  } catch (error) {
    const message = `This cookie cannot be stored: ${(error as Error).message}`;
    throw codedError('InvalidRequest', message, 'Correct its name, its value or its domain.');
  }
}

export async function listCookies(jar: CookieJarOnDemand, url: string): Promise<CookieJson[]> {
  const { href } = parseUrl(url);
  if (!jar.mayHaveCookies()) return [];
  return (await (await jar.open()).getCookies(href)).map(plain);
}

/** @param description a Set-Cookie text, or the fields of a cookie */
export async function setCookie(
  jar: CookieJarOnDemand,
  url: string,
  description: string | Record<string, unknown>,
): Promise<CookieJson> {
  const address = parseUrl(url).href;
  const { Cookie } = await loadToughCookie();
  const cookie =
    typeof description === 'string'
      ? description
      : Cookie.fromJSON({
          ...description,
          key: description['key'] ?? description['name'],
          extensions: extensionTexts(description['extensions']),
        });
  if (!cookie)
    throw codedError('InvalidRequest', 'This is not a cookie.', 'Give a name and a value, or a Set-Cookie text.');
  const storedCookie = await storeCookie(jar, cookie, address);
  if (!storedCookie)
    throw codedError('InvalidRequest', `The cookie does not belong to ${address}.`, 'Correct its domain.');
  return plain(storedCookie);
}

/** Attributes that are not of the standard, of one cookie. The limit for a jar counts their characters only. */
const MAX_EXTENSIONS = 100;

/** Scripts of Postman give attributes of their own as `{ key: 'Priority', value: 'High' }`; they are stored as texts. */
function extensionTexts(extensions: unknown): string[] | undefined {
  if (!Array.isArray(extensions)) return undefined;
  return (extensions as unknown[]).slice(0, MAX_EXTENSIONS).flatMap((extension) => {
    if (typeof extension === 'string') return [extension];
    const { key, value } = (extension ?? {}) as Record<string, unknown>;
    if (typeof key !== 'string') return [];
    return [typeof value === 'string' ? `${key}=${value}` : key];
  });
}

/** @param name absent: all cookies of the address. Of several cookies with the name, the one with the longest path is removed, as in Postman. */
export async function removeCookies(onDemand: CookieJarOnDemand, url: string, name?: string): Promise<void> {
  const { href } = parseUrl(url);
  if (!onDemand.mayHaveCookies()) return;
  const jar = await onDemand.open();
  const cookies = await jar.getCookies(href);
  for (const cookie of name === undefined ? cookies : cookies.filter(({ key }) => key === name).slice(0, 1)) {
    await jar.store.removeCookie(cookie.domain ?? '', cookie.path ?? '/', cookie.key);
  }
}

export async function clearCookies(jar: CookieJarOnDemand): Promise<void> {
  if (jar.mayHaveCookies()) await (await jar.open()).removeAllCookies();
}
