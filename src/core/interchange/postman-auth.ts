/** Auth as Postman writes it. */
import type { Auth, AuthOAuth2 } from '@opencollection/types/common/auth';
import { given, isObject, list, text, type Lost } from './imported.ts';
import { usualAuth, type GetField } from './usual-auth.ts';

/** Both forms: a list of keys and values (2.1), or an object (2.0). */
export function authOf(value: unknown, where: string, lost: Lost[]): Auth | 'none' {
  if (!isObject(value)) return 'none';
  const kind = text(value['type']);
  const found = value[kind];
  const parameters: Record<string, string> = Array.isArray(found)
    ? Object.fromEntries(list(found).map((item) => [text(item['key']), text(item['value'])]))
    : isObject(found)
      ? Object.fromEntries(Object.entries(found).map(([name, item]) => [name, text(item)]))
      : {};
  const get = (name: string) => parameters[name] ?? '';
  const usual = usualAuth(kind, get, get('in') === 'query');
  if (usual) return usual;
  switch (kind) {
    case 'noauth':
    case '':
      return 'none';
    case 'awsv4':
      return {
        type: 'awsv4',
        accessKeyId: get('accessKey'),
        secretAccessKey: get('secretKey'),
        ...given('sessionToken', get('sessionToken')),
        service: get('service'),
        region: get('region'),
      };
    case 'ntlm':
      return { type: 'ntlm', username: get('username'), password: get('password'), domain: get('domain') };
    case 'oauth2':
      return onlyTokenOf(get) ?? oauth2Of(get);
    default:
      lost.push({ where, what: `auth of the kind "${kind}"` });
      return 'none';
  }
}

/** A token that was fetched once, with no address to fetch another: it is sent as it is. */
function onlyTokenOf(get: GetField): Auth | undefined {
  const token = get('accessToken');
  if (token === '' || get('accessTokenUrl') !== '' || get('authUrl') !== '') return undefined;
  if (get('addTokenTo') === 'queryParams')
    return { type: 'apikey', key: 'access_token', value: token, placement: 'query' };
  const prefix = get('headerPrefix').trim() || 'Bearer';
  if (prefix === 'Bearer') return { type: 'bearer', token };
  return { type: 'apikey', key: 'Authorization', value: `${prefix} ${token}`, placement: 'header' };
}

function oauth2Of(get: GetField): AuthOAuth2 {
  const common = {
    type: 'oauth2' as const,
    accessTokenUrl: get('accessTokenUrl'),
    ...given('refreshTokenUrl', get('refreshTokenUrl')),
    credentials: {
      clientId: get('clientId'),
      clientSecret: get('clientSecret'),
      placement: get('client_authentication') === 'body' ? ('body' as const) : ('basic_auth_header' as const),
    },
    scope: get('scope'),
  };
  switch (get('grant_type')) {
    case 'client_credentials':
      return { ...common, flow: 'client_credentials' };
    case 'password_credentials':
      return {
        ...common,
        flow: 'resource_owner_password_credentials',
        resourceOwner: { username: get('username'), password: get('password') },
      };
    default:
      return {
        ...common,
        flow: 'authorization_code',
        authorizationUrl: get('authUrl'),
        ...given('callbackUrl', get('redirect_uri')),
        pkce: get('grant_type') === 'authorization_code_with_pkce' ? { method: 'S256' } : { disabled: true },
      };
  }
}
