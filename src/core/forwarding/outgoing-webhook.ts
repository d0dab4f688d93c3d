/**
 * Turns a received notification into the request that passes it on: with the same method, path, query, headers and
 * bytes.
 */
import { codedError } from '../../contract/errors.ts';
import { headerValuesOf } from '../../contract/http/header-value.ts';
import type { ReplaySignature } from '../../contract/webhooks/forwarding-calls.ts';
import type { ReceivedNotification } from '../notifications/listener/arrival.ts';
import { replaceHeaders } from '../http/replace-headers.ts';
import { signRequest } from '../providers/signatures/signatures.ts';

export interface OutgoingWebhook {
  method: string;
  /** The origin of the server: scheme, host and port. */
  origin: string;
  /** Path and query, exactly as received. */
  path: string;
  headers: { name: string; value: string }[];
  body: Buffer;
  /** Why it is never sent; absent for nearly all. */
  refusal?: string;
}
type ForwardedParts = Pick<ReceivedNotification, 'method' | 'path' | 'headers' | 'body'>;

/** Lists the applications that have passed a request on, so that none of them passes it on twice. */
export const FORWARDED_BY = 'X-Outrigger-Forwarded-By';

/**
 * Headers that belong to one connection (RFC 9110, 7.6.1) or are set anew for each: host, length and proxy credentials.
 */
const hopByHop = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
  'host',
  'content-length',
  'http2-settings',
]);

/** @throws InvalidParams when the text is not the address of a server */
export function parseTarget(text: string): URL {
  const refuse = (reason: string) =>
    codedError(
      'InvalidParams',
      `"${text}" is not an address to send to: ${reason}.`,
      'Write it as http://localhost:3000/path.',
    );
  if (!URL.canParse(text)) throw refuse('it cannot be read');
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw refuse('only http and https are possible');
  if (url.username !== '' || url.password !== '') throw refuse('it has a user or a password in it');
  return url;
}

/**
 * The path of the notification is appended to that of the target, so that one server can tell its routes apart. Forwarding
 * names itself in a header; a replay does not, because it is meant to look as the sender's request. A notification whose
 * path leads out of that of the target is refused.
 * @throws InvalidParams for the secret
 */
export function outgoingWebhook(
  passed: ForwardedParts,
  target: URL,
  options: { forwardedBy?: string | undefined; sign?: (ReplaySignature & { now: Date }) | null | undefined } = {},
): OutgoingWebhook {
  const { method, body } = passed;
  const path = joinPaths(target, passed.path);
  const connection = passed.headers.filter(({ name }) => /^connection$/i.test(name)).map(({ value }) => value);
  const connectionHeaders = new Set(
    connection.flatMap((value) => value.split(',').map((name) => name.trim().toLowerCase())),
  );
  const headers = passed.headers.filter(({ name }) => {
    const lower = name.toLowerCase();
    return !hopByHop.has(lower) && !connectionHeaders.has(lower) && lower !== FORWARDED_BY.toLowerCase();
  });
  if (options.forwardedBy !== undefined) {
    headers.push({ name: FORWARDED_BY, value: [...forwarders(passed), options.forwardedBy].join(', ') });
  }
  const outgoing = { method, origin: target.origin, path, headers, body, ...refusalOf(target, path) };
  if (!options.sign) return outgoing;
  const { scheme, ...secret } = options.sign;
  const changes = signRequest(scheme, { ...outgoing, url: `${target.origin}${path}` }, secret);
  return { ...outgoing, headers: replaceHeaders(headers, changes) };
}

/** The applications that have already passed the request on. */
export const forwarders = ({ headers }: Pick<ForwardedParts, 'headers'>): string[] =>
  headerValuesOf(headers, FORWARDED_BY.toLowerCase())
    .flatMap((value) => value.split(',').map((part) => part.trim()))
    .filter(Boolean);

function joinPaths(target: URL, received: string): string {
  // A proxy is asked for a whole address, and OPTIONS may be asked for `*`.
  const pathAndQuery = received.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?]*/i, '').replace(/^\*$/, '/');
  const queryIndex = pathAndQuery.indexOf('?');
  const [pathname, query] =
    queryIndex < 0 ? [pathAndQuery, ''] : [pathAndQuery.slice(0, queryIndex), pathAndQuery.slice(queryIndex + 1)];
  const joinedPath = /^\/?$/.test(pathname) ? target.pathname : `${basePath(target)}/${pathname.replace(/^\//, '')}`;
  const queries = [target.search.slice(1), query].filter(Boolean).join('&');
  return queries === '' && queryIndex < 0 ? joinedPath : `${joinedPath}?${queries}`;
}

const basePath = (target: URL): string => target.pathname.replace(/\/$/, '');

/** @param path with the query */
function refusalOf(target: URL, path: string): Pick<OutgoingWebhook, 'refusal'> {
  const base = basePath(target);
  const [pathname = ''] = path.split('?');
  if (base === '' || !leadsOut(base, pathname)) return {};
  return { refusal: `The path ${pathname} leads out of ${base}, so the notification is not sent.` };
}

/**
 * Whether a server may find the path outside of the base: one that resolves `..`, also an encoded one, that takes several
 * slashes for one before, or that ignores what follows a semicolon.
 */
function leadsOut(base: string, joinedPath: string): boolean {
  function resolved(path: string): string {
    const simplified = path
      .replace(/%2f|%5c|\\/gi, '/')
      .replace(/;[^/]*/g, '')
      .replace(/\/{2,}/g, '/');
    return new URL(`http://localhost${simplified.replaceAll('#', '%23')}`).pathname;
  }
  const [inside, pathname] = [resolved(base), resolved(joinedPath)];
  return pathname !== inside && !pathname.startsWith(`${inside}/`);
}
