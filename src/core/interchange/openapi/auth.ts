/** Converts security schemes of an OpenAPI description into auth with variables for the credentials. */
import type { Auth } from '@opencollection/types/common/auth';
import { isObject, optional, scalarText, type Json, type ImportWarning } from '../imported/imported.ts';
import { ignoreFields } from '../imported/unread-fields.ts';

/** Variables that the auth of the schemes uses. */
export function schemeVariables(schemes: Json): Record<string, string> {
  const names: Record<string, string> = {};
  for (const scheme of Object.values(schemes)) {
    if (!isObject(scheme)) continue;
    if (scheme['type'] === 'apiKey') names['apiKey'] = '';
    if (scheme['type'] === 'http')
      Object.assign(
        names,
        scalarText(scheme['scheme']).toLowerCase() === 'bearer' ? { token: '' } : { username: '', password: '' },
      );
    if (scheme['type'] === 'oauth2') Object.assign(names, { clientId: '', clientSecret: '' });
    if (isObject(scheme['flows']) && isObject(scheme['flows']['password']))
      Object.assign(names, { username: '', password: '' });
  }
  return names;
}

export interface Security {
  auth?: Auth | undefined;
  /** Names of the cookies that have an API key. */
  cookies: string[];
}

/**
 * The first security requirement of which a scheme is supported. Schemes that are required together with it, and
 * unsupported ones before it, are reported; alternatives are not.
 */
export function securityOf(
  security: readonly Json[],
  schemes: Json,
  where: string,
  warnings: ImportWarning[],
): Security {
  let auth: Auth | undefined;
  const cookies: string[] = [];
  for (const requirement of security) {
    // The scopes of OAuth 2 are those of the scheme.
    ignoreFields(requirement, ...Object.keys(requirement));
    for (const name of Object.keys(requirement)) {
      const scheme = schemes[name];
      if (!isObject(scheme)) continue;
      const inCookie = scheme['type'] === 'apiKey' && scheme['in'] === 'cookie' && scalarText(scheme['name']) !== '';
      const authOfName = auth || inCookie ? undefined : authOfScheme(scheme);
      if (inCookie) cookies.push(scalarText(scheme['name']));
      else if (authOfName) auth = authOfName;
      else warnings.push({ where, what: `auth by "${name}" (${scalarText(scheme['type'])})` });
    }
    if (auth || cookies.length > 0) break;
  }
  return { auth, cookies };
}

const refreshOf = (flow: Json) => optional('refreshTokenUrl', scalarText(flow['refreshUrl']));

function authOfScheme(scheme: Json): Auth | undefined {
  const kind = scalarText(scheme['scheme']).toLowerCase();
  if (scheme['type'] === 'apiKey' && scheme['in'] !== 'cookie') {
    return {
      type: 'apikey',
      key: scalarText(scheme['name']),
      value: '{{apiKey}}',
      placement: scheme['in'] === 'query' ? 'query' : 'header',
    };
  }
  if (scheme['type'] === 'http' && kind === 'bearer') return { type: 'bearer', token: '{{token}}' };
  if (scheme['type'] === 'http' && (kind === 'basic' || kind === 'digest')) {
    return { type: kind, username: '{{username}}', password: '{{password}}' };
  }
  return scheme['type'] === 'oauth2' && isObject(scheme['flows']) ? oauth2Of(scheme['flows']) : undefined;
}

function oauth2Of(flows: Json): Auth | undefined {
  const { clientCredentials, authorizationCode, password, implicit } = flows;
  const scope = (flow: Json) => Object.keys(isObject(flow['scopes']) ? flow['scopes'] : {}).join(' ');
  const credentials = { clientId: '{{clientId}}', clientSecret: '{{clientSecret}}' };
  if (isObject(clientCredentials)) {
    return {
      type: 'oauth2',
      flow: 'client_credentials',
      accessTokenUrl: scalarText(clientCredentials['tokenUrl']),
      ...refreshOf(clientCredentials),
      credentials,
      scope: scope(clientCredentials),
    };
  }
  if (isObject(authorizationCode)) {
    return {
      type: 'oauth2',
      flow: 'authorization_code',
      authorizationUrl: scalarText(authorizationCode['authorizationUrl']),
      accessTokenUrl: scalarText(authorizationCode['tokenUrl']),
      ...refreshOf(authorizationCode),
      credentials,
      scope: scope(authorizationCode),
    };
  }
  if (isObject(password)) {
    return {
      type: 'oauth2',
      flow: 'resource_owner_password_credentials',
      accessTokenUrl: scalarText(password['tokenUrl']),
      ...refreshOf(password),
      credentials,
      resourceOwner: { username: '{{username}}', password: '{{password}}' },
      scope: scope(password),
    };
  }
  if (isObject(implicit)) {
    return {
      type: 'oauth2',
      flow: 'implicit',
      authorizationUrl: scalarText(implicit['authorizationUrl']),
      credentials: { clientId: credentials.clientId },
      scope: scope(implicit),
    };
  }
  return undefined;
}
