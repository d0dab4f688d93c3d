/**
 * Credentials out of what is stored and reported, by the place where they stand: certain headers, parts of an address,
 * fields with certain names. The value need not be known. A value that is only `{{name}}` says nothing and stays.
 */
import { maskToken } from './mask-token.ts';

export interface NamedValue {
  name: string;
  value: string;
}

export const MASKED = '(masked)';
const PLACEHOLDERS = /^(?:[A-Za-z]+ )?(?:\{\{[^{}]*\}\})+$/;

const names = new Set([
  ...['token', 'accesstoken', 'refreshtoken', 'idtoken', 'authtoken', 'apitoken', 'sessiontoken', 'bearertoken'],
  ...['apitokeninstance', 'key', 'apikey', 'accesskey', 'secretkey', 'secretaccesskey', 'privatekey', 'secret'],
  ...[
    'clientsecret',
    'consumersecret',
    'tokensecret',
    'accesstokensecret',
    'authkey',
    'apisecret',
    'password',
    'passwd',
    'pwd',
    'passphrase',
  ],
  ...['sig', 'signature', 'xamzsignature', 'xamzsecuritytoken', 'code', 'codeverifier', 'assertion', 'clientassertion'],
]);
/** @param name of a query parameter, a form's field, a field of an auth: `api_key` and `apiKey` are the same */
export const isCredentialName = (name: string): boolean => names.has(name.replace(/[-_.[\]]/g, '').toLowerCase());

const credentialHeader =
  /^(?:(?:proxy-)?authorization|cookie|set-cookie2?|(?:.*-)?(?:api-?key|auth-?key|access-?key|subscription-key|functions-key|token|secret|password|passphrase))$/i;

/** Authorization keeps its scheme, cookies keep their names, addresses in other headers lose their credentials. */
export function maskHeaders<T extends NamedValue>(headers: readonly T[]): T[] {
  return headers.map((header) => ({ ...header, value: maskHeader(header) }));
}

function maskHeader({ name, value }: NamedValue): string {
  if (!credentialHeader.test(name)) return maskUrls(value);
  if (PLACEHOLDERS.test(value)) return value;
  if (/^(proxy-)?authorization$/i.test(name)) return value.replace(/^(\S+\s+)?[^]*$/, `$1${MASKED}`);
  if (/^cookie$/i.test(name)) return value.replace(/([^=;]+=)[^;]*/g, `$1${MASKED}`);
  if (/^set-cookie2?$/i.test(name)) return value.replace(/^([^=;]*=)[^;]*/, `$1${MASKED}`);
  return MASKED;
}

/** Every credential in an address stands before an `@`, after a `=`, or in a path of the messaging service. */
const CREDENTIAL_IN_ADDRESS = /[@=]|\/waInstance/;

/** Every address in a text: its user and password, its query's credentials, the token of the messaging service. */
export function maskUrls(text: string): string {
  // Most texts are headers of received requests, thousands a second, without any.
  if (!CREDENTIAL_IN_ADDRESS.test(text)) return text;
  return maskToken(text)
    .replace(/(:\/\/)[^\s/?#@"'<>]+@/g, `$1${MASKED}@`)
    .replace(/([?&;#])([^=&;#?\s"'<>]+)=([^&#\s"'<>]*)/g, (match, sign: string, name: string, value: string) =>
      isCredentialName(decoded(name)) && !PLACEHOLDERS.test(value) ? `${sign}${name}=${MASKED}` : match,
    );
}

/** The body of a form (application/x-www-form-urlencoded). */
export const maskForm = (text: string): string => maskUrls(`?${text}`).slice(1);

/** Fields with names of their own: parameters, form fields, variables. */
export function maskFields<T extends { name: string; value?: unknown }>(fields: readonly T[]): T[] {
  return fields.map((field) =>
    isCredentialName(field.name) && typeof field.value === 'string' && !PLACEHOLDERS.test(field.value)
      ? { ...field, value: MASKED }
      : field,
  );
}

/** An auth as it is edited. `key` is there the name of a header, and `value` the credential. */
export function maskAuth<T>(auth: T): T {
  if (Array.isArray(auth)) return auth.map((item: unknown) => maskAuth(item)) as T;
  if (typeof auth !== 'object' || auth === null) return auth;
  const entries = Object.entries(auth).map(([name, value]: [string, unknown]) => {
    if (typeof value !== 'string') return [name, maskAuth(value)];
    const isCredential = name === 'value' || (name !== 'key' && isCredentialName(name));
    return [name, isCredential && value !== '' && !PLACEHOLDERS.test(value) ? MASKED : value];
  });
  return Object.fromEntries(entries) as T;
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
