/** Digest authentication (RFC 7616): answers the challenge of a server. */
import { createHash, randomBytes } from 'node:crypto';
import type { HttpHop } from '../../../contract/http/http.ts';
import { replaceHeaders } from '../replace-headers.ts';
import { contentInMemory, type HopAuth, type HopTarget } from './hop-auth.ts';

const challengesOf = (hop: HttpHop, scheme: string): string[] =>
  hop.headers
    .filter(({ name }) => name.toLowerCase() === 'www-authenticate')
    .flatMap(({ value }) => value.split(/,\s*(?=[A-Za-z]+\s+[A-Za-z]+=)/))
    .filter((value) => value.toLowerCase().startsWith(scheme));

const algorithms: Record<string, string> = { md5: 'md5', 'sha-256': 'sha256', 'sha-512-256': 'sha512-256' };

type Offer = Record<string, string>;
interface Challenge {
  offer: Offer;
  /** How often its nonce has been used. */
  count: number;
}
/** The last challenge of each origin. Requests that inherit one auth answer it before they are asked, as in Postman. */
export type DigestMemory = Map<string, Challenge>;
const MAX_ORIGINS = 100;

export function createDigest(username: string, password: string, memory: DigestMemory = new Map()): HopAuth {
  /** The nonce of the last answer, and that of an answer that no challenge of this request has asked for. */
  let lastNonce = '';
  let rememberedNonce: string | undefined;
  const headersFor = (challenge: Challenge, target: HopTarget) => {
    challenge.count += 1;
    return [{ name: 'Authorization', value: authorization(challenge, target, { username, password }) }];
  };
  return {
    sign(target) {
      const known = lastNonce === '' ? memory.get(target.url.origin) : undefined;
      if (!known) return Promise.resolve(target);
      rememberedNonce = known.offer['nonce'];
      return Promise.resolve({ ...target, headers: replaceHeaders(target.headers, headersFor(known, target)) });
    },
    answer(hop, target) {
      if (hop.status !== 401) return Promise.resolve(undefined);
      const offer = strongestOffer(hop);
      if (!offer) return Promise.resolve(undefined);
      const { nonce = '', stale } = offer;
      // A repeated challenge without `stale` means that the credentials are wrong.
      const isStale = stale?.toLowerCase() === 'true';
      if (lastNonce !== '' && (nonce === lastNonce || !isStale)) return Promise.resolve(undefined);
      if (nonce === rememberedNonce && !isStale) return Promise.resolve(undefined);
      lastNonce = nonce;
      const challenge = { offer, count: 0 };
      if (memory.size >= MAX_ORIGINS) memory.clear();
      memory.set(target.url.origin, challenge);
      return Promise.resolve(headersFor(challenge, target));
    },
  };
}

/** The offer of the response with the strongest known algorithm. */
function strongestOffer(hop: HttpHop): Offer | undefined {
  const strength = ({ algorithm = 'MD5' }: Offer) => Object.keys(algorithms).indexOf(baseOf(algorithm));
  const offers = challengesOf(hop, 'digest').map(parametersOf);
  return offers.filter((offer) => strength(offer) >= 0).sort((a, b) => strength(b) - strength(a))[0];
}

function authorization(
  { offer, count }: Challenge,
  { method, path, body }: HopTarget,
  { username, password }: { username: string; password: string },
): string {
  const { nonce = '', realm = '', qop, opaque, algorithm = 'MD5' } = offer;
  const hash = (text: string | Buffer) =>
    createHash(algorithms[baseOf(algorithm)] ?? 'md5')
      .update(text)
      .digest('hex');
  const cnonce = randomBytes(8).toString('hex');
  const nc = count.toString(16).padStart(8, '0');
  const qops = (qop ?? '').split(',').map((part) => part.trim());
  const protection = qops.includes('auth') ? 'auth' : qops.includes('auth-int') ? 'auth-int' : undefined;
  const plainHash = hash(`${username}:${realm}:${password}`);
  const ha1 = /-sess$/i.test(algorithm) ? hash(`${plainHash}:${nonce}:${cnonce}`) : plainHash;
  const ha2 = hash(
    protection === 'auth-int' ? `${method}:${path}:${hash(contentInMemory(body) ?? '')}` : `${method}:${path}`,
  );
  const response = hash(protection ? `${ha1}:${nonce}:${nc}:${cnonce}:${protection}:${ha2}` : `${ha1}:${nonce}:${ha2}`);
  const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`;
  const parts = [
    `username=${quoted(username)}`,
    `realm=${quoted(realm)}`,
    `nonce=${quoted(nonce)}`,
    `uri=${quoted(path)}`,
    `algorithm=${algorithm}`,
    `response="${response}"`,
    ...(protection ? [`qop=${protection}`, `nc=${nc}`, `cnonce="${cnonce}"`] : []),
    ...(opaque === undefined ? [] : [`opaque=${quoted(opaque)}`]),
  ];
  return `Digest ${parts.join(', ')}`;
}

const baseOf = (algorithm: string): string => algorithm.toLowerCase().replace(/-sess$/, '');

function parametersOf(challenge: string): Record<string, string> {
  // A name is tried at its first character only, so that the time is linear in the length of the header.
  const parameters = challenge.matchAll(/(?<![a-z0-9-])([a-z0-9-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,]+))/gi);
  return Object.fromEntries(
    [...parameters].map(([, name = '', quoted, bare]) => [
      name.toLowerCase(),
      quoted === undefined ? (bare ?? '') : quoted.replace(/\\(.)/g, '$1'),
    ]),
  );
}
