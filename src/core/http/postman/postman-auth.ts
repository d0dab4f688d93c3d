/**
 * Converts auth between Postman's format and Outrigger's; the table of the kinds of auth says which parameter is which
 * member.
 */
import type { AuthOAuth2, OAuth2AdditionalParameter } from '@opencollection/types/common/auth';
import { authFieldValue, authKindOf, withAuthField, type AuthField } from '../../../contract/collection/auth-kinds.ts';
import type { RequestAuth } from '../auth/auth-types.ts';
import {
  fetchesToken,
  onlyTokenOf,
  onlyTokenParameters,
  prefixOf,
  type GetParameter,
  type GetValue,
} from './fetched-token.ts';
import { isObject, list, text, type Json } from './postman-json.ts';

/**
 * @param value the parameters as a list (format 2.1) or as an object (2.0)
 * @param options `isSaved`: the auth is that of a saved collection, whose token has mostly expired
 * @returns 'none' where the request is to be sent without auth. An unknown kind keeps its name and its parameters:
 * sending such a request fails with the reason.
 */
export function fromPostmanAuth(value: unknown, options: { isSaved?: boolean } = {}): RequestAuth | 'none' {
  const kind = isObject(value) ? text(value['type']) : '';
  if (!isObject(value) || withoutAuth.has(kind)) return 'none';
  const written = Object.hasOwn(value, kind) ? value[kind] : undefined;
  const members = isObject(written) ? written : {};
  // Values are read lazily, so that an import can report the parameters that no code has read.
  const parameters: ReadonlyMap<string, () => unknown> = Array.isArray(written)
    ? new Map(list(written).map((item) => [text(item['key']), () => item['value']]))
    : new Map(Object.keys(members).map((name) => [name, () => members[name]]));
  const valueOf: GetValue = (name) => parameters.get(name)?.();
  const get = (name: string) => (joinedIntoText.has(kind) ? joined : text)(valueOf(name));
  if (kind === 'oauth2' && get('tokenType').toLowerCase() === 'mac') return requestAuth({ type: macToken });
  if (kind === 'oauth2' && isNowhere(get('addTokenTo'))) return 'none';
  if (kind === 'oauth2') {
    const token = fetchesToken(get, options) ? undefined : onlyTokenOf(get, valueOf, [...parameters.keys()]);
    return token ?? oauth2Of(get, valueOf);
  }
  if (!isKnownAuth(kind)) {
    const all = [...parameters.keys()].map((name) => [name, get(name)]);
    return requestAuth({ ...(Object.fromEntries(all) as Json), type: kind });
  }
  let auth: Json = { type: kind };
  for (const field of authKindOf(kind)?.fields ?? []) {
    const name = field.postman ?? field.name;
    const option = (valueOf(name) ?? undefined) === undefined ? field.postmanDefault : get(name);
    if (option !== undefined) auth = withAuthField(auth, field.name, fromParameter(field, option));
  }
  return requestAuth(auth);
}

/**
 * The members of a known kind are those of the table, which mirrors the types of auth. The types have no unknown kind,
 * because TypeScript tells the kinds apart by literal types only: `createHopAuth` refuses one when it is sent.
 */
const requestAuth = (auth: Json): RequestAuth => auth as unknown as RequestAuth;

/** The kinds whose values Postman joins into a text, such as the list of headers that EdgeGrid signs. */
const joinedIntoText: ReadonlySet<string> = new Set(['basic', 'bearer', 'edgegrid']);
/** False, 0 and null are empty, and an object is not JSON. */
function joined(value: unknown): string {
  if (!value) return '';
  if (Array.isArray(value)) return value.map(joined).join();
  return isObject(value) ? '[object Object]' : text(value);
}

/**
 * "noauth" is Postman's word. The others are in collections that programs and people write; Postman's runtime sends the
 * requests without auth.
 */
const withoutAuth: ReadonlySet<string> = new Set(['', 'noauth', 'none', 'inherit']);

