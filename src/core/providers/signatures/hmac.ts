/** Signatures of a text that is composed from the request: an HMAC, or a signature by a key pair. */
import { codedError } from '../../../contract/errors.ts';
import type { SignatureResult } from '../../../contract/webhooks/webhook-signature.ts';
import { replaceHeaders } from '../../http/replace-headers.ts';
import { signatureKeyOf, type SignatureForm } from './signature-key.ts';
import { headerOf, urlOf, type SignedRequest } from './signed-request.ts';

export interface VerifyOptions {
  /** Any of these secrets is accepted, because senders use two while a secret is being replaced. */
  secrets: readonly string[];
  /** The time of the request's arrival. */
  now: Date;
  toleranceSeconds: number;
}
export interface SignOptions {
  secret: string;
  now: Date;
}
export type HeaderChange = { name: string; value: string };

/** Signatures in one header beyond this number are ignored. */
const MAX_SIGNATURES = 20;

/** @throws InvalidParams when no secret has signed, and the encoding of one is invalid */
export function verifyHmac(scheme: SignatureForm, request: SignedRequest, options: VerifyOptions): SignatureResult {
  const value = headerOf(request, scheme.header);
  if (value === undefined) return missing(`There is no header ${scheme.header}.`);
  const timestamp = timestampOf(scheme, request);
  if (scheme.timestamp && timestamp === undefined) {
    return invalid(`There is no time of the signature in the header ${scheme.timestamp.header}.`);
  }
  const text = signedText(scheme, request, timestamp ?? '');
  if (typeof text === 'string') return invalid(text);
  const elements = elementsOf(value, scheme);
  const prefixes = new Set<string>();
  const candidates: string[] = [];
  const damaged: unknown[] = [];
  const keys = options.secrets.flatMap((secret) => {
    try {
      return [signatureKeyOf(scheme, secret)];
    } catch (error) {
      damaged.push(error);
      return [];
    }
  });
  const isSigned = keys.some(({ prefix, isSignature }) => {
    const ofKind = elements.filter((element) => element.startsWith(prefix)).slice(0, MAX_SIGNATURES);
    prefixes.add(`"${prefix}"`);
    candidates.push(...ofKind);
    return ofKind.some((element) => isSignature(element.slice(prefix.length), text));
  });
  // Another secret may have signed, so that only now it matters.
  if (!isSigned && damaged.length > 0) throw damaged[0];
  if (candidates.length === 0) {
    return invalid(`The header ${scheme.header} has no signature that begins with ${[...prefixes].join(' or ')}.`);
  }
  if (!isSigned) return invalid(MISMATCH);
  return timeProblem(scheme, timestamp, options) ?? { state: 'valid', reason: null };
}

/** The headers that sign the request; a signed header with an identifier that the request already has is kept. */
export function signHmac(scheme: SignatureForm, request: SignedRequest, { secret, now }: SignOptions): HeaderChange[] {
  const timestamp = String(
    scheme.timestamp?.unit === 'milliseconds' ? now.getTime() : Math.floor(now.getTime() / 1000),
  );
  const addedHeaders = namesInTemplate(scheme.signed)
    .filter((name) => headerOf(request, name) === undefined && name !== scheme.timestamp?.header.toLowerCase())
    .map((name): HeaderChange => ({ name, value: `msg_${crypto.randomUUID().replaceAll('-', '')}` }));
  const { timestamp: place, header, separator } = scheme;
  const isTogether = place?.header.toLowerCase() === header.toLowerCase();
  if (place && !isTogether) addedHeaders.push({ name: place.header, value: `${place.prefix}${timestamp}` });
  const changed = { ...request, headers: replaceHeaders(request.headers, addedHeaders) };
  const text = signedText(scheme, changed, timestamp);
  if (typeof text === 'string') throw codedError('InvalidParams', text);
  const key = signatureKeyOf(scheme, secret);
  const signature = `${key.prefix}${key.sign(text)}`;
  const value = place && isTogether ? `${place.prefix}${timestamp}${separator ?? ','}${signature}` : signature;
  return [...addedHeaders, { name: header, value }];
}

const MISMATCH =
  'The signature does not match: the secret is another one, or the request was changed after it was signed.';
export const invalid = (reason: string): SignatureResult => ({ state: 'invalid', reason });
export const missing = (reason: string): SignatureResult => ({ state: 'missing', reason });

const elementsOf = (value: string, { separator }: SignatureForm): string[] =>
  separator === undefined ? [value] : value.split(separator).map((element) => element.trim());

function timestampOf(scheme: SignatureForm, request: SignedRequest): string | undefined {
  if (!scheme.timestamp) return undefined;
  const { header, prefix } = scheme.timestamp;
  const element = elementsOf(headerOf(request, header) ?? '', scheme).find((item) => item.startsWith(prefix));
  const time = element?.slice(prefix.length);
  return time !== undefined && /^\d{1,15}$/.test(time) ? time : undefined;
}

/** An error result when the time of the signature is outside of the tolerance; otherwise undefined. */
function timeProblem(scheme: SignatureForm, timestamp: string | undefined, options: VerifyOptions) {
  if (timestamp === undefined) return undefined;
  const signedAt = Number(timestamp) / (scheme.timestamp?.unit === 'milliseconds' ? 1000 : 1);
  const age = Math.round(options.now.getTime() / 1000 - signedAt);
  if (Math.abs(age) <= options.toleranceSeconds) return undefined;
  const when = age > 0 ? `${age} seconds before it arrived` : `${-age} seconds after it arrived`;
  return invalid(`It was signed ${when}; ${options.toleranceSeconds} are tolerated.`);
}

const PLACEHOLDER = /\{(body|timestamp|method|path|url|header\.[^{}\s]{1,200})\}/;

const namesInTemplate = (template: string): string[] =>
  template
    .split(PLACEHOLDER)
    .flatMap((part, index) => (index % 2 && part.startsWith('header.') ? [part.slice(7).toLowerCase()] : []));

/** The signed bytes, or a sentence about what is missing. */
function signedText({ signed }: SignatureForm, request: SignedRequest, timestamp: string): Uint8Array | string {
  const parts: Uint8Array[] = [];
  for (const [at, part] of signed.split(PLACEHOLDER).entries()) {
    if (at % 2 === 0) parts.push(Buffer.from(part));
    else if (part === 'body') parts.push(request.body);
    else {
      const value = valueOf(part, request, timestamp);
      if (value === undefined) return `There is no header ${part.slice(7)}, which is a part of what is signed.`;
      parts.push(Buffer.from(value));
    }
  }
  return Buffer.concat(parts);
}

function valueOf(name: string, request: SignedRequest, timestamp: string): string | undefined {
  if (name === 'timestamp') return timestamp;
  if (name === 'method') return request.method;
  if (name === 'path') return request.path;
  return name === 'url' ? urlOf(request) : headerOf(request, name.slice(7));
}
