/**
 * The kinds of authentication and the members of each, as data: the request's form, the file's validation, and the
 * import and export of Postman's format are derived from this table. OAuth 2, whose members depend on its flow, has its
 * own form and its own conversion.
 */

export interface AuthField {
  /** The member of the auth in the file; `a.b` is the member `b` of the object `a`. */
  name: string;
  label: string;
  /** The name of the parameter in Postman's format. Left out: the same as `name`. */
  postman?: string;
  /** Postman's default value. Absent: an absent parameter stays absent. */
  postmanDefault?: string;
  /** Shown as dots, and masked in the history. */
  secret?: true;
  /** Has several lines: JSON, or a key in PEM form. */
  multiline?: true;
  placeholder?: string;
  help?: string;
  /** The initial text in a new auth of this kind. */
  initial?: string;
  /** The first one is used where the file has no value. */
  options?: readonly AuthOption[];
  /** A checkbox; `true` or absent in the file. */
  flag?: true;
  /** Shown only where the file has it: few servers need it, and a wrong value is refused. */
  rare?: true;
  /** The field applies only to these values of another field. Left out: it always applies. */
  appliesTo?: { field: string; values: RegExp };
}
export interface AuthOption {
  value: string;
  label: string;
  /** The value in Postman's format. Left out: the same as `value`. */
  postman?: string;
}
export interface AuthKind {
  label: string;
  fields: readonly AuthField[];
  /** Postman has no auth of this kind. */
  unknownToPostman?: true;
}

const username: AuthField = { name: 'username', label: 'Username' };
const password: AuthField = { name: 'password', label: 'Password', secret: true };
const user = [username, password];

const optionsOf = (...values: string[]): AuthOption[] => values.map((value) => ({ value, label: value }));
const asymmetric = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512'];
const headerOrQuery: readonly AuthOption[] = [
  { value: 'header', label: 'Header' },
  { value: 'query', label: 'Query parameters' },
];
const privateKey: AuthField = {
  name: 'privateKey',
  label: 'Private key',
  secret: true,
  multiline: true,
  placeholder: '-----BEGIN PRIVATE KEY-----',
};
const nonce: AuthField = { name: 'nonce', label: 'Nonce', help: 'Leave it empty to use a new one for each request.' };
const disableRetry: AuthField = {
  name: 'disableRetry',
  label: 'Do not retry after a 401',
  postman: 'disableRetryRequest',
  flag: true,
  rare: true,
};
/** What Digest otherwise takes from the challenge of the server. */
const insistedOn = Object.entries({
  algorithm: 'Algorithm',
  realm: 'Realm',
  nonce: 'Nonce',
  nonceCount: 'Nonce count',
  clientNonce: 'Client nonce',
  qop: 'Quality of protection (qop)',
  opaque: 'Opaque',
}).map(([name, label]): AuthField => ({ name, label, rare: true }));
const timestamp: AuthField = {
  name: 'timestamp',
  label: 'Timestamp',
  help: 'Leave it empty to use the time of each request.',
};

