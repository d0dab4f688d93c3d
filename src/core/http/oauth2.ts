/**
 * Access tokens by OAuth 2 (RFC 6749, 7636, 8252): got when a request needs one, kept until they expire, refreshed.
 * Authorization happens in the user's own browser, which comes back to an address on loopback.
 */
import { createHash } from 'node:crypto';
import type {
  AuthOAuth2,
  OAuth2AdditionalParameter,
  OAuth2AuthorizationCodeFlow,
} from '@opencollection/types/common/auth';
import type * as OAuth from 'oauth4webapi';
import { codedError, toFailure } from '../../contract/errors.ts';
import type { HttpRequest } from '../../contract/http.ts';
import { abortable } from '../platform/abortable.ts';
import type { HttpClient, SendOptions } from './http-client.ts';
import { listenForCallback } from './oauth2-callback.ts';

export interface TokenStore {
  get(key: string): Promise<string | undefined>;
  set(key: string, value: string): Promise<void>;
}
/** Tokens for one run only. */
export function noTokens(): TokenStore {
  const kept = new Map<string, string>();
  return {
    get: (key) => Promise.resolve(kept.get(key)),
    set: (key, value) => Promise.resolve(void kept.set(key, value)),
  };
}
export interface OAuthDependencies {
  http: HttpClient;
  /** How the token endpoint is reached. */
  send: Omit<SendOptions, 'signal' | 'auth'>;
  tokens: TokenStore;
  /** Shows the page where the user signs in. Left out: nobody can be asked. */
  openBrowser?: ((url: string, signal: AbortSignal) => void) | undefined;
}
interface Token {
  accessToken: string;
  idToken?: string | undefined;
  refreshToken?: string | undefined;
  /** Milliseconds since 1970. */
  expires?: number | undefined;
}

const SIGN_IN_TIMEOUT_MS = 5 * 60_000;
/** A token that ends within this time is not used any more. */
const LEEWAY_MS = 10_000;

/** What names the token of this configuration among the kept ones. */
export const tokenKey = (auth: AuthOAuth2): string =>
  createHash('sha256')
    .update(JSON.stringify({ ...auth, tokenConfig: undefined, settings: undefined }))
    .digest('hex')
    .slice(0, 32);

/**
 * @param auth with its variables filled in
 * @throws InvalidRequest when it is not complete, AuthFailed as the server says, Cancelled
 */
export async function accessToken(auth: AuthOAuth2, needs: OAuthDependencies, signal: AbortSignal): Promise<string> {
  const key = tokenKey(auth);
  const kept = await needs.tokens.get(key);
  const before = kept ? (JSON.parse(kept) as Token) : undefined;
  const choose = (token: Token) =>
    auth.tokenConfig?.source === 'id_token' ? (token.idToken ?? token.accessToken) : token.accessToken;
  if (before && (before.expires === undefined || before.expires > Date.now() + LEEWAY_MS)) return choose(before);
  const oauth = await import('oauth4webapi');
  const flow = createFlow(oauth, auth, needs, signal);
  let token: Token | undefined;
  if (before?.refreshToken) token = await flow.refresh(before.refreshToken).catch(() => undefined);
  token ??= await flow.begin();
  await needs.tokens.set(key, JSON.stringify(token));
  return choose(token);
}

