/** Validates the headers of a request, and adds the default ones. */
import { codedError } from '../../contract/errors.ts';
import { hasName } from '../../contract/http/header-value.ts';
import type { HttpField } from '../../contract/http/http.ts';
import { mediaType } from '../../contract/http/media-type.ts';
import { percentDecode } from '../platform/percent-decode.ts';
import type { HopTarget } from './auth/hop-auth.ts';
import type { CookieJarOnDemand } from './cookies/cookie-jar.ts';

/** Characters of a method and of a header's name (RFC 9110, "token"). */
export const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const ASCII = /^[\t -~]*$/;
const asBytes = (text: string): string => (ASCII.test(text) ? text : Buffer.from(text).toString('latin1'));

/** @throws InvalidRequest */
export function checkHeader({ name, value }: { name: string; value: string }): void {
  if (!TOKEN.test(name)) {
    throw codedError('InvalidRequest', `"${name}" is not a valid header name.`, 'Use letters, digits and hyphens.');
  }
  if (/[\0\r\n]/.test(value)) {
    throw codedError('InvalidRequest', `The header ${name} has a line end in its value.`, 'Remove it.');
  }
}

export interface DefaultHeaders {
  jar: CookieJarOnDemand | undefined;
  userAgent: string;
  /** Names of default headers that are not added. */
  omitHeaders?: readonly string[] | null | undefined;
  /** True: cookies in the order of the jar, as in Bruno; otherwise those with the longest path are first (RFC 6265). */
  cookiesAsStored?: boolean | undefined;
}

async function cookieText(jar: CookieJarOnDemand, address: string, asStored: boolean): Promise<string> {
  const opened = await jar.open();
  if (!asStored) return opened.getCookieString(address);
  return (await opened.getCookies(address, { sort: false })).map((cookie) => cookie.cookieString()).join('; ');
}

/** The headers of the request with the defaults of a client, including cookies. */
export async function withDefaults(
  { url, headers: written, body }: HopTarget,
  { jar, userAgent, omitHeaders, cookiesAsStored = false }: DefaultHeaders,
): Promise<{ name: string; value: string }[]> {
  const kept = body ? withoutWrongLength(written, body.length) : written;
  const presentNames = new Set(kept.map(({ name }) => name.toLowerCase()));
  const single = presentNames.size === kept.length ? kept : inOneSpelling(kept);
  const keepsType = omitHeaders?.some((name) => name.toLowerCase() === 'content-type') ?? false;
  const headers = body?.isForm && !keepsType ? withFormType(single, body.contentType ?? '') : single;
  // Node writes header text as Latin-1; text beyond ASCII is encoded so that UTF-8 is sent, which servers expect.
  const all = headers.map(({ name, value }) => ({ name, value: asBytes(value) }));
  for (const name of omitHeaders ?? []) presentNames.add(name.toLowerCase());
  const add = (lowerName: string, name: string, value: string) =>
    void (presentNames.has(lowerName) || all.push({ name, value }));
  const bare = url.username || url.password;
  if (bare) {
    const pair = `${percentDecode(url.username)}:${percentDecode(url.password)}`;
    add('authorization', 'Authorization', `Basic ${Buffer.from(pair).toString('base64')}`);
  }
  add('user-agent', 'User-Agent', userAgent);
  add('accept', 'Accept', '*/*');
  add('accept-encoding', 'Accept-Encoding', 'gzip, deflate, br, zstd');
  if (body?.contentType) add('content-type', 'Content-Type', body.contentType);
  if (body) add('content-length', 'Content-Length', String(body.length));
  const cookies = asBytes(jar?.mayHaveCookies() ? await cookieText(jar, url.href, cookiesAsStored) : '');
  if (cookies) {
    const cookieHeader = all.find((header) => hasName(header, 'cookie'));
    if (cookieHeader) cookieHeader.value = cookieHeader.value ? `${cookieHeader.value}; ${cookies}` : cookies;
    else all.push({ name: 'Cookie', value: cookies });
  }
  return all;
}

/**
 * Without a Content-Length that is not that of the body: it was copied with an older body, and the server would read the
 * rest of this one as the next request.
 */
const withoutWrongLength = (headers: readonly HttpField[], length: number): readonly HttpField[] =>
  headers.filter((header) => !hasName(header, 'content-length') || Number(header.value) === length);

/**
 * Of headers whose names differ in their case alone the last spelling is sent, as in Postman: the second one, often that
 * of a script, is meant to replace the first. Headers of one spelling are all sent; cookies as one header.
 */
function inOneSpelling(headers: readonly HttpField[]): readonly HttpField[] {
  const spellings = new Map(headers.map(({ name }) => [name, name.toLowerCase()]));
  const spellingOf = new Map([...spellings].map(([name, lowerCase]) => [lowerCase, name]));
  const inChosenSpelling =
    spellingOf.size === spellings.size
      ? headers
      : headers.filter(({ name }) => spellingOf.get(name.toLowerCase()) === name);
  const cookies = inChosenSpelling.filter((header) => hasName(header, 'cookie'));
  const [first] = cookies;
  if (!first || cookies.length < 2) return inChosenSpelling;
  const all = { ...first, value: cookies.map(({ value }) => value).join('; ') };
  return inChosenSpelling.flatMap((header) => (header === first ? [all] : cookies.includes(header) ? [] : [header]));
}

/**
 * Adjusts the Content-Type header that a person has written beside a form: it gets the boundary of the parts, and
 * another media type is replaced by that of the form. Other kinds of multipart are not changed.
 */
function withFormType(headers: readonly HttpField[], formType: string): HttpField[] {
  const [, parameters = ''] = /^[^;]*(;.*)?$/.exec(formType) ?? [];
  return headers.map((header) => {
    if (!hasName(header, 'content-type')) return header;
    const type = mediaType(header.value);
    if (parameters !== '' && type.startsWith('multipart/')) return { ...header, value: `${type}${parameters}` };
    return type === mediaType(formType) ? header : { ...header, value: formType };
  });
}
