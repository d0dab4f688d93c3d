/**
 * Masks credentials by their place in everything that is stored and reported: certain headers, parts of a URL, fields
 * with certain names. The value need not be known. A value that consists of `{{name}}` only is not a credential and is
 * kept.
 */
import { maskToken } from './mask-token.ts';

export interface NamedValue {
  name: string;
  value: string;
}

export const MASKED = '(masked)';
const PLACEHOLDERS = /^(?:[A-Za-z]+ )?(?:\{\{[^{}]*\}\})+$/;

const names = new Set([
  'token',
  'accesstoken',
  'refreshtoken',
  'idtoken',
  'authtoken',
  'apitoken',
  'sessiontoken',
  'bearertoken',
  'apitokeninstance',
  'key',
  'apikey',
  'accesskey',
  'secretkey',
  'secretaccesskey',
  'privatekey',
  'secret',
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
  'sig',
  'signature',
  'xamzsignature',
  'xamzsecuritytoken',
  'code',
  'codeverifier',
  'assertion',
  'clientassertion',
]);
/** @param name of a query parameter, a form field or an auth field: `api_key` and `apiKey` are the same */
const isCredentialName = (name: string): boolean => names.has(name.replace(/[-_.[\]]/g, '').toLowerCase());

const credentialHeader =
  /^(?:(?:proxy-)?authorization|cookie|set-cookie2?|(?:.*-)?(?:api-?key|auth-?key|access-?key|subscription-key|functions-key|token|secret|password|passphrase))$/i;

/** A credential in a URL is always preceded by `=` or followed by `@`, or is in a path of the messaging service. */
const CREDENTIAL_IN_ADDRESS = /[@=]|\/waInstance/;
/** A part of the name of each header that has a credential. */
const CREDENTIAL_HEADER_PART = /authorization|cookie|key|token|secret|password|passphrase/i;
/**
 * Finds every text with a credential by its place, and other texts, too: it is a quick test for the thousands of requests
 * that arrive each second. One pattern of both would take three times as long.
 */
export const mayHoldCredential = (text: string): boolean =>
  CREDENTIAL_IN_ADDRESS.test(text) || CREDENTIAL_HEADER_PART.test(text);

/** Authorization keeps its scheme, cookies keep their names, URLs in other headers lose their credentials. */
export function maskHeaders<T extends NamedValue>(headers: readonly T[]): T[] {
  return headers.map((header) => {
    const value = maskHeader(header);
    return value === header.value ? header : { ...header, value };
  });
}

function maskHeader({ name, value }: NamedValue): string {
  if (!credentialHeader.test(name)) return maskUrls(value);
  if (PLACEHOLDERS.test(value)) return value;
  if (/^(proxy-)?authorization$/i.test(name)) return value.replace(/^(\S+\s+)?[^]*$/, `$1${MASKED}`);
  if (/^cookie$/i.test(name)) return value.split(';').map(maskPair).join(';');
  if (/^set-cookie2?$/i.test(name)) return value.replace(/^([^=;]*=)[^;]*/, `$1${MASKED}`);
  return MASKED;
}

/** The name before the first `=` is kept. */
function maskPair(pair: string): string {
  const end = pair.indexOf('=');
  return end < 0 ? pair : `${pair.slice(0, end + 1)}${MASKED}`;
}

/**
 * A user and a password with a `/`, `?` or `#` that is not percent-encoded: what stands behind the colon is no port. It
 * ends before the next URL, so that the time does not grow with their number.
 */
const UNENCODED_PASSWORD = /(:\/\/)[^\s/?#"'<>@:[\]{}]*:(?!\d*(?:[/?#\s"'<>]|$)|\{\{)(?:(?!:\/\/)[^\s"'<>])*@/g;

/** A character of a name as it is, or percent-encoded. */
const encoded = (character: string): string => {
  const codes = [...new Set([character, character.toUpperCase()])].map((sign) => sign.charCodeAt(0).toString(16));
  return `(?:\\x${codes[0]}|%(?:${codes.join('|')}))`;
};
const SEPARATORS = `(?:${Array.from('-_.[]', encoded).join('|')})*`;
/** A pattern of the endings of names. Common beginnings are compared once: one alternative for each name takes longer. */
function patternOf(endings: readonly string[]): string {
  const groups = Map.groupBy(endings, (ending) => ending.slice(0, 1));
  const patterns = [...groups].map(([first, group]) =>
    first === '' ? '' : `${encoded(first)}${SEPARATORS}${patternOf(group.map((ending) => ending.slice(1)))}`,
  );
  return patterns.length === 1 ? patterns.join('') : `(?:${patterns.join('|')})`;
}
const PLACEHOLDERS_ONLY = /(?:\{\{[^{}&#\s"'<>]*\}\})+(?:[&#\s"'<>]|$)/.source;
/** One pattern without a function for each parameter, because a stranger sends millions of them in a form. */
const CREDENTIAL_PARAMETER = new RegExp(
  `([?&;#]${SEPARATORS}${patternOf([...names])}=)(?!${PLACEHOLDERS_ONLY})[^&#\\s"'<>]*`,
  'gi',
);

/** Masks every URL in a text: user and password, credentials in the query, the token of the messaging service. */
export function maskUrls(text: string): string {
  // Most texts are headers of received requests without a URL; thousands of them arrive each second.
  if (!CREDENTIAL_IN_ADDRESS.test(text)) return text;
  return maskToken(text)
    .replace(/(:\/\/)[^\s/?#"'<>]+@/g, `$1${MASKED}@`)
    .replace(UNENCODED_PASSWORD, `$1${MASKED}@`)
    .replace(CREDENTIAL_PARAMETER, `$1${MASKED}`);
}

const SCHEME = /^[a-z][a-z0-9+.-]*:[\\/]{2}/i;
/** As `UNENCODED_PASSWORD`, in a text that is nothing but an address and so may contain blanks and quotes. */
const UNENCODED_IN_ADDRESS = /^[^\\/?#@:[\]{}]*:(?!\d*(?:[\\/?#]|$)|\{\{)(?:(?!:\/\/).)*@/s;

/** Masks the address of a request, which may have no scheme; user and password may contain any character. */
export function maskAddress(address: string): string {
  if (!CREDENTIAL_IN_ADDRESS.test(address)) return address;
  const [scheme = ''] = SCHEME.exec(address) ?? [];
  const rest = address
    .slice(scheme.length)
    .replace(/^[^\\/?#]*@/, `${MASKED}@`)
    .replace(UNENCODED_IN_ADDRESS, `${MASKED}@`);
  return scheme + maskUrls(`http://${rest}`).slice('http://'.length);
}

/** Masks the body of a form (application/x-www-form-urlencoded). */
export const maskForm = (text: string): string => maskUrls(`?${text}`).slice(1);

/** Masks named values: parameters, form fields, variables. */
export function maskFields<T extends { name: string; value?: unknown }>(fields: readonly T[]): T[] {
  return fields.map((field) =>
    isCredentialName(field.name) && typeof field.value === 'string' && !PLACEHOLDERS.test(field.value)
      ? { ...field, value: MASKED }
      : field,
  );
}

/**
 * Masks an auth in the form in which it is edited. Its member `key` is the name of a header there, and `value` the
 * credential.
 */
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
