/** Converts a secret to the key that makes and checks the signatures of one scheme. */
import { createHmac, createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import { codedError } from '../../../contract/errors.ts';
import type { HmacSignature } from '../../../contract/webhooks/webhook-signature.ts';
import { sameBytes } from './same-bytes.ts';

/** The internal description of a scheme: an HMAC, and in some schemes additional signatures by key pairs. */
export interface SignatureForm extends HmacSignature {
  /** The prefixes of Ed25519 signatures and keys, where the scheme has them. */
  ed25519?: { prefix: string; publicKeyPrefix: string; privateKeyPrefix: string } | undefined;
}

export interface SignatureKey {
  /** The prefix of this key's signatures in the header. */
  prefix: string;
  /** The signature without its prefix. @throws InvalidParams for a public key */
  sign(text: Uint8Array): string;
  isSignature(signature: string, text: Uint8Array): boolean;
}

const REMEDY = 'Copy it again from the settings of the sender.';
/** The bytes before the 32 bytes of a key in its DER encoding (RFC 8410). */
const DER_PRIVATE = Buffer.from('302e020100300506032b657004220420', 'hex');
const DER_PUBLIC = Buffer.from('302a300506032b6570032100', 'hex');
const ED25519_BYTES = 32;

/** @throws InvalidParams when the encoding of the secret is invalid for the scheme */
export function signatureKeyOf(form: SignatureForm, secret: string): SignatureKey {
  const { ed25519 } = form;
  if (ed25519 && secret.startsWith(ed25519.publicKeyPrefix)) {
    const bytes = keyBytes(secret.slice(ed25519.publicKeyPrefix.length), [ED25519_BYTES]);
    return ed25519Key(ed25519.prefix, publicKeyOf(bytes));
  }
  if (ed25519 && secret.startsWith(ed25519.privateKeyPrefix)) {
    // Some libraries append the public key to the private one.
    const bytes = keyBytes(secret.slice(ed25519.privateKeyPrefix.length), [ED25519_BYTES, 2 * ED25519_BYTES]);
    const seed = bytes.subarray(0, ED25519_BYTES);
    const key = createPrivateKey({ key: Buffer.concat([DER_PRIVATE, seed]), format: 'der', type: 'pkcs8' });
    return ed25519Key(ed25519.prefix, createPublicKey(key), key);
  }
  return hmacKey(form, secret);
}

const publicKeyOf = (bytes: Uint8Array): KeyObject =>
  createPublicKey({ key: Buffer.concat([DER_PUBLIC, bytes]), format: 'der', type: 'spki' });

function keyBytes(text: string, lengths: readonly number[]): Buffer {
  const bytes = Buffer.from(text, 'base64');
  if (isEncodedAs('base64', text) && lengths.includes(bytes.length)) return bytes;
  throw codedError('InvalidParams', `The key is not ${ED25519_BYTES} bytes in base64.`, REMEDY);
}

function ed25519Key(prefix: string, publicKey: KeyObject, privateKey?: KeyObject): SignatureKey {
  return {
    prefix,
    sign(text) {
      if (privateKey) return sign(null, text, privateKey).toString('base64');
      throw codedError('InvalidParams', 'A public key cannot sign.', 'Enter the private key, which begins with whsk_.');
    },
    isSignature: (signature, text) =>
      isEncodedAs('base64', signature) && verify(null, text, publicKey, Buffer.from(signature, 'base64')),
  };
}

function hmacKey(form: HmacSignature, secret: string): SignatureKey {
  const { prefix, algorithm, encoding, secretEncoding, secretPrefix } = form;
  const encoded = secret.startsWith(secretPrefix) ? secret.slice(secretPrefix.length) : secret;
  if (secretEncoding !== 'text' && !isEncodedAs(secretEncoding, encoded)) {
    throw codedError('InvalidParams', `The secret is not ${secretEncoding}.`, REMEDY);
  }
  const key = Buffer.from(encoded, secretEncoding === 'text' ? 'utf8' : secretEncoding);
  const signText = (text: Uint8Array) => createHmac(algorithm, key).update(text).digest(encoding);
  /** Computed once for all signatures of a header. */
  let signed: { text: Uint8Array; signature: Buffer } | undefined;
  const signatureOf = (text: Uint8Array): Buffer => {
    if (signed?.text !== text) signed = { text, signature: Buffer.from(signText(text)) };
    return signed.signature;
  };
  return {
    prefix,
    sign: signText,
    // Compared as text, because receivers that compare texts refuse another encoding of the same bytes.
    isSignature: (signature, text) => sameBytes(Buffer.from(signature), signatureOf(text)),
  };
}

/** Bytes of base64 have four characters for each three bytes; a single one at the end stands for none. */
const encodings = { hex: /^(?:[\da-f]{2})+$/i, base64: /^(?!$)(?:[\w+/-]{4})*(?:[\w+/-]{2,3}={0,2})?$/ };
const isEncodedAs = (encoding: keyof typeof encodings, text: string): boolean => encodings[encoding].test(text);
