/** An access token with the other values of the token response. */
import type * as OAuth from 'oauth4webapi';
import { codedError, toFailure } from '../../../contract/errors.ts';

export interface Token {
  accessToken: string;
  idToken?: string | undefined;
  refreshToken?: string | undefined;
  /** Milliseconds since 1970. */
  expires?: number | undefined;
}

export const toToken = (result: OAuth.TokenEndpointResponse): Token => ({
  accessToken: result.access_token,
  idToken: result.id_token,
  refreshToken: result.refresh_token,
  expires: result.expires_in === undefined ? undefined : Date.now() + result.expires_in * 1000,
});

/**
 * The issuer that the ID token of a response names; undefined where it names none. Only two endpoints of the server are
 * configured, so the issuer cannot be compared and is accepted.
 */
export async function issuerIn(tokenResponse: Response): Promise<string | undefined> {
  const json = (await tokenResponse
    .clone()
    .json()
    .catch(() => ({}))) as { id_token?: unknown };
  const [, payload] = typeof json.id_token === 'string' ? json.id_token.split('.') : [];
  if (!payload) return undefined;
  try {
    const { iss } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { iss?: string };
    return iss || undefined;
  } catch {
    // The library reports an invalid token when it reads the response.
    return undefined;
  }
}

/** @param url the responding address, which the message names */
export function tokenError(thrown: unknown, url: URL): Error {
  const error = thrown as Error & { error?: string; error_description?: string; status?: number; cause?: unknown };
  const failure = toFailure(thrown);
  if (failure.code !== 'Internal') return error;
  if (typeof error.error === 'string') {
    const reason = error.error_description ? `${error.error}: ${error.error_description}` : error.error;
    return codedError('AuthFailed', `${url.host} gave no token: ${reason}.`);
  }
  const status = error.cause instanceof Response ? ` (status ${error.cause.status})` : '';
  return codedError('AuthFailed', `The response of ${url.host} is not a token: ${error.message}${status}.`);
}
