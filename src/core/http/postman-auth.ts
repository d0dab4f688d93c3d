/** Auth between Postman's format and ours; which parameter is which member stands in the table of the kinds of auth. */
import type { AuthOAuth2 } from '@opencollection/types/common/auth';
import { authFieldValue, authKinds, withAuthField, type AuthField } from '../../contract/auth-kinds.ts';
import type { RequestAuth } from './auth/auth-types.ts';
import { isObject, list, text, type Json } from './postman-json.ts';

type GetParameter = (name: string) => string;

/**
 * @param value the parameters as a list (format 2.1) or as an object (2.0)
 * @returns 'none' where the request is to be sent without auth. A kind that is not known keeps its name and its
 * parameters: sending such a request fails with the reason.
 */
export function fromPostmanAuth(value: unknown): RequestAuth | 'none' {
  const kind = isObject(value) ? text(value['type']) : '';
  if (!isObject(value) || kind === '' || kind === 'noauth') return 'none';
  const written = Object.hasOwn(value, kind) ? value[kind] : undefined;
  const entries: [string, unknown][] = Array.isArray(written)
    ? list(written).map((item) => [text(item['key']), item['value']])
    : Object.entries(isObject(written) ? written : {});
  const parameters = new Map(entries.map(([name, one]) => [name, text(one)]));
  const get = (name: string) => parameters.get(name) ?? '';
  if (kind === 'oauth2') return onlyTokenOf(get) ?? oauth2Of(get);
  if (!isKnownAuth(kind)) return { ...Object.fromEntries(parameters), type: kind } as unknown as RequestAuth;
  let auth: Json = { type: kind };
  for (const field of authKinds[kind]?.fields ?? []) {
    const one = parameters.get(field.postman ?? field.name) ?? field.postmanDefault;
    if (one !== undefined) auth = withAuthField(auth, field.name, fromParameter(field, one));
  }
  // The members are those of the table, which the types of the auth repeat.
  return auth as unknown as RequestAuth;
}

export const isKnownAuth = (kind: string): boolean => Object.hasOwn(authKinds, kind);

/** @param auth undefined for a request that is sent without auth */
export function toPostmanAuth(auth: RequestAuth | undefined): Json {
  const kind = auth && authKinds[auth.type];
  if (!kind || kind.unknownToPostman) return { type: 'noauth' };
  if (auth.type === 'oauth2') return { type: 'oauth2', oauth2: list21(oauth2Parameters(auth)) };
  const parameters: Json = {};
  for (const field of kind.fields) {
    const value = authFieldValue(auth as unknown as Json, field.name) ?? impliedValue(field);
    if (value !== undefined) parameters[field.postman ?? field.name] = toParameter(field, value);
  }
  return { type: auth.type, [auth.type]: list21(parameters) };
}

function fromParameter({ flag, options }: AuthField, value: string): unknown {
  if (flag) return value === 'true';
  return options?.find((one) => (one.postman ?? one.value) === value)?.value ?? value;
}

/** The value of an absent member, where Postman would take another one for it. */
const impliedValue = ({ postmanDefault, options, initial }: AuthField): string | undefined =>
  postmanDefault === undefined ? undefined : (options?.[0]?.value ?? initial);

function toParameter({ options }: AuthField, value: unknown): unknown {
  const option = options?.find((one) => one.value === value);
  const written = option ? (option.postman ?? option.value) : value;
  if (written === 'true' || written === 'false') return written === 'true';
  return written;
}

/** Parameters as format 2.1 has them. */
const list21 = (parameters: Json): Json[] =>
  Object.entries(parameters).map(([key, value]) => ({
    key,
    value: value ?? '',
    type: typeof value === 'boolean' ? 'boolean' : 'string',
  }));

/** A token that was fetched once, with no address to fetch another: it is sent as it is. */
function onlyTokenOf(get: GetParameter): RequestAuth | undefined {
  const token = get('accessToken');
  if (token === '' || get('accessTokenUrl') !== '' || get('authUrl') !== '') return undefined;
  if (get('addTokenTo') === 'queryParams') {
    return { type: 'apikey', key: 'access_token', value: token, placement: 'query' };
  }
  const prefix = get('headerPrefix').trim() || 'Bearer';
  if (prefix === 'Bearer') return { type: 'bearer', token };
  return { type: 'apikey', key: 'Authorization', value: `${prefix} ${token}`, placement: 'header' };
}

function oauth2Of(get: GetParameter): AuthOAuth2 {
  const refreshTokenUrl = get('refreshTokenUrl');
  const callbackUrl = get('redirect_uri');
  const common = {
    type: 'oauth2' as const,
    accessTokenUrl: get('accessTokenUrl'),
    ...(refreshTokenUrl ? { refreshTokenUrl } : {}),
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
        ...(callbackUrl ? { callbackUrl } : {}),
        pkce: get('grant_type') === 'authorization_code_with_pkce' ? { method: 'S256' } : { disabled: true },
      };
  }
}

function oauth2Parameters(auth: AuthOAuth2): Json {
  if (auth.flow === 'implicit') return { grant_type: 'implicit' };
  const { accessTokenUrl, refreshTokenUrl, credentials, scope } = auth;
  const common = {
    accessTokenUrl,
    ...(refreshTokenUrl ? { refreshTokenUrl } : {}),
    clientId: credentials?.clientId,
    clientSecret: credentials?.clientSecret,
    ...(credentials?.placement === 'body' ? { client_authentication: 'body' } : {}),
    scope,
  };
  switch (auth.flow) {
    case 'client_credentials':
      return { ...common, grant_type: 'client_credentials' };
    case 'resource_owner_password_credentials': {
      const { username, password } = auth.resourceOwner ?? {};
      return { ...common, grant_type: 'password_credentials', username, password };
    }
    default:
      return {
        ...common,
        grant_type: auth.pkce?.disabled ? 'authorization_code' : 'authorization_code_with_pkce',
        authUrl: auth.authorizationUrl,
        redirect_uri: auth.callbackUrl,
      };
  }
}