function createFlow(oauth: typeof OAuth, auth: AuthOAuth2, needs: OAuthDependencies, signal: AbortSignal) {
  if (auth.flow === 'implicit') {
    const message = 'The implicit flow of OAuth 2 gives tokens to anybody who sees the address; it is not offered.';
    throw codedError('InvalidRequest', message, 'Use the authorization code with PKCE, which replaces it.');
  }
  const { credentials = {}, scope } = auth;
  const tokenUrl = requireUrl(auth.accessTokenUrl, 'the address of the token');
  const clientId = credentials.clientId ?? '';
  if (clientId === '') throw codedError('InvalidRequest', 'OAuth 2 needs a client id.', 'Fill it in on the Auth tab.');
  const server = { issuer: tokenUrl.origin, token_endpoint: tokenUrl.href };
  const client: OAuth.Client = { client_id: clientId };
  const { clientSecret } = credentials;
  const clientAuth = !clientSecret
    ? oauth.None()
    : credentials.placement === 'body'
      ? oauth.ClientSecretPost(clientSecret)
      : oauth.ClientSecretBasic(clientSecret);
  const options = {
    // Test servers speak http too.
    // eslint-disable-next-line @typescript-eslint/no-deprecated
    [oauth.allowInsecureRequests]: true,
    [oauth.customFetch]: fetchBy(needs, signal) as NonNullable<
      OAuth.TokenEndpointRequestOptions[typeof oauth.customFetch]
    >,
    signal,
  };
  const more = (list: OAuth2AdditionalParameter[] | undefined) =>
    (list ?? []).flatMap(({ name, value }): [string, string][] => (name ? [[name, value ?? '']] : []));
  const parameters = (fixed: Record<string, string | undefined>, list?: OAuth2AdditionalParameter[]) =>
    new URLSearchParams([
      ...Object.entries(fixed).flatMap(([name, value]): [string, string][] => (value ? [[name, value]] : [])),
      ...more(list),
    ]);
  const asked = async (response: Promise<Response>): Promise<Token> => {
    try {
      const answer = await response;
      await takeIssuer(server, answer);
      const result = await oauth.processGenericTokenEndpointResponse(server, client, answer);
      return {
        accessToken: result.access_token,
        idToken: result.id_token,
        refreshToken: result.refresh_token,
        expires: result.expires_in === undefined ? undefined : Date.now() + result.expires_in * 1000,
      };
    } catch (error) {
      throw tokenError(error, tokenUrl);
    }
  };
  const grant = (type: string, fixed: Record<string, string | undefined>) =>
    asked(
      oauth.genericTokenEndpointRequest(
        server,
        client,
        clientAuth,
        type,
        parameters(fixed, auth.additionalParameters?.accessTokenRequest),
        options,
      ),
    );
  return {
    async refresh(refreshToken: string): Promise<Token> {
      const url = auth.refreshTokenUrl ? requireUrl(auth.refreshTokenUrl, 'the address for refreshing') : tokenUrl;
      const at = { ...server, token_endpoint: url.href };
      const list = parameters({}, auth.additionalParameters?.refreshTokenRequest);
      const request = oauth.refreshTokenGrantRequest(at, client, clientAuth, refreshToken, {
        ...options,
        additionalParameters: list,
      });
      const token = await asked(request);
      return { ...token, refreshToken: token.refreshToken ?? refreshToken };
    },
    async begin(): Promise<Token> {
      switch (auth.flow) {
        case 'client_credentials':
          return grant('client_credentials', { scope });
        case 'resource_owner_password_credentials': {
          const { username, password } = auth.resourceOwner ?? {};
          return grant('password', { username, password, scope });
        }
        default:
          return authorize(auth);
      }
    },
  };

  async function authorize(code: OAuth2AuthorizationCodeFlow): Promise<Token> {
    const page = requireUrl(code.authorizationUrl, 'the address where one signs in');
    if (!needs.openBrowser) {
      const message = 'This request needs somebody to sign in in a browser, and nobody can be asked here.';
      throw codedError('AuthFailed', message, 'Send it once in the application; its token is kept and refreshed.');
    }
    const usesPkce = code.pkce?.disabled !== true;
    const verifier = usesPkce ? oauth.generateRandomCodeVerifier() : undefined;
    const state = code.state ?? oauth.generateRandomState();
    const callback = await listenForCallback({ wished: code.callbackUrl, state });
    try {
      const fixed = {
        response_type: 'code',
        client_id: clientId,
        redirect_uri: callback.url,
        scope: code.scope,
        state,
        ...(verifier && code.pkce?.method === 'plain'
          ? { code_challenge: verifier, code_challenge_method: 'plain' }
          : verifier
            ? { code_challenge: await oauth.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' }
            : {}),
      };
      for (const [name, value] of parameters(fixed, code.additionalParameters?.authorizationRequest)) {
        page.searchParams.set(name, value);
      }
      const waiting = AbortSignal.any([signal, AbortSignal.timeout(SIGN_IN_TIMEOUT_MS), callback.done]);
      needs.openBrowser(page.href, waiting);
      const came = await abortable(callback.came, AbortSignal.any([signal, AbortSignal.timeout(SIGN_IN_TIMEOUT_MS)]));
      let checked: URLSearchParams;
      try {
        checked = oauth.validateAuthResponse(server, client, came, state);
      } catch (error) {
        throw tokenError(error, page);
      }
      const request = oauth.authorizationCodeGrantRequest(
        server,
        client,
        clientAuth,
        checked,
        callback.url,
        // For servers that refuse what they do not know.
        // eslint-disable-next-line @typescript-eslint/no-deprecated
        verifier ?? oauth.nopkce,
        { ...options, additionalParameters: parameters({}, code.additionalParameters?.accessTokenRequest) },
      );
      return await asked(request);
    } catch (error) {
      if (signal.aborted) throw codedError('Cancelled', 'Signing in was stopped.');
      if ((error as Error).name === 'TimeoutError') {
        throw codedError('AuthFailed', 'Nobody has signed in within five minutes.', 'Send the request again.');
      }
      throw error;
    } finally {
      callback.close();
    }
  }
}

/** Tokens come from servers of which only two addresses are known: what names itself in the answer is believed. */
async function takeIssuer(server: { issuer: string }, answer: Response): Promise<void> {
  const json = (await answer
    .clone()
    .json()
    .catch(() => ({}))) as { id_token?: unknown };
  const [, payload] = typeof json.id_token === 'string' ? json.id_token.split('.') : [];
  if (!payload) return;
  try {
    const { iss } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { iss?: string };
    if (iss) server.issuer = iss;
  } catch {
    // The library says what is wrong with it.
  }
}

/** Over our own client: the same proxy, certificates and cookies as the request itself. */
function fetchBy({ http: client, send }: OAuthDependencies, signal: AbortSignal) {
  return async (
    url: string,
    init: { method?: string; headers?: Record<string, string>; body?: URLSearchParams | null },
  ): Promise<Response> => {
    const { body } = init;
    const request: HttpRequest = {
      method: init.method ?? 'GET',
      url,
      headers: [...new Headers(init.headers)].map(([name, value]) => ({ name, value })),
      ...(body === undefined || body === null
        ? {}
        : {
            body: {
              mode: 'raw',
              text: String(body),
              contentType: 'application/x-www-form-urlencoded',
            },
          }),
    };
    // The request holds the client's secret or a refresh token: it goes to the configured address and nowhere else.
    const exchange = await client.send(request, { ...send, maxRedirects: 0, signal });
    const last = exchange.hops.at(-1) ?? exchange.hops[0];
    return new Response(new Uint8Array(exchange.body), {
      status: last.status,
      headers: last.headers
        .filter(({ name }) => !/^(content-encoding|content-length|transfer-encoding)$/i.test(name))
        .map(({ name, value }): [string, string] => [name, value]),
    });
  };
}

function requireUrl(text: string | undefined, what: string): URL {
  if (!text || !URL.canParse(text)) {
    throw codedError(
      'InvalidRequest',
      `OAuth 2 needs ${what}; "${text ?? ''}" is none.`,
      'Fill it in on the Auth tab.',
    );
  }
  return new URL(text);
}

function tokenError(thrown: unknown, url: URL): Error {
  const error = thrown as Error & { error?: string; error_description?: string; status?: number; cause?: unknown };
  const failure = toFailure(thrown);
  if (failure.code !== 'Internal') return error;
  if (typeof error.error === 'string') {
    const why = error.error_description ? `${error.error}: ${error.error_description}` : error.error;
    return codedError('AuthFailed', `${url.host} gave no token: ${why}.`);
  }
  const status = error.cause instanceof Response ? ` (status ${error.cause.status})` : '';
  return codedError('AuthFailed', `What ${url.host} answered is no token: ${error.message}${status}.`);
}
