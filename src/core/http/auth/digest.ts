/** Digest authentication (RFC 7616): answers the challenge of a server. */
import { headerValuesOf } from '../../../contract/http/header-value.ts';
import { createHash, randomBytes } from 'node:crypto';
import { codedError } from '../../../contract/errors.ts';
import type { HttpHop } from '../../../contract/http/http.ts';
import { replaceHeaders } from '../replace-headers.ts';
import type { AuthDigest } from './auth-types.ts';
import { hashBody, type HopAuth, type HopTarget } from './hop-auth.ts';

const challengesOf = (hop: HttpHop, scheme: string): string[] =>
  headerValuesOf(hop.headers, 'www-authenticate')
    .flatMap((value) => value.split(/,\s*(?=[A-Za-z]+\s+[A-Za-z]+=)/))
    .filter((value) => value.toLowerCase().startsWith(scheme));

const algorithms: Record<string, string> = { md5: 'md5', 'sha-256': 'sha256', 'sha-512-256': 'sha512-256' };

type Offer = Record<string, string>;
interface Challenge {
  offer: Offer;
  /** How often its nonce has been used. */
  count: number;
}
/** The last challenge of each origin. Requests that inherit one auth answer it without being challenged, as in Postman. */
export type DigestMemory = Map<string, Challenge>;
const MAX_ORIGINS = 100;

/** @throws InvalidRequest for an unknown algorithm */
export function createDigest(auth: AuthDigest, memory: DigestMemory = new Map()): HopAuth {
  const { username = '', algorithm = '' } = auth;
  if (algorithm !== '' && !Object.hasOwn(algorithms, baseOf(algorithm))) {
    const message = `Digest does not support the algorithm "${algorithm}".`;
    throw codedError(
      'InvalidRequest',
      message,
      'Choose MD5, SHA-256 or SHA-512-256 on the Auth tab, or leave it empty.',
    );
  }
  const insisted = insistedOffer(auth);
  /** The nonce of the last answer. */
  let lastNonce = '';
  /** The nonce of an answer that was sent without a challenge for this request. */
  let rememberedNonce: string | undefined;
  const headersFor = async (challenge: Challenge, target: HopTarget) => {
    challenge.count += 1;
    const offer = { ...challenge.offer, ...insisted };
    return [{ name: 'Authorization', value: await authorization({ ...challenge, offer }, target, auth) }];
  };
  return {
    redirected() {
      lastNonce = '';
      rememberedNonce = undefined;
    },
    async sign(target) {
      const known = insisted['nonce'] && insisted['realm'] ? { offer: {}, count: 0 } : memory.get(target.url.origin);
      if (!known || lastNonce !== '' || username === '') return target;
      rememberedNonce = known.offer['nonce'];
      return { ...target, headers: replaceHeaders(target.headers, await headersFor(known, target)) };
    },
    async answer(hop, target) {
      if ((hop.status !== 401 && hop.status !== 403) || auth.disableRetry || username === '') return undefined;
      const offer = chosenOffer(hop, algorithm);
      if (!offer || isInsistedOn(offer, auth)) return undefined;
      const { nonce = '', stale } = offer;
      // A repeated challenge without `stale` means that the credentials are wrong.
      const isStale = stale?.toLowerCase() === 'true';
      if (lastNonce !== '' && (nonce === lastNonce || !isStale)) return undefined;
      if (nonce === rememberedNonce && !isStale) return undefined;
      lastNonce = nonce;
      const challenge = { offer, count: 0 };
      if (memory.size >= MAX_ORIGINS) memory.clear();
      memory.set(target.url.origin, challenge);
      return headersFor(challenge, target);
    },
  };
}

/** The parameters of the challenge that the auth replaces by its own; empty fields replace nothing. */
function insistedOffer({ algorithm, realm, nonce, qop, opaque }: AuthDigest): Offer {
  const members = Object.entries({ algorithm, realm, nonce, qop, opaque });
  return Object.fromEntries(members.flatMap(([name, value]) => (value ? [[name, value]] : [])));
}

/** Whether the auth replaces every parameter of the challenge, so that another try would send the same request. */
function isInsistedOn({ opaque, qop }: Offer, auth: AuthDigest): boolean {
  return Boolean(
    auth.realm &&
    auth.nonce &&
    (!opaque || auth.opaque) &&
    (!qop || auth.qop) &&
    (!(qop || auth.qop) || (auth.clientNonce && auth.nonceCount)),
  );
}

/** The offer of the response with the preferred algorithm, else the one with the strongest known algorithm. */
function chosenOffer(hop: HttpHop, algorithm: string): Offer | undefined {
  const strength = ({ algorithm: offered = 'MD5' }: Offer) => Object.keys(algorithms).indexOf(baseOf(offered));
  // A challenge without a nonce is not one.
  const offers = challengesOf(hop, 'digest')
    .map(parametersOf)
    .filter(({ nonce }) => nonce);
  const wished = offers.find((offer) => (offer['algorithm'] ?? 'MD5').toLowerCase() === algorithm.toLowerCase());
  if (algorithm !== '') return wished ?? offers[0];
  return offers.filter((offer) => strength(offer) >= 0).sort((a, b) => strength(b) - strength(a))[0];
}

async function authorization(
  { offer, count }: Challenge,
  { method, path, body }: HopTarget,
  { username = '', password = '', nonceCount, clientNonce }: AuthDigest,
): Promise<string> {
  const { nonce = '', realm = '', qop, opaque, algorithm = 'MD5' } = offer;
  const hashName = algorithms[baseOf(algorithm)] ?? 'md5';
  const hash = (text: string) => createHash(hashName).update(text).digest('hex');
  const cnonce = clientNonce || randomBytes(8).toString('hex');
  const nc = nonceCount || count.toString(16).padStart(8, '0');
  const qops = (qop ?? '').split(',').map((part) => part.trim());
  const protection = qops.includes('auth') ? 'auth' : qops.includes('auth-int') ? 'auth-int' : undefined;
  const isSession = /-sess$/i.test(algorithm);
  const plainHash = hash(`${username}:${realm}:${password}`);
  const ha1 = isSession ? hash(`${plainHash}:${nonce}:${cnonce}`) : plainHash;
  const bodyHash = protection === 'auth-int' ? `:${await hashBody(body, hashName, { encoding: 'hex' })}` : '';
  const ha2 = hash(`${method}:${path}${bodyHash}`);
  const response = hash(protection ? `${ha1}:${nonce}:${nc}:${cnonce}:${protection}:${ha2}` : `${ha1}:${nonce}:${ha2}`);
  const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`;
  const parts = [
    `username=${quoted(username)}`,
    `realm=${quoted(realm)}`,
    `nonce=${quoted(nonce)}`,
    `uri=${quoted(path)}`,
    // RFC 7616 has no quotes here; Postman and browsers of former years have them, and servers take both.
    `algorithm="${algorithm}"`,
    ...(protection ? [`qop=${protection}`] : []),
    // Without protection there is nothing to count (RFC 2617, 3.2.2), unless the auth insists on a number.
    ...(protection || (isSession && nonceCount) ? [`nc=${nc}`] : []),
    ...(protection || isSession ? [`cnonce=${quoted(cnonce)}`] : []),
    `response="${response}"`,
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
