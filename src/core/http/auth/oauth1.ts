/**
 * OAuth 1.0 (RFC 5849): parameters with a signature over the method, the address, the query and a URL-encoded form. They
 * go into the Authorization header, the form or the query.
 */
import { createHmac, createPrivateKey, createSign, randomBytes } from 'node:crypto';
import { codedError } from '../../../contract/errors.ts';
import { mediaType } from '../../../contract/http/media-type.ts';
import type { EncodedBody } from '../body/encode-body.ts';
import { percentEncode } from '../body/percent-encode.ts';
import { replaceHeaders } from '../replace-headers.ts';
import type { AuthOAuth1 } from './auth-types.ts';
import { contentInMemory, hashBody, type HopAuth, type HopTarget } from './hop-auth.ts';

type Pair = [name: string, value: string];
const METHODS = /^(?:(HMAC|RSA)-(SHA1|SHA256|SHA512)|PLAINTEXT)$/;
const FORM = 'application/x-www-form-urlencoded';

/** @throws InvalidRequest for an unknown signature method */
export function createOAuth1(auth: AuthOAuth1): HopAuth {
  const method = auth.signatureMethod || 'HMAC-SHA1';
  const [isKnown, family, hash = ''] = METHODS.exec(method) ?? [];
  if (!isKnown) {
    const message = `OAuth 1 does not support the signature method "${method as string}".`;
    throw codedError('InvalidRequest', message, 'Choose another one on the Auth tab.');
  }

  async function sign(target: HopTarget): Promise<HopTarget> {
    const { path, body } = target;
    const [pathname, query] = splitPath(path);
    const form = formOf(body);
    const queryPairs = withoutOAuth(decodePairs(query ?? ''));
    const formPairs = form && withoutOAuth(form);
    const parameters: Pair[] = [
      ['oauth_consumer_key', auth.consumerKey ?? ''],
      ['oauth_token', auth.accessToken ?? ''],
      ['oauth_signature_method', method],
      ['oauth_timestamp', auth.timestamp || String(Math.floor(Date.now() / 1000))],
      ['oauth_nonce', auth.nonce || randomBytes(16).toString('hex')],
      ['oauth_version', auth.version ?? '1.0'],
    ];
    const sent = auth.signEmptyParameters ? parameters : parameters.filter(([, value]) => value.trim() !== '');
    // A form is signed parameter by parameter and needs no hash of its body; Postman hashes no form of parts either.
    const isHashed = !form && mediaType(body?.contentType ?? '') !== 'multipart/form-data';
    if (auth.includeBodyHash && hash !== '' && isHashed) sent.push(['oauth_body_hash', await hashBody(body, hash)]);
    if (auth.callbackUrl) sent.push(['oauth_callback', auth.callbackUrl]);
    if (auth.verifier) sent.push(['oauth_verifier', auth.verifier]);
    const signedPairs = [...queryPairs, ...(formPairs ?? []), ...sent];
    const baseString = [
      target.method.toUpperCase(),
      // The host of a URL is in lower case and has no default port, as the base string needs it.
      percentEncode(`${target.url.protocol}//${target.url.host}${pathname}`),
      percentEncode(encodePairs(signedPairs.sort(byEncodedText))),
    ].join('&');
    sent.push(['oauth_signature', signatureOf(baseString, auth, { family, hash })]);
    // As in Postman, which leaves a header alone whose name is written in another way.
    const headers = target.headers.filter(({ name }) => name !== 'Authorization');
    return withParameters({ ...target, path: encodedPath(target), headers }, sent, auth);
  }

  return { sign };
}

function signatureOf(
  baseString: string,
  auth: AuthOAuth1,
  { family, hash }: { family: string | undefined; hash: string },
): string {
  if (family === 'RSA') return createSign(`RSA-${hash}`).update(baseString).sign(readKey(auth), 'base64');
  const secret = (text = '') => percentEncode(auth.signEmptyParameters || text.trim() !== '' ? text : '');
  const key = `${secret(auth.consumerSecret)}&${secret(auth.accessTokenSecret)}`;
  return family === 'HMAC' ? createHmac(hash, key).update(baseString).digest('base64') : key;
}

