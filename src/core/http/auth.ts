/**
 * Who sends a request: what is added to it beforehand (basic, bearer, API key), signed with it (AWS Signature 4), or
 * answered when the server asks (digest, RFC 7616; NTLM).
 */
import { createHash, randomBytes } from 'node:crypto';
import type { Auth, AuthAwsV4, AuthNTLM, AuthOAuth2 } from '@opencollection/types/common/auth';
import { codedError } from '../../contract/errors.ts';
import type { HttpField, HttpHop, HttpRequest } from '../../contract/http.ts';
import type { EncodedBody } from './encode-body.ts';

export interface HopTarget {
  method: string;
  url: URL;
  headers: readonly HttpField[];
  body: EncodedBody | undefined;
}
/** Auth that takes part in the exchange itself. */
export interface HopAuth {
  /** Headers of this hop, before it is sent. */
  sign?(target: HopTarget): Promise<HttpField[]>;
  /** Headers for another try after a 401; undefined when there is nothing more to say. */
  answer?(hop: HttpHop, target: HopTarget): Promise<HttpField[] | undefined>;
  /** Every try over the same connection, which nobody else uses. */
  ownConnection?: boolean;
}

const hasHeader = (headers: readonly HttpField[], wanted: string): boolean =>
  headers.some(({ name, disabled }) => !disabled && name.toLowerCase() === wanted.toLowerCase());

/** The request with a credential in a header, in the place of headers of this name, as Postman does it. */
function withCredential(request: HttpRequest, name: string, value: string): HttpRequest {
  const isOther = (header: HttpField) => header.disabled || header.name.toLowerCase() !== name.toLowerCase();
  return { ...request, headers: [...request.headers.filter(isOther), { name, value, credential: true }] };
}

/** The request with what its auth adds beforehand. */
export function withAuth(request: HttpRequest, auth: Auth | undefined): HttpRequest {
  if (!auth || auth === 'inherit') return request;
  const add = (name: string, value: string): HttpRequest => withCredential(request, name, value);
  const { username = '', password = '' } = auth as { username?: string; password?: string };
  switch (auth.type) {
    case 'basic':
      return add('Authorization', `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`);
    case 'bearer':
      return add('Authorization', `Bearer ${auth.token ?? ''}`);
    case 'apikey':
      return auth.placement === 'query'
        ? { ...request, url: withQuery(request.url, auth.key ?? '', auth.value ?? '') }
        : add(auth.key ?? 'X-API-Key', auth.value ?? '');
    case 'wsse': {
      const nonce = randomBytes(16).toString('hex');
      const created = new Date().toISOString();
      const digest = createHash('sha1').update(`${nonce}${created}${password}`).digest('base64');
      const token = `UsernameToken Username="${username}", PasswordDigest="${digest}", Nonce="${nonce}", Created="${created}"`;
      return add('X-WSSE', token);
    }
    default:
      return request;
  }
}

/** The request with an access token where its auth wants it. */
export function withToken(request: HttpRequest, auth: AuthOAuth2, token: string): HttpRequest {
  const placement = auth.tokenConfig?.placement;
  if (placement && 'query' in placement) {
    return { ...request, url: withQuery(request.url, placement.query || 'access_token', token) };
  }
  const prefix = placement && 'header' in placement ? placement.header : 'Bearer';
  return withCredential(request, 'Authorization', `${prefix} ${token}`.trim());
}

