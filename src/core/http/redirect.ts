/**
 * Decides which headers and body follow a redirect: credentials are not sent to another origin (scheme, host or port).
 */
import { codedError } from '../../contract/errors.ts';
import { hasName } from '../../contract/http/header-value.ts';
import type { HttpField } from '../../contract/http/http.ts';
import { visibleBeginning } from '../../contract/visible-text.ts';
import type { RequestSettings } from '../../contract/collection/request-settings.ts';
import { parseAddress, parseUrl, pathOf } from './address.ts';
import type { HopTarget } from './auth/hop-auth.ts';
import { replaceHeaders } from './replace-headers.ts';

const alwaysOmitted = /^(authorization|proxy-authorization|cookie|host)$/i;
/** Words by which servers name their own headers for credentials. */
const credentialName =
  /(^|[-_])(key|api-?key|token|secret|signature|password|credentials?|session|session-?id|jwt)$|(^|[-_])auth([-_]|$)/i;
/** Not a credential, although its name contains "key": it keeps a repeated request from being executed twice. */
const harmless = /^(x-)?idempotency-key$/i;

export const isCredential = ({ name, credential }: HttpField): boolean =>
  credential === true || alwaysOmitted.test(name) || (credentialName.test(name) && !harmless.test(name));

/** As in Postman and curl, each status of this class is one, if the response has a location. In Bruno only five are. */
export const isRedirect = (status: number, likeBruno: boolean): boolean =>
  likeBruno ? /^30[12378]$/.test(`${status}`) : status >= 300 && status < 400;

const keepsMethod = (status: number): boolean => status === 307 || status === 308;

/** As in browsers, 303 becomes a GET, and the others do unless the method was GET or HEAD. */
const changesToGet = (status: number, method: string): boolean =>
  status === 303 || (method !== 'GET' && method !== 'HEAD');

export interface Redirect {
  /** The redirected hop, before and after it was signed. */
  target: HopTarget;
  signed: HopTarget;
  /** The value of the Location header. */
  location: string;
  status: number;
  settings: Pick<
    RequestSettings,
    'encodeUrl' | 'followOriginalMethod' | 'forwardAuthorizationHeader' | 'removeReferer'
  >;
}

/**
 * The next hop, and the headers that are withheld from another origin. @throws RequestFailed for an invalid location
 */
export function redirected(redirect: Redirect): { target: HopTarget; removed: HttpField[] } {
  const { target, signed, location, status, settings } = redirect;
  const url = urlOfLocation(location, target.url);
  const isSameOrigin = url.origin === target.url.origin;
  let { method, headers, body } = target;
  let removedHeaders: HttpField[] = [];
  if (!isSameOrigin) {
    const forwarded = (field: HttpField) =>
      settings.forwardAuthorizationHeader === true && hasName(field, 'authorization');
    const originalHeaders = new Set(headers);
    removedHeaders = signed.headers.filter(
      (field) => (!originalHeaders.has(field) || isCredential(field)) && !forwarded(field),
    );
    headers = [
      ...headers.filter((field) => !isCredential(field) && !forwarded(field)),
      ...signed.headers.filter(forwarded),
    ];
  }
  if (!keepsMethod(status) && !settings.followOriginalMethod) {
    if (changesToGet(status, method)) {
      if (method !== 'HEAD') method = 'GET';
      body = undefined;
    }
    if (!body) headers = headers.filter(({ name }) => !/^content-(type|length)$/i.test(name));
  }
  if (!settings.removeReferer) headers = replaceHeaders(headers, [{ name: 'Referer', value: refererOf(target, url) }]);
  const path = settings.encodeUrl === false ? pathAsWritten(location, target, url) : pathOf(url);
  return { target: { method, url, path, headers, body }, removed: removedHeaders };
}

function urlOfLocation(location: string, from: URL): URL {
  try {
    return parseUrl(location, from);
  } catch (error) {
    throw codedError(
      'RequestFailed',
      `The redirect of ${from.host} cannot be followed: ${(error as Error).message}`,
      'Correct the server, or do not follow redirects in the settings of the request.',
    );
  }
}

/** The path and query of a location as written; encoded where dots have to be resolved or characters are not allowed. */
function pathAsWritten(location: string, { url, path }: HopTarget, next: URL): string {
  if (/[^\x21-\x7E]|(?:^|\/)\.{1,2}(?:[/?#]|$)/.test(location)) return pathOf(next);
  if (/^https?:\/\//i.test(location)) return parseAddress(location, { encodeUrl: false }).path;
  if (/^(?:[a-z][a-z0-9+.-]*:|\/\/|[\\?#]|$)/i.test(location)) return pathOf(next);
  const folder = location.startsWith('/') ? '' : path.replace(/[?].*$/s, '').replace(/[^/]*$/, '');
  return parseAddress(`${url.origin}${folder}${location}`, { encodeUrl: false }).path;
}

/**
 * As in browsers, the same origin gets the whole address without user and fragment, and another one only the origin.
 */
const refererOf = ({ url, path }: HopTarget, next: URL): string =>
  next.origin === url.origin ? `${url.origin}${path}` : `${url.origin}/`;

/** The console's sentence about withheld headers. */
export function removalText(headers: readonly HttpField[], origin: string): string {
  const names = [...new Set(headers.map(({ name }) => name))].join(', ');
  return `The redirect leads to another origin, ${visibleBeginning(origin, 200)}. These headers were not sent there: ${names}.`;
}
