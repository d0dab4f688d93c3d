/** An access token with the other values of the token response. */
import type * as OAuth from 'oauth4webapi';
import { codedError, toFailure } from '../../../contract/errors.ts';
import { isRecord } from '../../platform/json/is-record.ts';

export interface Token {
  accessToken: string;
  idToken?: string | undefined;
  refreshToken?: string | undefined;
  /** Milliseconds since 1970. */
  expires?: number | undefined;
  /**
   * All members of the response with their names, and the times of its arrival and of its end in milliseconds, as in
   * Bruno. The names are no keys, because the value of each key that is named like a secret is masked: `token_type`.
   */
  members?: [name: string, value: unknown][] | undefined;
}

/** @param json the response as it was sent: the library writes its type in lower case */
export function toToken(result: OAuth.TokenEndpointResponse, json: Record<string, unknown>): Token {
  const now = Date.now();
  const expires = result.expires_in === undefined ? undefined : now + result.expires_in * 1000;
  return {
    accessToken: result.access_token,
    idToken: result.id_token,
    refreshToken: result.refresh_token,
    expires,
    members: Object.entries({
      ...json,
      created_at: now,
      ...(expires === undefined ? {} : { expires_at: expires }),
    }),
  };
}

/** The members of a token response; none where it is not JSON, which the library reports when it reads the response. */
export async function membersOf(tokenResponse: Response): Promise<Record<string, unknown>> {
  const json: unknown = await tokenResponse
    .clone()
    .json()
    .catch(() => undefined);
  return isRecord(json) ? json : {};
}

/**
 * The issuer that the ID token of a response names; undefined where it names none. Only two endpoints of the server are
 * configured, so the issuer cannot be compared and is accepted.
 */
export function issuerIn({ id_token: idToken }: Record<string, unknown>): string | undefined {
  const [, payload] = typeof idToken === 'string' ? idToken.split('.') : [];
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
