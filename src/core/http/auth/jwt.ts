/** Tokens that are signed here: JWT bearer tokens, and Atlassian's ASAP, whose claims are fixed. */
import { createPrivateKey, type KeyObject } from 'node:crypto';
import { codedError } from '../../../contract/errors.ts';
import type { AuthAsap, AuthJwt } from './auth-types.ts';
import { percentDecode } from '../../platform/percent-decode.ts';

type Claims = Record<string, unknown>;
const ALGORITHMS = /^((HS|RS|PS|ES)(256|384|512))$/;

/** @throws InvalidRequest naming the invalid field */
export function createJwt(auth: AuthJwt): Promise<string> {
  const { algorithm = 'HS256', secret = '', privateKey = '' } = auth;
  checkAlgorithm(algorithm);
  const header = { ...jsonObject(auth.header, 'JWT headers'), alg: algorithm };
  const payload = jsonObject(auth.payload, 'Payload');
  if (!algorithm.startsWith('HS')) return sign(payload, header, readPrivateKey(privateKey));
  if (secret === '') throw authError('A JWT needs a secret.', 'Fill it in');
  return sign(payload, header, Buffer.from(secret, auth.secretIsBase64 ? 'base64' : 'utf8'));
}

/** @throws InvalidRequest naming the invalid field */
export function createAsapToken(auth: AuthAsap): Promise<string> {
  const { privateKey = '' } = auth;
  const algorithm = auth.algorithm || 'RS256';
  checkAlgorithm(algorithm);
  const claims = jsonObject(auth.claims, 'Additional claims');
  const now = Math.floor(Date.now() / 1000);
  const pick = (claim: string, field: unknown) => claims[claim] || field || undefined;
  const kid = pick('kid', auth.keyId);
  const iss = pick('iss', auth.issuer);
  const aud = pick('aud', auth.audience && textOrList(auth.audience));
  if (typeof kid !== 'string' || iss === undefined || aud === undefined) {
    throw authError('ASAP needs an issuer, an audience and a key ID.', 'Fill them in');
  }
  const lifetime = Number(auth.expiresIn || 3600);
  if (!Number.isFinite(lifetime)) throw authError(`"${auth.expiresIn}" is not a number of seconds.`, 'Correct it');
  // In Postman's order, so that the token is the same.
  const payload = {
    ...claims,
    iat: claims['iat'] ?? now,
    iss,
    sub: pick('sub', auth.subject) ?? iss,
    jti: claims['jti'] ?? crypto.randomUUID(),
    aud,
    exp: claims['exp'] ?? now + Math.trunc(lifetime),
  };
  return sign(payload, { alg: algorithm, kid }, readPrivateKey(privateKey, kid));
}

const authError = (message: string, remedy: string): Error =>
  codedError('InvalidRequest', message, `${remedy} on the Auth tab.`);

function checkAlgorithm(algorithm: string): void {
  if (!ALGORITHMS.test(algorithm))
    throw authError(`"${algorithm}" is not an algorithm for a JWT.`, 'Choose another one');
}

function jsonObject(text: string | undefined, field: string): Claims {
  if (!text?.trim()) return {};
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw authError(`"${field}" of the auth is not JSON: ${(error as Error).message}`, 'Correct it');
  }
  if (typeof json === 'object' && json !== null && !Array.isArray(json)) return json as Claims;
  throw authError(`"${field}" of the auth is not a JSON object.`, 'Write it in braces');
}

/** The names of a list that is written as JSON, or the text. */
function textOrList(text: string): string | string[] {
  try {
    const list: unknown = text.startsWith('[') ? JSON.parse(text) : text;
    return Array.isArray(list) ? list.map(String) : text;
  } catch {
    return text;
  }
}

/** A key whose lines have been joined, as by a field of one line, gets them again. */
const withLines = (pem: string): string =>
  pem.includes('\n')
    ? pem
    : pem.replace(
        /^(-----BEGIN [A-Z ]+-----)([^-]*)(-----END [A-Z ]+-----)$/,
        (_, begin: string, content: string, end: string) =>
          [begin, ...(content.replaceAll(/\s/g, '').match(/.{1,64}/g) ?? []), end].join('\n'),
      );

/** Reads a key in PEM form (PKCS #1, PKCS #8 or SEC 1), or as a data URI of ASAP; both may be percent-encoded. */
function readPrivateKey(text: string, keyId?: string): KeyObject {
  const trimmed = percentDecode(text.trim().replace(/^"(.*)"$/s, '$1'));
  if (trimmed === '') throw authError('A private key is missing.', 'Fill it in');
  const [, id, base64] = /^data:application\/pkcs8;kid=([^;]+);base64,([\w+/=\s]+)$/.exec(trimmed) ?? [];
  if (id !== undefined && keyId !== undefined && id !== keyId) {
    throw authError(`The private key has the ID "${id}", and the auth "${keyId}".`, 'Make them the same');
  }
  try {
    return base64 === undefined
      ? createPrivateKey(withLines(trimmed.replaceAll('\\n', '\n')))
      : keyOfDer(Buffer.from(base64, 'base64'));
  } catch (error) {
    const message = `The private key cannot be read: ${(error as Error).message}.`;
    throw authError(message, 'Paste the whole key, from its BEGIN line to its END line,');
  }
}

/** The data URIs say that their keys are of PKCS #8; many are of PKCS #1, and Postman reads both. */
function keyOfDer(key: Buffer): KeyObject {
  try {
    return createPrivateKey({ key, format: 'der', type: 'pkcs8' });
  } catch {
    return createPrivateKey({ key, format: 'der', type: 'pkcs1' });
  }
}

async function sign(claims: Claims, header: Claims & { alg: string }, key: KeyObject | Uint8Array): Promise<string> {
  const { SignJWT } = await import('jose');
  try {
    return await new SignJWT(claims).setProtectedHeader(header).sign(key);
  } catch (error) {
    const message = `The token cannot be signed with ${header.alg}: ${(error as Error).message}.`;
    throw authError(message, 'Choose a key that fits the algorithm');
  }
}
