/** OAuth 2 of Insomnia. */
import type { AuthOAuth2, OAuth2AdditionalParameter } from '@opencollection/types/common/auth';
import { commonOAuth2, type GetField } from '../imported/common-auth.ts';
import { optional, type Json } from '../imported/imported.ts';

/** @param get gives a field of `value` as a text, with variables in the form of Outrigger */
export function oauth2Of(value: Json, get: GetField): AuthOAuth2 {
  const prefix = get('tokenPrefix');
  const token = prefix ? { tokenConfig: { placement: { header: prefix === 'NO_PREFIX' ? '' : prefix } } } : {};
  if (get('grantType') === 'implicit') return { ...implicitOf(get), ...token };
  const auth = commonOAuth2(get, get('redirectUrl'));
  const credentials = {
    clientId: get('clientId'),
    clientSecret: get('clientSecret'),
    placement: value['credentialsInBody'] === true ? ('body' as const) : ('basic_auth_header' as const),
  };
  const accessTokenRequest = [
    ...parameter('audience', get('audience'), 'body'),
    ...parameter('resource', get('resource'), 'body'),
    ...parameter('Origin', get('origin'), 'header'),
  ];
  const added = accessTokenRequest.length > 0 ? { accessTokenRequest } : {};
  if (auth.flow !== 'authorization_code') {
    return { ...auth, credentials, ...token, ...additional(added) };
  }
  const authorizationRequest = [
    ...parameter('audience', get('audience'), 'query'),
    ...parameter('resource', get('resource'), 'query'),
  ];
  return {
    ...auth,
    credentials,
    ...token,
    ...additional({ ...added, ...(authorizationRequest.length > 0 ? { authorizationRequest } : {}) }),
    ...optional('state', get('state')),
    // Without this member, PKCE is used.
    pkce: value['usePkce'] === true ? { method: get('pkceMethod') === 'plain' ? 'plain' : 'S256' } : { disabled: true },
  };
}

const implicitOf = (get: GetField): AuthOAuth2 => ({
  type: 'oauth2',
  flow: 'implicit',
  authorizationUrl: get('authorizationUrl'),
  callbackUrl: get('redirectUrl'),
  credentials: { clientId: get('clientId') },
  scope: get('scope'),
  ...optional('state', get('state')),
  ...additional(get('audience') ? { authorizationRequest: parameter('audience', get('audience'), 'query') } : {}),
});

const parameter = (
  name: string,
  value: string,
  placement: NonNullable<OAuth2AdditionalParameter['placement']>,
): OAuth2AdditionalParameter[] => (value === '' ? [] : [{ name, value, placement }]);

const additional = <T extends object>(requests: T): { additionalParameters?: T } =>
  Object.keys(requests).length > 0 ? { additionalParameters: requests } : {};