/** Whether a folder or a request of a collection has its auth switched off. */
export const isNoAuth = (value: unknown): boolean =>
  isObject(value) && typeof value['type'] === 'string' && withoutAuth.has(value['type']);

/** As an unknown kind, because such a token signs the request: sent as a bearer token, it would give the secret away. */
const macToken = 'OAuth 2 with a MAC token';

/** Whether Postman knows no such place of a token, and leaves it out. */
const isNowhere = (place: string): boolean => !/^(header|queryParams|)$|\{\{/.test(place);

export const isKnownAuth = (kind: string): boolean => authKindOf(kind) !== undefined;

/** @param auth undefined for a request that is sent without auth */
export function toPostmanAuth(auth: RequestAuth | undefined): Json {
  const kind = auth && authKindOf(auth.type);
  if (!kind || kind.unknownToPostman) return { type: 'noauth' };
  if (auth.type === 'oauth2') return { type: 'oauth2', oauth2: list21(oauth2Parameters(auth)) };
  const token = onlyTokenParameters(auth);
  if (token) return { type: 'oauth2', oauth2: list21(token) };
  const parameters: Json = {};
  for (const field of kind.fields) {
    const value = authFieldValue(auth, field.name) ?? impliedValue(field);
    if (value !== undefined) parameters[field.postman ?? field.name] = toParameter(field, value);
  }
  return { type: auth.type, [auth.type]: list21(parameters) };
}

function fromParameter({ flag, options }: AuthField, value: string): unknown {
  if (flag) return value === 'true';
  return options?.find((option) => (option.postman ?? option.value) === value)?.value ?? value;
}

/** The value of an absent member, where Postman's default is another one. */
const impliedValue = ({ postmanDefault, options, initial }: AuthField): string | undefined =>
  postmanDefault === undefined ? undefined : (options?.[0]?.value ?? initial);

function toParameter({ options }: AuthField, value: unknown): unknown {
  const option = options?.find((option) => option.value === value);
  const written = option ? (option.postman ?? option.value) : value;
  if (written === 'true' || written === 'false') return written === 'true';
  return written;
}

/** Parameters in the form of format 2.1. */
const list21 = (parameters: Json): Json[] =>
  Object.entries(parameters).map(([key, value]) => ({
    key,
    value: value ?? '',
    type:
      typeof value === 'boolean' || typeof value === 'number' ? typeof value : Array.isArray(value) ? 'any' : 'string',
  }));

function oauth2Of(get: GetParameter, valueOf: GetValue): AuthOAuth2 {
  const refreshTokenUrl = get('refreshTokenUrl');
  const callbackUrl = get('redirect_uri');
  const state = get('state');
  const tokenConfig = tokenConfigOf(get, valueOf);
  const tokenParameters = tokenParametersOf(get, valueOf);
  const authorizationRequest = additionalParameters(valueOf('authRequestParams'), 'request_url');
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
    ...(tokenConfig ? { tokenConfig } : {}),
    ...(Object.keys(tokenParameters).length > 0 ? { additionalParameters: tokenParameters } : {}),
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
    case 'implicit':
      return {
        type: 'oauth2',
        flow: 'implicit',
        authorizationUrl: get('authUrl'),
        credentials: { clientId: get('clientId') },
        scope: get('scope'),
        ...(callbackUrl ? { callbackUrl } : {}),
        ...(state ? { state } : {}),
      };
    default:
      return {
        ...common,
        flow: 'authorization_code',
        authorizationUrl: get('authUrl'),
        ...(callbackUrl ? { callbackUrl } : {}),
        ...(state ? { state } : {}),
        ...(authorizationRequest.length > 0
          ? { additionalParameters: { ...tokenParameters, authorizationRequest } }
          : {}),
        pkce: pkceOf(get),
      };
  }
}

function pkceOf(get: GetParameter): NonNullable<Extract<AuthOAuth2, { flow: 'authorization_code' }>['pkce']> {
  const method = get('challengeAlgorithm') === 'plain' ? 'plain' : 'S256';
  return get('grant_type') === 'authorization_code_with_pkce' ? { method } : { disabled: true };
}

/** Additional parameters of token requests. */
function tokenParametersOf(get: GetParameter, valueOf: GetValue) {
  const sharedParameters = ['audience', 'resource'].flatMap((name) => {
    const value = get(name);
    return value === '' ? [] : [{ name, value, placement: 'body' as const }];
  });
  const accessTokenRequest = [
    ...sharedParameters,
    ...additionalParameters(valueOf('tokenRequestParams'), 'request_body'),
  ];
  const refreshTokenRequest = additionalParameters(valueOf('refreshRequestParams'), 'request_body');
  return {
    ...(accessTokenRequest.length > 0 ? { accessTokenRequest } : {}),
    ...(refreshTokenRequest.length > 0 ? { refreshTokenRequest } : {}),
  };
}

/** Where the token is sent; undefined for a header `Authorization: Bearer`. */
function tokenConfigOf(get: GetParameter, valueOf: GetValue): AuthOAuth2['tokenConfig'] {
  if (get('addTokenTo') === 'queryParams') return { placement: { query: 'access_token' } };
  const prefix = prefixOf(valueOf);
  return prefix === 'Bearer' ? undefined : { placement: { header: prefix } };
}

const placements = { request_url: 'query', request_body: 'body', request_header: 'header' } as const;

/** Additional parameters of a request to the server; disabled ones are left out. @param sendAs where they go by default */
function additionalParameters(rows: unknown, sendAs: 'request_body' | 'request_url'): OAuth2AdditionalParameter[] {
  return list(rows)
    .filter((row) => row['enabled'] !== false)
    .map((row) => ({
      name: text(row['key']),
      value: text(row['value']),
      placement: placements[text(row['send_as']) as keyof typeof placements] ?? placements[sendAs],
    }));
}

function tokenParameters({ tokenConfig, additionalParameters: more }: Exclude<AuthOAuth2, { flow: 'implicit' }>): Json {
  const placement = tokenConfig?.placement;
  return {
    ...(placement && 'query' in placement ? { addTokenTo: 'queryParams' } : {}),
    ...(placement && 'header' in placement ? { headerPrefix: placement.header } : {}),
    ...rowsOf('tokenRequestParams', more?.accessTokenRequest),
    ...rowsOf('refreshRequestParams', more?.refreshTokenRequest),
  };
}

function rowsOf(name: string, rows: readonly OAuth2AdditionalParameter[] = []): Json {
  if (rows.length === 0) return {};
  return {
    [name]: rows.map((row) => ({
      key: row.name,
      value: row.value,
      enabled: true,
      send_as: Object.entries(placements).find(([, place]) => place === row.placement)?.[0] ?? 'request_body',
    })),
  };
}

function oauth2Parameters(auth: AuthOAuth2): Json {
  if (auth.flow === 'implicit') {
    const { authorizationUrl: authUrl, callbackUrl, credentials, scope, state } = auth;
    return {
      grant_type: 'implicit',
      authUrl,
      redirect_uri: callbackUrl,
      clientId: credentials?.clientId,
      scope,
      ...(state ? { state } : {}),
    };
  }
  const { accessTokenUrl, refreshTokenUrl, credentials, scope } = auth;
  const common = {
    accessTokenUrl,
    ...(refreshTokenUrl ? { refreshTokenUrl } : {}),
    clientId: credentials?.clientId,
    clientSecret: credentials?.clientSecret,
    ...(credentials?.placement === 'body' ? { client_authentication: 'body' } : {}),
    scope,
    ...tokenParameters(auth),
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
        ...(auth.pkce?.method === 'plain' && !auth.pkce.disabled ? { challengeAlgorithm: 'plain' } : {}),
        authUrl: auth.authorizationUrl,
        redirect_uri: auth.callbackUrl,
        ...(auth.state ? { state: auth.state } : {}),
        ...rowsOf('authRequestParams', auth.additionalParameters?.authorizationRequest),
      };
  }
}
