/** The token endpoint of an OAuth 2 server: grants, the exchange of a code, refreshing (RFC 6749). */
import type { AuthOAuth2, OAuth2AdditionalParameter } from '@opencollection/types/common/auth';
import type * as OAuth from 'oauth4webapi';
import { codedError } from '../../../contract/errors.ts';
import { issuerIn, membersOf, toToken, tokenError, type Token } from './token.ts';
import { createTokenFetch, type TokenTransport } from './token-fetch.ts';

/** The implicit flow has no token endpoint. */
export type TokenEndpointAuth = Exclude<AuthOAuth2, { flow: 'implicit' }>;
type Fields = Record<string, string | undefined>;

export interface AuthorizationAnswer {
  /** The authorization page. */
  page: URL;
  /** The address to which the browser was redirected. */
  callback: URL;
  redirectUri: string;
  state: string;
  /** The PKCE code verifier; undefined: PKCE is not used. */
  verifier: string | undefined;
}

export interface TokenEndpoint {
  clientId: string;
  grant(type: string, fields: Fields): Promise<Token>;
  refresh(refreshToken: string): Promise<Token>;
  /** Validates the response of the authorization page, and redeems its code for a token. */
  redeemCode(answer: AuthorizationAnswer): Promise<Token>;
}

/** @throws InvalidRequest when the address or the client id is missing */
export function createTokenEndpoint(
  oauth: typeof OAuth,
  auth: TokenEndpointAuth,
  { transport, signal }: { transport: TokenTransport; signal: AbortSignal },
): TokenEndpoint {
  const url = requireUrl(auth.accessTokenUrl, 'the token URL');
  const server = { issuer: url.origin, token_endpoint: url.href };
  const { client, clientAuth } = identifyClient(oauth, auth);
  const optionsFor = (added?: OAuth2AdditionalParameter[]) => requestOptions(oauth, { transport, signal, added });
  const { additionalParameters = {} } = auth;

  async function receive(response: Promise<Response>): Promise<Token> {
    try {
      const tokenResponse = await response;
      const members = await membersOf(tokenResponse);
      server.issuer = issuerIn(members) ?? server.issuer;
      return toToken(await oauth.processGenericTokenEndpointResponse(server, client, tokenResponse), members);
    } catch (error) {
      throw tokenError(error, url);
    }
  }
  function checkAnswer({ callback, state, page }: AuthorizationAnswer): URLSearchParams {
    try {
      return oauth.validateAuthResponse(server, client, callback, state);
    } catch (error) {
      throw tokenError(error, page);
    }
  }

  return {
    clientId: client.client_id,
    grant(type, fields) {
      const { accessTokenRequest: added } = additionalParameters;
      const parameters = formFields(fields, inBody(added));
      return receive(
        oauth.genericTokenEndpointRequest(server, client, clientAuth, type, parameters, optionsFor(added)),
      );
    },
    async refresh(refreshToken) {
      const address = auth.refreshTokenUrl ? requireUrl(auth.refreshTokenUrl, 'the refresh URL') : url;
      const refreshServer = { ...server, token_endpoint: address.href };
      const options = optionsFor(additionalParameters.refreshTokenRequest);
      const token = await receive(
        oauth.refreshTokenGrantRequest(refreshServer, client, clientAuth, refreshToken, options),
      );
      return { ...token, refreshToken: token.refreshToken ?? refreshToken };
    },
    async redeemCode(answer) {
      const parameters = checkAnswer(answer);
      // For servers that refuse parameters that they do not know.
      // oxlint-disable-next-line typescript/no-deprecated
      const verifier = answer.verifier ?? oauth.nopkce;
      const options = optionsFor(additionalParameters.accessTokenRequest);
      const { redirectUri } = answer;
      return receive(
        oauth.authorizationCodeGrantRequest(server, client, clientAuth, parameters, redirectUri, verifier, options),
      );
    },
  };
}

/** @throws InvalidRequest when the client id is missing */
function identifyClient(
  oauth: typeof OAuth,
  { credentials: { clientId = '', clientSecret, placement } = {} }: TokenEndpointAuth,
): { client: OAuth.Client; clientAuth: OAuth.ClientAuth } {
  if (clientId === '') throw codedError('InvalidRequest', 'OAuth 2 needs a client ID.', 'Fill it in on the Auth tab.');
  const client = { client_id: clientId };
  if (!clientSecret) return { client, clientAuth: oauth.None() };
  const isInBody = placement === 'body';
  const pair = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  // As in Postman and Bruno, and other than in RFC 6749, id and secret are not encoded: secrets that work there are
  // kept as they are.
  const basic: OAuth.ClientAuth = (_server, _client, _body, headers) => headers.set('authorization', `Basic ${pair}`);
  return { client, clientAuth: isInBody ? oauth.ClientSecretPost(clientSecret) : basic };
}

interface TokenRequestParts {
  transport: TokenTransport;
  signal: AbortSignal;
  /** Parameters that the user has added, of which those in the query and the headers are meant here. */
  added: OAuth2AdditionalParameter[] | undefined;
}

const requestOptions = (oauth: typeof OAuth, { transport, signal, added = [] }: TokenRequestParts) => ({
  // Test servers speak http too.
  // oxlint-disable-next-line typescript/no-deprecated
  [oauth.allowInsecureRequests]: true,
  [oauth.customFetch]: createTokenFetch(transport, signal, added) as NonNullable<
    OAuth.TokenEndpointRequestOptions[typeof oauth.customFetch]
  >,
  signal,
  // Not read for a grant of another kind, which has its fields in the parameters.
  additionalParameters: formFields({}, inBody(added)),
});

const inBody = (added: OAuth2AdditionalParameter[] = []) =>
  added.filter(({ placement }) => placement !== 'query' && placement !== 'header');

/** The fields that have a value. Those that the user has added replace fields of the same name, or follow them. */
export function formFields(fields: Fields, additional: OAuth2AdditionalParameter[] = []): URLSearchParams {
  const set = Object.entries(fields).flatMap(([name, value]): [string, string][] => (value ? [[name, value]] : []));
  const parameters = new URLSearchParams(set);
  const replaceable = new Set(Object.keys(fields));
  for (const { name, value = '' } of additional) {
    if (!name) continue;
    if (replaceable.delete(name)) parameters.set(name, value);
    else parameters.append(name, value);
  }
  return parameters;
}

/**
 * A page or endpoint of the server. Another scheme, which a workspace may have written, could start a program.
 * @throws InvalidRequest when the text is not a web URL
 */
export function requireUrl(text: string | undefined, description: string): URL {
  if (!text || !URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw codedError(
      'InvalidRequest',
      `OAuth 2 needs ${description}: "${text ?? ''}" is not a valid URL.`,
      'Fill it in on the Auth tab.',
    );
  }
  return new URL(text);
}
