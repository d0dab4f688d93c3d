/** OAuth 2 authorization in the user's own browser, which is redirected to an address on loopback (RFC 7636, 8252). */
import type { OAuth2AuthorizationCodeFlow } from '@opencollection/types/common/auth';
import type * as OAuth from 'oauth4webapi';
import { codedError } from '../../../contract/errors.ts';
import { abortable } from '../../platform/abortable.ts';
import { listenForCallback } from './oauth2-callback.ts';
import { formFields, requireUrl, type TokenEndpoint } from './token-endpoint.ts';
import type { Token } from './token.ts';

const SIGN_IN_TIMEOUT_MS = 5 * 60_000;

/** Opens the page where the user signs in; it may be closed when the signal aborts. */
export type OpenBrowser = (url: string, signal: AbortSignal) => void;

export interface BrowserAuthorization {
  oauth: typeof OAuth;
  auth: OAuth2AuthorizationCodeFlow;
  endpoint: Pick<TokenEndpoint, 'clientId' | 'redeemCode'>;
  /** Undefined where nobody can be asked. */
  openBrowser: OpenBrowser | undefined;
}

/** @throws InvalidRequest, AuthFailed, Cancelled */
export async function authorizeInBrowser(
  { oauth, auth, endpoint, openBrowser }: BrowserAuthorization,
  signal: AbortSignal,
): Promise<Token> {
  const page = requireUrl(auth.authorizationUrl, 'the authorization URL');
  if (!openBrowser) {
    const message = 'This request requires a sign-in in a browser, which is not possible here.';
    throw codedError('AuthFailed', message, 'Send it once in the application, which stores and refreshes the token.');
  }
  const verifier = auth.pkce?.disabled === true ? undefined : oauth.generateRandomCodeVerifier();
  const state = auth.state ?? oauth.generateRandomState();
  const callback = await listenForCallback({ preferredUrl: auth.callbackUrl, state });
  try {
    const fields = {
      response_type: 'code',
      client_id: endpoint.clientId,
      redirect_uri: callback.url,
      scope: auth.scope,
      state,
      ...(verifier === undefined ? {} : await challengeOf(oauth, verifier, auth.pkce?.method)),
    };
    // A browser opens an address, and has no headers.
    const addedParameters = auth.additionalParameters?.authorizationRequest?.filter(
      ({ placement }) => placement !== 'header',
    );
    for (const [name, value] of formFields(fields, addedParameters)) {
      page.searchParams.set(name, value);
    }
    const waiting = AbortSignal.any([signal, AbortSignal.timeout(SIGN_IN_TIMEOUT_MS)]);
    // The request may have been stopped while the callback began to listen.
    waiting.throwIfAborted();
    openBrowser(page.href, AbortSignal.any([waiting, callback.done]));
    const answer = { page, callback: await abortable(callback.arrived, waiting), redirectUri: callback.url };
    return await endpoint.redeemCode({ ...answer, state, verifier });
  } catch (error) {
    if (signal.aborted) throw codedError('Cancelled', 'Signing in was stopped.');
    if ((error as Error).name === 'TimeoutError') {
      throw codedError('AuthFailed', 'The sign-in was not completed within five minutes.', 'Send the request again.');
    }
    throw error;
  } finally {
    callback.close();
  }
}

/** The PKCE parameters for the code verifier. */
async function challengeOf(oauth: typeof OAuth, verifier: string, method: string | undefined) {
  if (method === 'plain') return { code_challenge: verifier, code_challenge_method: 'plain' };
  return { code_challenge: await oauth.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' };
}