function withQuery(url: string, name: string, value: string): string {
  const [, before = '', hash = ''] = /^([^#]*)(.*)$/s.exec(url) ?? [];
  const pair = `${encodeURIComponent(name)}=${encodeURIComponent(value)}`;
  return `${before}${before.includes('?') ? '&' : '?'}${pair}${hash}`;
}

/** @returns undefined for the kinds that need no part in the exchange */
export function createHopAuth(auth: Auth | undefined): HopAuth | undefined {
  if (!auth || auth === 'inherit') return undefined;
  switch (auth.type) {
    case 'awsv4':
      return { sign: (target) => signAws(target, auth) };
    case 'digest':
      return createDigest(auth.username ?? '', auth.password ?? '');
    case 'ntlm':
      return createNtlm(auth);
    default:
      return undefined;
  }
}

async function signAws({ method, url, headers, body }: HopTarget, auth: AuthAwsV4): Promise<HttpField[]> {
  const { default: aws4 } = await import('aws4');
  const content = body?.content();
  const whole = content === undefined || typeof content === 'string' || Buffer.isBuffer(content);
  if (!whole) content.destroy();
  const given: Record<string, string> = Object.fromEntries(
    headers.filter(({ disabled }) => !disabled).map(({ name, value }) => [name, value]),
  );
  if (body?.contentType && !hasHeader(headers, 'Content-Type')) given['Content-Type'] = body.contentType;
  // What is streamed from disk is not read twice; S3 takes this word in the place of its hash.
  if (!whole) given['X-Amz-Content-Sha256'] = 'UNSIGNED-PAYLOAD';
  const { accessKeyId = '', secretAccessKey = '', sessionToken, service, region } = auth;
  if (accessKeyId === '' || secretAccessKey === '') {
    throw codedError('InvalidRequest', 'AWS Signature 4 needs an access key and a secret.', 'Fill in the Auth tab.');
  }
  const signed = aws4.sign(
    {
      method,
      host: url.host,
      path: `${url.pathname}${url.search}`,
      headers: { ...given },
      ...(whole && content !== undefined ? { body: content } : {}),
      ...(service ? { service } : {}),
      ...(region ? { region } : {}),
    },
    { accessKeyId, secretAccessKey, ...(sessionToken ? { sessionToken } : {}) },
  );
  return Object.entries(signed.headers ?? {})
    .filter(([name]) => !/^(host|content-length|content-type)$/i.test(name))
    .map(([name, value]) => ({ name, value: String(value) }));
}

const challengesOf = (hop: HttpHop, scheme: string): string[] =>
  hop.headers
    .filter(({ name }) => name.toLowerCase() === 'www-authenticate')
    .flatMap(({ value }) => value.split(/,\s*(?=[A-Za-z]+\s+[A-Za-z]+=)/))
    .filter((value) => value.toLowerCase().startsWith(scheme));

const algorithms: Record<string, string> = { md5: 'md5', 'sha-256': 'sha256', 'sha-512-256': 'sha512-256' };

function createDigest(username: string, password: string): HopAuth {
  let count = 0;
  let lastNonce = '';
  return {
    answer({ status, ...hop }, { method, url, body }) {
      if (status !== 401) return Promise.resolve(undefined);
      const offers = challengesOf({ status, ...hop }, 'digest').map(parametersOf);
      const known = offers.filter(({ algorithm = 'MD5' }) => algorithms[baseOf(algorithm)] !== undefined);
      // The strongest that is known.
      const strength = (offer: Record<string, string>) =>
        Object.keys(algorithms).indexOf(baseOf(offer['algorithm'] ?? 'MD5'));
      const [offer] = known.sort((a, b) => strength(b) - strength(a));
      if (!offer) return Promise.resolve(undefined);
      const { nonce = '', realm = '', qop, opaque, algorithm = 'MD5', stale } = offer;
      // The same question again: the answer was wrong.
      if (lastNonce !== '' && (nonce === lastNonce || stale?.toLowerCase() !== 'true'))
        return Promise.resolve(undefined);
      lastNonce = nonce;
      count += 1;
      const hash = (text: string) =>
        createHash(algorithms[baseOf(algorithm)] ?? 'md5')
          .update(text)
          .digest('hex');
      const cnonce = randomBytes(8).toString('hex');
      const nc = count.toString(16).padStart(8, '0');
      const uri = `${url.pathname}${url.search}`;
      const qops = (qop ?? '').split(',').map((one) => one.trim());
      const content = body?.content();
      const whole = typeof content === 'string' || Buffer.isBuffer(content) ? content : undefined;
      if (content && whole === undefined && typeof content !== 'string') (content as { destroy?(): void }).destroy?.();
      const chosen = qops.includes('auth') ? 'auth' : qops.includes('auth-int') ? 'auth-int' : undefined;
      const plain = hash(`${username}:${realm}:${password}`);
      const ha1 = /-sess$/i.test(algorithm) ? hash(`${plain}:${nonce}:${cnonce}`) : plain;
      const ha2 = hash(chosen === 'auth-int' ? `${method}:${uri}:${hash(String(whole ?? ''))}` : `${method}:${uri}`);
      const response = hash(chosen ? `${ha1}:${nonce}:${nc}:${cnonce}:${chosen}:${ha2}` : `${ha1}:${nonce}:${ha2}`);
      const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`;
      const parts = [
        `username=${quoted(username)}`,
        `realm=${quoted(realm)}`,
        `nonce=${quoted(nonce)}`,
        `uri=${quoted(uri)}`,
        `algorithm=${algorithm}`,
        `response="${response}"`,
        ...(chosen ? [`qop=${chosen}`, `nc=${nc}`, `cnonce="${cnonce}"`] : []),
        ...(opaque === undefined ? [] : [`opaque=${quoted(opaque)}`]),
      ];
      return Promise.resolve([{ name: 'Authorization', value: `Digest ${parts.join(', ')}` }]);
    },
  };
}
const baseOf = (algorithm: string): string => algorithm.toLowerCase().replace(/-sess$/, '');

function parametersOf(challenge: string): Record<string, string> {
  const found = challenge.matchAll(/([a-z0-9-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,]+))/gi);
  return Object.fromEntries(
    [...found].map(([, name = '', quoted, bare]) => [
      name.toLowerCase(),
      quoted === undefined ? (bare ?? '') : quoted.replace(/\\(.)/g, '$1'),
    ]),
  );
}

function createNtlm({ username = '', password = '', domain = '' }: AuthNTLM): HopAuth {
  const credentials = { username, password, domain, workstation: '' };
  let step: 'first' | 'challenged' | 'done' = 'first';
  return {
    ownConnection: true,
    async answer(hop) {
      if (hop.status !== 401 || step === 'done') return undefined;
      const offers = hop.headers.filter(({ name }) => name.toLowerCase() === 'www-authenticate');
      const offer = offers.find(({ value }) => /^(ntlm|negotiate)\b/i.test(value));
      if (!offer) return undefined;
      const { default: ntlm } = await import('httpntlm/ntlm.js');
      if (step === 'first') {
        step = 'challenged';
        return [{ name: 'Authorization', value: ntlm.createType1Message(credentials) }];
      }
      step = 'done';
      const challenge = ntlm.parseType2Message(offer.value, () => undefined);
      if (!challenge) return undefined;
      return [{ name: 'Authorization', value: ntlm.createType3Message(challenge, credentials) }];
    },
  };
}
