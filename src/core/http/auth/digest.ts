/** Digest authentication (RFC 7616): answers the challenge of a server. */
import { createHash, randomBytes } from 'node:crypto';
import type { HttpHop } from '../../../contract/http/http.ts';
import { contentInMemory, type HopAuth } from './hop-auth.ts';

const challengesOf = (hop: HttpHop, scheme: string): string[] =>
  hop.headers
    .filter(({ name }) => name.toLowerCase() === 'www-authenticate')
    .flatMap(({ value }) => value.split(/,\s*(?=[A-Za-z]+\s+[A-Za-z]+=)/))
    .filter((value) => value.toLowerCase().startsWith(scheme));

const algorithms: Record<string, string> = { md5: 'md5', 'sha-256': 'sha256', 'sha-512-256': 'sha512-256' };

export function createDigest(username: string, password: string): HopAuth {
  let count = 0;
  let lastNonce = '';
  return {
    answer(hop, { method, path, body }) {
      if (hop.status !== 401) return Promise.resolve(undefined);
      const offers = challengesOf(hop, 'digest').map(parametersOf);
      const supported = offers.filter(({ algorithm = 'MD5' }) => algorithms[baseOf(algorithm)] !== undefined);
      // Ranks offers, so that the strongest known algorithm is chosen.
      const strength = (offer: Record<string, string>) =>
        Object.keys(algorithms).indexOf(baseOf(offer['algorithm'] ?? 'MD5'));
      const [offer] = supported.sort((a, b) => strength(b) - strength(a));
      if (!offer) return Promise.resolve(undefined);
      const { nonce = '', realm = '', qop, opaque, algorithm = 'MD5', stale } = offer;
      // A repeated challenge without `stale` means that the credentials are wrong.
      if (lastNonce !== '' && (nonce === lastNonce || stale?.toLowerCase() !== 'true'))
        return Promise.resolve(undefined);
      lastNonce = nonce;
      count += 1;
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
      const response = hash(
        protection ? `${ha1}:${nonce}:${nc}:${cnonce}:${protection}:${ha2}` : `${ha1}:${nonce}:${ha2}`,
      );
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
      return Promise.resolve([{ name: 'Authorization', value: `Digest ${parts.join(', ')}` }]);
    },
  };
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
