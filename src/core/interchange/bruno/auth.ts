/** The authentication of `.bru` files. */
import type { Auth, AuthOAuth2, OAuth2ImplicitFlow } from '@opencollection/types/common/auth';
import { optional, isObject, list, text, type Json, type ImportWarning } from '../imported/imported.ts';
import { brunoSignature, commonAuth, commonAwsAuth, commonOAuth2, type GetField } from '../imported/common-auth.ts';

/** Undefined for no auth. */
export function authOf(json: Json, where: string, warnings: ImportWarning[]): Auth | undefined {
  const http = isObject(json['http']) ? json['http'] : {};
  const auth = isObject(json['auth']) ? json['auth'] : {};
  const mode = text(http['auth'] ?? auth['mode']);
  const fields = isObject(auth[mode]) ? auth[mode] : {};
  const get: GetField = (name) => text(fields[name]);
  const common = commonAuth(mode, get, get('placement') === 'queryparams');
  if (common) return common;
  switch (mode) {
    case '':
    case 'none':
      return undefined;
    case 'inherit':
      return 'inherit';
    case 'wsse':
      return { type: 'wsse', username: get('username'), password: get('password') };
    case 'ntlm':
      return { type: 'ntlm', username: get('username'), password: get('password'), domain: get('domain') };
    case 'awsv4':
      return { ...commonAwsAuth(get), ...optional('profileName', get('profileName')) };
    case 'oauth1':
    case 'akamai-edgegrid':
      return brunoSignature(mode, isObject(auth['akamaiEdgegrid']) ? auth['akamaiEdgegrid'] : fields);
    case 'oauth2':
      return withAdditional(oauth2Of(get, fields), json);
    default:
      warnings.push({ where, what: `auth of the kind "${mode}"` });
      return undefined;
  }
}

const implicitOf = (get: GetField): OAuth2ImplicitFlow => ({
  type: 'oauth2',
  flow: 'implicit',
  authorizationUrl: get('authorizationUrl'),
  callbackUrl: get('callbackUrl'),
  credentials: { clientId: get('clientId') },
  scope: get('scope'),
});

function oauth2Of(get: GetField, fields: Json): AuthOAuth2 {
  const auth = get('grantType') === 'implicit' ? implicitOf(get) : commonOAuth2(get, get('callbackUrl'));
  const placement = get('credentialsPlacement') === 'body' ? ('body' as const) : ('basic_auth_header' as const);
  const { autoFetchToken, autoRefreshToken } = fields;
  const settings = {
    ...(typeof autoFetchToken === 'boolean' ? { autoFetchToken } : {}),
    ...(typeof autoRefreshToken === 'boolean' ? { autoRefreshToken } : {}),
  };
  const [prefix, key] = [get('tokenHeaderPrefix'), get('tokenQueryKey')];
  const isInQuery = get('tokenPlacement') === 'url';
  const token = {
    ...optional('refreshTokenUrl', get('refreshTokenUrl')),
    tokenConfig: {
      ...optional('id', get('credentialsId')),
      placement: isInQuery ? { query: key || 'access_token' } : { header: prefix },
      ...(get('tokenSource') === 'id_token' ? { source: 'id_token' as const } : {}),
    },
    ...(Object.keys(settings).length > 0 ? { settings } : {}),
    ...(auth.flow === 'implicit' ? {} : { credentials: { ...auth.credentials, placement } }),
  };
  if (auth.flow === 'implicit') return { ...auth, ...token, ...optional('state', get('state')) };
  if (auth.flow !== 'authorization_code') return { ...auth, ...token };
  const pkce = fields['pkce'] === true || fields['pkce'] === 'true' ? { method: 'S256' as const } : { disabled: true };
  return { ...auth, ...token, ...optional('state', get('state')), pkce };
}

/** The members in which the parser returns additional parameters of token requests, by request and placement. */
const additional = {
  authorizationRequest: { auth_req_headers: 'header', auth_req_queryparams: 'query' },
  accessTokenRequest: {
    access_token_req_headers: 'header',
    access_token_req_queryparams: 'query',
    access_token_req_bodyvalues: 'body',
  },
  refreshTokenRequest: {
    refresh_token_req_headers: 'header',
    refresh_token_req_queryparams: 'query',
    refresh_token_req_bodyvalues: 'body',
  },
} as const;

function withAdditional(auth: AuthOAuth2, json: Json): AuthOAuth2 {
  const members = Object.entries(additional).flatMap(([request, places]) => {
    const addedParameters = Object.entries(places).flatMap(([block, placement]) =>
      list(json[`oauth2_additional_parameters_${block}`])
        .filter((parameter) => parameter['enabled'] !== false)
        .map((parameter) => ({ name: text(parameter['name']), value: text(parameter['value']), placement })),
    );
    return addedParameters.length > 0 ? [[request, addedParameters] as const] : [];
  });
  return members.length > 0 ? { ...auth, additionalParameters: Object.fromEntries(members) } : auth;
}
