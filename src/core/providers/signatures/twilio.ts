/**
 * Twilio signs the requested URL followed by the fields of the form, ordered by name. For other bodies, the URL
 * contains the hash of the body.
 */
import { createHash, createHmac } from 'node:crypto';
import type { SignatureResult } from '../../../contract/webhooks/webhook-signature.ts';
import { invalid, missing, type HeaderChange, type SignOptions, type VerifyOptions } from './hmac.ts';
import { sameBytes } from './same-bytes.ts';
import { headerOf, urlOf, type SignedRequest } from './signed-request.ts';

const TWILIO_HEADER = 'X-Twilio-Signature';

export function verifyTwilio(request: SignedRequest, { secrets }: Pick<VerifyOptions, 'secrets'>): SignatureResult {
  const value = headerOf(request, TWILIO_HEADER);
  if (value === undefined) return missing(`There is no header ${TWILIO_HEADER}.`);
  const url = urlOf(request);
  const hash = hashInUrl(url);
  if (hash !== undefined && !sameBytes(Buffer.from(hash.toLowerCase()), Buffer.from(sha256(request.body)))) {
    return invalid('The hash of the body is not the one in the address (bodySHA256): the body was changed.');
  }
  const signature = Buffer.from(value);
  const isSigned = secrets.some((secret) =>
    // Whether the signed URL contains the port depends on the product.
    portForms(url).some((form) => sameBytes(signature, Buffer.from(digest(secret, signedText(form, request, hash))))),
  );
  if (isSigned && hash === undefined && !isForm(request) && request.body.length > 0) {
    return invalid('The signature does not cover the body: it is not a form, and the address has no hash of it.');
  }
  if (isSigned) return { state: 'valid', reason: null };
  const text = `The signature does not match for the address ${url}: the sender called another address, or the secret is another one.`;
  return invalid(text);
}

/**
 * The signed URL is that of the request; for a body other than a form it already contains the hash, or the body is not
 * signed.
 */
export function signTwilio(request: SignedRequest, { secret }: Pick<SignOptions, 'secret'>): HeaderChange[] {
  const url = urlOf(request);
  const signature = digest(secret, signedText(url, request, hashInUrl(url)));
  return [{ name: TWILIO_HEADER, value: signature }];
}

const sha256 = (body: Uint8Array): string => createHash('sha256').update(body).digest('hex');
const digest = (secret: string, text: string): string => createHmac('sha1', secret).update(text).digest('base64');

function hashInUrl(url: string): string | undefined {
  const query = url.split('?', 2)[1];
  return query === undefined ? undefined : (new URLSearchParams(query).get('bodySHA256') ?? undefined);
}

const isForm = (request: SignedRequest): boolean =>
  /^application\/x-www-form-urlencoded\b/i.test(headerOf(request, 'content-type') ?? '');

function signedText(url: string, request: SignedRequest, hash: string | undefined): string {
  if (hash !== undefined || !isForm(request)) return url;
  // A field that occurs twice with the same name and value is signed once.
  const fields = new Map<string, Set<string>>();
  for (const [name, value] of new URLSearchParams(Buffer.from(request.body).toString('utf8'))) {
    fields.set(name, (fields.get(name) ?? new Set()).add(value));
  }
  const names = [...fields.keys()].sort();
  return url + names.flatMap((name) => [...(fields.get(name) ?? [])].sort().map((value) => name + value)).join('');
}

/** The URL unchanged, without its port, and with the default port of its scheme. */
function portForms(url: string): string[] {
  const match = /^([a-z]+:\/\/)([^/?#]*?)(:\d+)?(?=[/?#]|$)/i.exec(url);
  if (!match) return [url];
  const [whole, scheme = '', host = '', port] = match;
  const pathAndQuery = url.slice(whole.length);
  const impliedPort = port ?? (scheme.toLowerCase() === 'https://' ? ':443' : ':80');
  return [...new Set([url, `${scheme}${host}${pathAndQuery}`, `${scheme}${host}${impliedPort}${pathAndQuery}`])];
}
