/** Converts auth whose fields have the same names in several tools. */
import type { Auth, AuthOAuth2 } from '@opencollection/types/common/auth';
import { authKindOf, withAuthField } from '../../../contract/collection/auth-kinds.ts';
import { text, type Json } from './imported.ts';

/** Gives the text of a field, empty where there is none. */
export type GetField = (name: string) => string;

/** @param inQuery true when an API key is sent in the query @returns undefined for any other kind */
export function commonAuth(kind: string, get: GetField, inQuery: boolean): Exclude<Auth, 'inherit'> | undefined {
  switch (kind) {
    case 'basic':
    case 'digest':
      return { type: kind, username: get('username'), password: get('password') };
    case 'bearer':
      return { type: 'bearer', token: get('token') };
    case 'apikey':
      return { type: 'apikey', key: get('key'), value: get('value'), placement: inQuery ? 'query' : 'header' };
    default:
      return undefined;
  }
}

/** The fields of AWS Signature that Bruno and Insomnia have. */
export const commonAwsAuth = (get: GetField) => ({
  type: 'awsv4' as const,
  accessKeyId: get('accessKeyId'),
  secretAccessKey: get('secretAccessKey'),
  sessionToken: get('sessionToken'),
  service: get('service'),
  region: get('region'),
});

/** Members of Bruno's auth whose names differ from OpenCollection's. */
const brunoNames: Record<string, string> = { baseUrl: 'baseURL', 'privateKey.value': 'privateKey' };

/** OAuth 1 and Akamai EdgeGrid in Bruno's form. */
export function brunoSignature(kind: 'oauth1' | 'akamai-edgegrid', members: Json): Auth {
  const type = kind === 'oauth1' ? kind : 'edgegrid';
  let auth: object = { type };
  for (const { name, flag } of authKindOf(type)?.fields ?? []) {
    const value = members[brunoNames[name] ?? name];
    if (flag ? value === true : text(value) !== '') auth = withAuthField(auth, name, flag ? true : text(value));
  }
  if (text(members['privateKey']) !== '') {
    auth = withAuthField(auth, 'privateKey.type', members['privateKeyType'] === 'file' ? 'file' : 'text');
  }
  return auth as Auth;
}

/** OAuth 2 in the form of Bruno and Insomnia. */
export function commonOAuth2(get: GetField, callbackUrl: string): Exclude<AuthOAuth2, { flow: 'implicit' }> {
  const common = {
    type: 'oauth2' as const,
    accessTokenUrl: get('accessTokenUrl'),
    credentials: { clientId: get('clientId'), clientSecret: get('clientSecret') },
    scope: get('scope'),
  };
  switch (get('grantType')) {
    case 'client_credentials':
      return { ...common, flow: 'client_credentials' };
    case 'password':
      return {
        ...common,
        flow: 'resource_owner_password_credentials',
        resourceOwner: { username: get('username'), password: get('password') },
      };
    default:
      return { ...common, flow: 'authorization_code', authorizationUrl: get('authorizationUrl'), callbackUrl };
  }
}
