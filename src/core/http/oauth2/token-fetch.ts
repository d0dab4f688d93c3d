/**
 * Sends requests to a token endpoint with the HTTP client of other requests, so that proxy and certificates are the same.
 */
import type { OAuth2AdditionalParameter } from '@opencollection/types/common/auth';
import type { HttpField, HttpRequest } from '../../../contract/http/http.ts';
import type { HttpClient, SendOptions } from '../http-client.ts';
import { lastHop } from '../send-options.ts';

export interface TokenTransport {
  http: HttpClient;
  /** Options for requests to the token endpoint. */
  send: Omit<SendOptions, 'signal' | 'auth'>;
}

/** A token has some thousand bytes; it is stored, and masked in every text. */
const MAX_BYTES = 1024 * 1024;

const FORM = 'application/x-www-form-urlencoded';
/** The order in which Bruno writes the fields; those that the user has added follow. */
const order = [
  'grant_type',
  'code',
  'redirect_uri',
  'refresh_token',
  'username',
  'password',
  'scope',
  'client_id',
  'client_secret',
  'code_verifier',
];

/** The fields in that order. */
function fieldsOf(body: URLSearchParams): HttpField[] {
  const rank = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);
  return [...body].sort(([a], [b]) => rank(a) - rank(b)).map(([name, value]) => ({ name, value }));
}

/** `content-type` as `Content-Type`: `Headers` has names in small letters, other clients do not send them so. */
const capitalized = (name: string): string => name.replace(/(?<=^|-)[a-z]/g, (letter) => letter.toUpperCase());

type FetchOptions = { method?: string; headers?: Record<string, string>; body?: URLSearchParams | null };

/**
 * The `fetch` that oauth4webapi is given.
 * @param added parameters of the query and of the headers, which the user has added
 */
export function createTokenFetch(
  { http, send }: TokenTransport,
  signal: AbortSignal,
  added: readonly OAuth2AdditionalParameter[],
) {
  const of = (place: 'query' | 'header') =>
    added.flatMap(({ name = '', value = '', placement }) =>
      placement === place && name !== '' ? [{ name, value }] : [],
    );
  return async (address: string, { method, headers, body }: FetchOptions): Promise<Response> => {
    const url = new URL(address);
    for (const { name, value } of of('query')) url.searchParams.append(name, value);
    const sentHeaders = new Headers(headers);
    // Without the character set that oauth4webapi adds: a form has none, and some servers refuse it.
    if (body) sentHeaders.set('content-type', FORM);
    const request: HttpRequest = {
      method: method ?? 'GET',
      url: url.href,
      headers: [...[...sentHeaders].map(([name, value]) => ({ name: capitalized(name), value })), ...of('header')],
      ...(body ? { body: { mode: 'urlencoded', fields: fieldsOf(body) } } : {}),
    };
    // The request holds the client's secret or a refresh token, so redirects are not followed.
    const exchange = await http.send(request, { ...send, maxRedirects: 0, maxBytes: MAX_BYTES, signal });
    const last = lastHop(exchange);
    return new Response(new Uint8Array(exchange.body), {
      status: last.status,
      headers: last.headers
        .filter(({ name }) => !/^(content-encoding|content-length|transfer-encoding)$/i.test(name))
        .map(({ name, value }): [string, string] => [name, value]),
    });
  };
}