/** The request with the OAuth parameters in its header, its form or its query. */
function withParameters(target: HopTarget, sent: readonly Pair[], auth: AuthOAuth1): HopTarget {
  if ((auth.placement ?? 'header') === 'header') {
    const encode = auth.disableHeaderEncoding ? (text: string) => text : percentEncode;
    const attributes = sent
      .filter(([, value]) => value !== '')
      .map(([name, value]) => `${encode(name)}="${encode(value.trim())}"`);
    const realm = auth.realm?.trim() ? [`realm="${encode(auth.realm)}"`] : [];
    const header = { name: 'Authorization', value: `OAuth ${[...realm, ...attributes].join(',')}` };
    return { ...target, headers: replaceHeaders(target.headers, [header]) };
  }
  const form = formOf(target.body);
  if (auth.placement === 'body' && form && target.body && /^(PUT|POST)$/i.test(target.method)) {
    const content = Buffer.from(encodePairs([...withoutOAuth(form), ...sent]));
    return { ...target, body: { ...target.body, content: () => content, length: content.length } };
  }
  return { ...target, path: `${target.path}${target.path.includes('?') ? '&' : '?'}${encodePairs(sent)}` };
}

/** @throws InvalidRequest when the text is not a private key */
function readKey({ privateKey }: AuthOAuth1) {
  if (privateKey?.type === 'file') {
    const message = 'OAuth 1 reads its private key from the auth itself, not from a file.';
    throw codedError('InvalidRequest', message, 'Paste the key on the Auth tab, or use a variable.');
  }
  try {
    return createPrivateKey((privateKey?.value ?? '').trim().replaceAll('\\n', '\n'));
  } catch (error) {
    const message = `The private key of OAuth 1 cannot be read: ${(error as Error).message}.`;
    throw codedError('InvalidRequest', message, 'Paste the whole key on the Auth tab, with its BEGIN and END lines.');
  }
}

const formOf = (body: EncodedBody | undefined): Pair[] | undefined =>
  body && mediaType(body.contentType ?? '') === FORM
    ? [...new URLSearchParams(contentInMemory(body)?.toString() ?? '')]
    : undefined;

const withoutOAuth = (pairs: readonly Pair[]): Pair[] => pairs.filter(([name]) => !OAUTH_PARAMETER.test(name));
const OAUTH_PARAMETER =
  /^oauth_(consumer_key|token|signature_method|timestamp|nonce|version|signature|callback|verifier|body_hash)$/;

/** The path, and the query where there is a question mark. */
const splitPath = (path: string): [string, string?] => {
  const queryStart = path.indexOf('?');
  return queryStart < 0 ? [path] : [path.slice(0, queryStart), path.slice(queryStart + 1)];
};
/**
 * The path with its query in the encoding of OAuth, unless the request says not to encode its address. A parameter
 * without `=` has none afterwards, and parameters of OAuth are left out.
 */
function encodedPath({ path, keepsQuery }: HopTarget): string {
  const [pathname, query] = splitPath(path);
  // A question mark alone stays.
  if (!query) return path;
  const encoded = query
    .split('&')
    .filter((piece) => withoutOAuth(decodePairs(piece)).length > 0)
    .map((piece) =>
      keepsQuery ? piece : encodePairs(decodePairs(piece)).slice(0, piece.includes('=') ? undefined : -1),
    );
  return encoded.length > 0 ? `${pathname}?${encoded.join('&')}` : pathname;
}

const encodePairs = (pairs: readonly Pair[]): string =>
  pairs.map(([name, value]) => `${percentEncode(name)}=${percentEncode(value)}`).join('&');

const decodePairs = (query: string): Pair[] => [...new URLSearchParams(query)];

/** Orders pairs by name, then by value, both encoded; a space comes before every character of an encoded text. */
function byEncodedText([nameA, valueA]: Pair, [nameB, valueB]: Pair): number {
  const a = `${percentEncode(nameA)} ${percentEncode(valueA)}`;
  const b = `${percentEncode(nameB)} ${percentEncode(valueB)}`;
  return a < b ? -1 : a > b ? 1 : 0;
}
