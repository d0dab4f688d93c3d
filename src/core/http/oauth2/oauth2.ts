/** OAuth 2 access tokens (RFC 6749): fetched when a request needs one, stored until they expire, refreshed. */
import { createHash } from 'node:crypto';
import type { AuthOAuth2 } from '@opencollection/types/common/auth';
import { codedError } from '../../../contract/errors.ts';
import { abortable } from '../../platform/abortable.ts';
import { authorizeInBrowser, type OpenBrowser } from './authorize-in-browser.ts';
import { createTokenEndpoint, type TokenEndpointAuth } from './token-endpoint.ts';
import type { TokenTransport } from './token-fetch.ts';
import type { Token } from './token.ts';

export interface TokenStore {
  get(key: string): Promise<string | undefined>;
  set(key: string, value: string): Promise<void>;
}
/** A token store for one run. */
export function noTokens(): TokenStore {
  const tokens = new Map<string, string>();
  return {
    get: (key) => Promise.resolve(tokens.get(key)),
    set: (key, value) => Promise.resolve(void tokens.set(key, value)),
  };
}
export interface OAuthDependencies extends TokenTransport {
  tokens: TokenStore;
  /** Opens the page where the user signs in. Absent where nobody can be asked. */
  openBrowser?: OpenBrowser | undefined;
}

/** A token that expires within this time is no longer used. */
const LEEWAY_MS = 10_000;

/** The key of this configuration's token in the store. */
export const tokenKey = (auth: AuthOAuth2): string =>
  createHash('sha256')
    .update(JSON.stringify({ ...auth, tokenConfig: undefined, settings: undefined }))
    .digest('hex')
    .slice(0, 32);

/**
 * @param auth with its variables filled in
 * @returns `missing`: why there is no token, and none can be fetched here
 * @throws InvalidRequest when an address is invalid, AuthFailed with the server's reason, Cancelled
 */
export async function accessToken(
  auth: AuthOAuth2,
  needs: OAuthDependencies,
  signal: AbortSignal,
): Promise<{ token: string; members?: Token['members'] } | { missing: string }> {
  const key = tokenKey(auth);
  const stored = await needs.tokens.get(key);
  const storedToken = stored ? (JSON.parse(stored) as Token) : undefined;
  const choose = ({ accessToken, idToken, members }: Token) => ({
    token: auth.tokenConfig?.source === 'id_token' ? (idToken ?? accessToken) : accessToken,
    members,
  });
  if (storedToken && (storedToken.expires === undefined || storedToken.expires > Date.now() + LEEWAY_MS))
    return choose(storedToken);
  const refreshToken = storedToken?.refreshToken;
  if (auth.settings?.autoFetchToken === false && !(auth.settings.autoRefreshToken && refreshToken)) {
    // As in Bruno, an expired token is better than none: the server says so.
    return storedToken ? choose(storedToken) : { missing: NOT_FETCHED };
  }
  if (auth.flow === 'implicit') return { missing: IMPLICIT };
  const missing = missingForToken(auth, needs.openBrowser !== undefined || refreshToken !== undefined);
  if (missing) return { missing };
  const obtain = async () => {
    const token = await obtainToken(auth, { ...needs, refreshToken }, signal);
    await needs.tokens.set(key, JSON.stringify(token));
    return token;
  };
  return choose(await oncePerKey({ tokens: needs.tokens, key }, obtain, signal));
}

const obtaining = new WeakMap<TokenStore, Map<string, Promise<Token>>>();

/**
 * Requests that need the same token at the same time wait for the one that obtains it: a second one would open another
 * page for signing in, or use the refresh token again, which many servers refuse. If the first fails or is stopped, the
 * next obtains the token itself.
 * @throws Cancelled
 */
async function oncePerKey(
  { tokens, key }: { tokens: TokenStore; key: string },
  obtain: () => Promise<Token>,
  signal: AbortSignal,
): Promise<Token> {
  const ofStore = obtaining.get(tokens) ?? new Map<string, Promise<Token>>();
  obtaining.set(tokens, ofStore);
  for (let first = ofStore.get(key); first !== undefined; first = ofStore.get(key)) {
    const succeeded = first.catch(() => undefined);
    const token = await abortable(succeeded, signal).catch(() => {
      throw codedError('Cancelled', 'The request was stopped.');
    });
    if (token) return token;
  }
  const work = obtain().finally(() => ofStore.delete(key));
  ofStore.set(key, work);
  return work;
}

const NOT_FETCHED =
  'the request says that none is fetched for it; remove "autoFetchToken: false" from its file to have one fetched';

const IMPLICIT =
  'the implicit flow gives tokens to anybody who sees the address, and is not offered; the authorization code with PKCE replaces it';

function missingForToken(
  { flow, accessTokenUrl, credentials }: TokenEndpointAuth,
  canContinue: boolean,
): string | undefined {
  if (!accessTokenUrl) return 'the token URL is missing';
  if (!credentials?.clientId) return 'the client ID is missing';
  if (flow !== 'authorization_code' || canContinue) return undefined;
  return 'it requires a sign-in in a browser, which is not possible here; send the request once in the application, which stores and refreshes the token';
}

async function obtainToken(
  auth: TokenEndpointAuth,
  { openBrowser, refreshToken, ...transport }: OAuthDependencies & { refreshToken: string | undefined },
  signal: AbortSignal,
): Promise<Token> {
  const oauth = await import('oauth4webapi');
  const endpoint = createTokenEndpoint(oauth, auth, { transport, signal });
  const refreshed = refreshToken && (await endpoint.refresh(refreshToken).catch(() => undefined));
  if (refreshed) return refreshed;
  const { scope } = auth;
  switch (auth.flow) {
    case 'client_credentials':
      return endpoint.grant('client_credentials', { scope });
    case 'resource_owner_password_credentials': {
      const { username, password } = auth.resourceOwner ?? {};
      return endpoint.grant('password', { username, password, scope });
    }
    default:
      return authorizeInBrowser({ oauth, auth, endpoint, openBrowser }, signal);
  }
}