export const authKinds: Readonly<Record<string, AuthKind>> = {
  basic: { label: 'Basic auth', fields: user },
  bearer: {
    label: 'Bearer token',
    fields: [{ name: 'token', label: 'Token', secret: true, placeholder: '{{token}}' }],
  },
  apikey: {
    label: 'API key',
    fields: [
      { name: 'key', label: 'Name', postmanDefault: '', initial: 'X-API-Key', placeholder: 'X-API-Key' },
      { name: 'value', label: 'Value', secret: true },
      { name: 'placement', label: 'Add to', postman: 'in', options: headerOrQuery },
    ],
  },
  jwt: {
    label: 'JWT bearer',
    fields: [
      {
        name: 'algorithm',
        label: 'Algorithm',
        options: optionsOf('HS256', 'HS384', 'HS512', ...asymmetric),
        initial: 'HS256',
      },
      { name: 'secret', label: 'Secret', secret: true, appliesTo: { field: 'algorithm', values: /^(HS|$)/ } },
      {
        name: 'secretIsBase64',
        label: 'The secret is Base64 encoded',
        postman: 'isSecretBase64Encoded',
        flag: true,
        appliesTo: { field: 'algorithm', values: /^(HS|$)/ },
      },
      { ...privateKey, appliesTo: { field: 'algorithm', values: /^[RPE]S/ } },
      { name: 'payload', label: 'Payload', multiline: true, placeholder: '{ "sub": "{{user}}" }', initial: '{}' },
      { name: 'header', label: 'JWT headers', multiline: true, placeholder: '{ "kid": "1" }' },
      {
        name: 'placement',
        label: 'Add token to',
        postman: 'addTokenTo',
        options: [
          { value: 'header', label: 'Header' },
          { value: 'query', label: 'Query parameters', postman: 'queryParam' },
        ],
      },
      {
        name: 'headerPrefix',
        label: 'Header prefix',
        help: 'Leave it empty to send the token alone.',
        initial: 'Bearer',
        appliesTo: { field: 'placement', values: /^(header|)$/ },
      },
      {
        name: 'queryParameter',
        label: 'Query parameter',
        postman: 'queryParamKey',
        placeholder: 'token',
        appliesTo: { field: 'placement', values: /^query$/ },
      },
    ],
  },
  digest: {
    label: 'Digest auth',
    fields: [...user, ...insistedOn, disableRetry],
  },
  oauth1: {
    label: 'OAuth 1.0',
    fields: [
      {
        name: 'signatureMethod',
        label: 'Signature method',
        options: optionsOf(
          ...['HMAC-SHA1', 'HMAC-SHA256', 'HMAC-SHA512', 'RSA-SHA1', 'RSA-SHA256', 'RSA-SHA512', 'PLAINTEXT'],
        ),
      },
      { name: 'consumerKey', label: 'Consumer key' },
      {
        name: 'consumerSecret',
        label: 'Consumer secret',
        secret: true,
        appliesTo: { field: 'signatureMethod', values: /^(?!RSA)/ },
      },
      { name: 'accessToken', label: 'Access token', postman: 'token', secret: true },
      {
        name: 'accessTokenSecret',
        label: 'Token secret',
        postman: 'tokenSecret',
        secret: true,
        appliesTo: { field: 'signatureMethod', values: /^(?!RSA)/ },
      },
      {
        ...privateKey,
        name: 'privateKey.value',
        postman: 'privateKey',
        appliesTo: { field: 'signatureMethod', values: /^RSA/ },
      },
      {
        name: 'placement',
        label: 'Add authorization data to',
        postman: 'addParamsToHeader',
        postmanDefault: 'false',
        help: 'A request without a URL-encoded form has them in its query in the place of its body.',
        options: [
          { value: 'header', label: 'Header', postman: 'true' },
          { value: 'body', label: 'Body', postman: 'false' },
          { value: 'query', label: 'Query parameters', postman: 'false' },
        ],
      },
      { name: 'callbackUrl', label: 'Callback URL', postman: 'callback' },
      { name: 'verifier', label: 'Verifier' },
      timestamp,
      nonce,
      { name: 'version', label: 'Version', postmanDefault: '', initial: '1.0' },
      { name: 'realm', label: 'Realm' },
      { name: 'includeBodyHash', label: 'Include body hash', flag: true },
      { name: 'signEmptyParameters', label: 'Sign empty parameters', postman: 'addEmptyParamsToSign', flag: true },
      {
        name: 'disableHeaderEncoding',
        label: 'Do not encode header parameters',
        flag: true,
        appliesTo: { field: 'placement', values: /^(header|)$/ },
      },
    ],
  },
  oauth2: { label: 'OAuth 2.0', fields: [] },
  hawk: {
    label: 'Hawk',
    fields: [
      { name: 'authId', label: 'Auth ID' },
      { name: 'authKey', label: 'Auth key', secret: true },
      { name: 'algorithm', label: 'Algorithm', options: optionsOf('sha256', 'sha1') },
      { name: 'user', label: 'User' },
      nonce,
      { name: 'ext', label: 'Extra data', postman: 'extraData' },
      { name: 'app', label: 'Application ID' },
      { name: 'delegation', label: 'Delegated by' },
      timestamp,
      { name: 'includePayloadHash', label: 'Include body hash', flag: true },
    ],
  },
  awsv4: {
    label: 'AWS Signature v4',
    fields: [
      { name: 'accessKeyId', label: 'Access key', postman: 'accessKey' },
      { name: 'secretAccessKey', label: 'Secret key', postman: 'secretKey', secret: true },
      { name: 'sessionToken', label: 'Session token', secret: true },
      { name: 'service', label: 'Service', placeholder: 'execute-api' },
      { name: 'region', label: 'Region', placeholder: 'us-east-1' },
      {
        name: 'placement',
        label: 'Add authorization data to',
        postman: 'addAuthDataToQuery',
        options: [
          { value: 'header', label: 'Headers', postman: 'false' },
          { value: 'query', label: 'Query parameters', postman: 'true' },
        ],
      },
    ],
  },
  ntlm: {
    label: 'NTLM',
    fields: [...user, { name: 'domain', label: 'Domain' }, { name: 'workstation', label: 'Workstation' }, disableRetry],
  },
  edgegrid: {
    label: 'Akamai EdgeGrid',
    fields: [
      { name: 'accessToken', label: 'Access token', secret: true },
      { name: 'clientToken', label: 'Client token' },
      { name: 'clientSecret', label: 'Client secret', secret: true },
      nonce,
      { ...timestamp, placeholder: '20260131T12:00:00+0000' },
      {
        name: 'baseUrl',
        label: 'Base URL',
        postman: 'baseURL',
        help: 'Leave it empty to sign the host of the request.',
      },
      { name: 'headersToSign', label: 'Headers to sign', placeholder: 'X-First, X-Second' },
      { name: 'maxBodySize', label: 'Max body size to sign (bytes)', placeholder: '131072' },
    ],
  },
  asap: {
    label: 'ASAP (Atlassian)',
    fields: [
      { name: 'algorithm', label: 'Algorithm', postman: 'alg', options: optionsOf(...asymmetric) },
      { name: 'issuer', label: 'Issuer', postman: 'iss' },
      { name: 'audience', label: 'Audience', postman: 'aud' },
      { name: 'keyId', label: 'Key ID', postman: 'kid' },
      privateKey,
      { name: 'subject', label: 'Subject', postman: 'sub', help: 'Leave it empty to use the issuer.' },
      { name: 'claims', label: 'Additional claims', multiline: true, placeholder: '{ "admin": true }' },
      { name: 'expiresIn', label: 'Expires after (seconds)', postman: 'exp', placeholder: '3600' },
    ],
  },
  wsse: { label: 'WSSE', fields: user, unknownToPostman: true },
};

/** Reads a field of an auth; its name may be a path to a member of an object. */
export function authFieldValue(auth: object, name: string): unknown {
  const [member = '', inner] = name.split('.');
  const value: unknown = Object.hasOwn(auth, member) ? Reflect.get(auth, member) : undefined;
  if (inner === undefined) return value;
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[inner] : undefined;
}

/** @param type from a file or a script: the names that every object has are not kinds */
export const authKindOf = (type: string): AuthKind | undefined =>
  Object.hasOwn(authKinds, type) ? authKinds[type] : undefined;

/** The auth with one field changed; the other members of nested objects are kept. */
export function withAuthField<T extends object>(auth: T, name: string, value: unknown): T {
  const [member = '', inner] = name.split('.');
  if (inner === undefined) return { ...auth, [member]: value };
  const before = (auth as Record<string, unknown>)[member];
  return { ...auth, [member]: { ...(typeof before === 'object' ? before : {}), [inner]: value } };
}
