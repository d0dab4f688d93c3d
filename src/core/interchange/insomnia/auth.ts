/** Auth of Insomnia. */
import type { Auth } from '@opencollection/types/common/auth';
import { commonAuth, commonAwsAuth, type GetField } from '../imported/common-auth.ts';
import { isObject, optional, text, type ImportWarning } from '../imported/imported.ts';
import { plain } from './values.ts';
import { oauth2Of } from './oauth2.ts';
import { ignoreFields } from '../imported/unread-fields.ts';

/** @returns undefined for a request that is sent without auth */
export function authOf(value: unknown, where: string, warnings: ImportWarning[]): Auth | undefined {
  if (!isObject(value) || Object.keys(value).length === 0) return 'inherit';
  if (value['disabled'] === true) {
    ignoreFields(value, ...Object.keys(value));
    return undefined;
  }
  const get = (name: string) => plain(value[name]);
  const { addTo } = value;
  if (addTo === 'cookie') {
    ignoreFields(value, ...Object.keys(value));
    warnings.push({ where, what: 'an API key that is sent in a cookie: write a header "Cookie"' });
    return undefined;
  }
  const prefix = value['type'] === 'bearer' ? get('prefix') : '';
  if (prefix) return { type: 'apikey', key: 'Authorization', value: `${prefix} ${get('token')}`, placement: 'header' };
  const common = commonAuth(text(value['type']), get, addTo === 'queryParams');
  if (common) return common;
  switch (value['type']) {
    case 'none':
      return undefined;
    case 'ntlm':
      return { type: 'ntlm', username: get('username'), password: get('password') };
    case 'iam':
      return commonAwsAuth(get);
    case 'hawk':
      return {
        type: 'hawk',
        authId: get('id'),
        authKey: get('key'),
        algorithm: get('algorithm') || 'sha256',
        ...optional('ext', get('ext')),
        ...(value['validatePayload'] === true ? { includePayloadHash: true } : {}),
      } as object as Auth;
    case 'asap':
      return asapOf(get);
    case 'oauth1':
      return oauth1Of(get);
    case 'oauth2':
      return oauth2Of(value, get);
    default:
      ignoreFields(value, ...Object.keys(value));
      warnings.push({ where, what: `auth of the kind "${text(value['type'])}"` });
      return undefined;
  }
}

const asapOf = (get: GetField): Auth =>
  ({
    type: 'asap',
    algorithm: 'RS256',
    issuer: get('issuer'),
    audience: get('audience'),
    keyId: get('keyId'),
    privateKey: get('privateKey'),
    ...optional('subject', get('subject')),
    ...optional('claims', get('additionalClaims')),
  }) as object as Auth;

function oauth1Of(get: GetField): Auth {
  const isRsa = get('signatureMethod').startsWith('RSA');
  return {
    type: 'oauth1',
    signatureMethod: get('signatureMethod') || 'HMAC-SHA1',
    consumerKey: get('consumerKey'),
    ...(isRsa ? { privateKey: { type: 'text', value: get('privateKey') } } : { consumerSecret: get('consumerSecret') }),
    accessToken: get('tokenKey'),
    accessTokenSecret: get('tokenSecret'),
    ...optional('callbackUrl', get('callback')),
    ...optional('verifier', get('verifier')),
    ...optional('timestamp', get('timestamp')),
    ...optional('nonce', get('nonce')),
    ...optional('realm', get('realm')),
    ...optional('version', get('version')),
  } as Auth;
}
