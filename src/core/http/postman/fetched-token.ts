/** A token of OAuth 2 that was fetched elsewhere, in Postman's format and in Outrigger's. */
import type { AuthApiKey, AuthBearer, RequestAuth, TokenDetails } from '../auth/auth-types.ts';
import { text, type Json } from './postman-json.ts';

/** A parameter as a text. */
export type GetParameter = (name: string) => string;
export type GetValue = (name: string) => unknown;

/** The word before the token; an empty one, unlike an absent one, leaves the token alone in the header. */
export const prefixOf = (valueOf: GetValue): string => text(valueOf('headerPrefix') ?? 'Bearer').trim();

/**
 * Whether the token of an auth is to be fetched, although it may have one: the auth of a saved collection names the
 * addresses of the server. A token that a script sets, or that a variable holds, is the one to be sent.
 */
export function fetchesToken(get: GetParameter, { isSaved = false }: { isSaved?: boolean }): boolean {
  return isSaved && (get('accessTokenUrl') !== '' || get('authUrl') !== '') && !isVariable(get('accessToken'));
}

/**
 * The auth that sends a fetched token, as a bearer token; undefined without one.
 * @param names of all parameters
 */
export function onlyTokenOf(get: GetParameter, valueOf: GetValue, names: readonly string[]): RequestAuth | undefined {
  const token = get('accessToken');
  if (token === '') return undefined;
  const details = tokenDetailsOf(names, valueOf);
  const common = { replacesToken: true, ...(Object.keys(details).length > 0 ? { tokenDetails: details } : {}) };
  if (get('addTokenTo') === 'queryParams') {
    return { type: 'apikey', key: 'access_token', value: token, placement: 'query', ...common };
  }
  const prefix = prefixOf(valueOf);
  if (prefix === 'Bearer') return { type: 'bearer', token, ...common };
  const value = `${prefix} ${token}`.trim();
  return { type: 'apikey', key: 'Authorization', value, placement: 'header', ...common };
}

const isVariable = (text: string): boolean => /^\{\{[^{}]+\}\}$/.test(text.trim());

/** The parameters that say how the token is sent. */
const ofTheToken: ReadonlySet<string> = new Set(['accessToken', 'addTokenTo', 'headerPrefix']);

function tokenDetailsOf(names: readonly string[], valueOf: GetValue): TokenDetails {
  const details: [string, string | number | boolean][] = [];
  for (const name of names) {
    const value = ofTheToken.has(name) ? undefined : valueOf(name);
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      details.push([name, value]);
  }
  return Object.fromEntries(details);
}

/** The reverse of `onlyTokenOf`: scripts find the token as `pm.request.auth.oauth2`. */
export function onlyTokenParameters(auth: RequestAuth): Json | undefined {
  if ((auth.type !== 'bearer' && auth.type !== 'apikey') || !auth.replacesToken) return undefined;
  return { ...tokenPlaceOf(auth), ...auth.tokenDetails };
}

function tokenPlaceOf(auth: AuthBearer | AuthApiKey): Json {
  if (auth.type === 'bearer') return { accessToken: auth.token, addTokenTo: 'header' };
  const { value = '', placement } = auth;
  if (placement === 'query') return { accessToken: value, addTokenTo: 'queryParams' };
  const end = value.lastIndexOf(' ');
  return { accessToken: value.slice(end + 1), addTokenTo: 'header', headerPrefix: value.slice(0, Math.max(end, 0)) };
}
