/**
 * Challenges of Digest and NTLM, whose answers are checked: `/digest?algorithm=SHA-256&qop=auth-int` and `/ntlm`.
 * `/digest?challenge=…` names the header itself, and `/digest?stale` accepts the second nonce only. `/ntlm?keep` lets
 * later requests on the connection in.
 */
import { createHash } from 'node:crypto';
import type http from 'node:http';

/** The user is `postman` with the password `password`. */
export function challenge(request: http.IncomingMessage, body: Buffer, response: http.ServerResponse): void {
  const url = new URL(request.url ?? '/', 'http://x');
  const reply = (status: number, headers: http.OutgoingHttpHeaders = {}) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify({ authenticated: status === 200 }));
  };
  if (url.pathname.startsWith('/ntlm')) return answerNtlm(request, url, reply);
  const offers = url.searchParams.getAll('algorithm');
  const isStale = url.searchParams.has('stale') && request.headers.authorization !== undefined;
  if (isCorrectDigest(request, body) && !(isStale && !request.headers.authorization?.includes('second')))
    return reply(200);
  const written = url.searchParams.getAll('challenge');
  if (written.length > 0) return reply(401, { 'www-authenticate': written });
  const qop = url.searchParams.get('qop') ?? 'auth';
  reply(Number(url.searchParams.get('status') ?? 401), {
    'www-authenticate': (offers.length > 0 ? offers : ['']).map(
      (algorithm) =>
        `Digest realm="Users", nonce="${isStale ? 'second' : 'jF8Gk2'}"${isStale ? ', stale=true' : ''}${qop ? `, qop="${qop}"` : ''}${algorithm ? `, algorithm=${algorithm}` : ''}, opaque="o"`,
    ),
  });
}

function isCorrectDigest(request: http.IncomingMessage, body: Buffer): boolean {
  const text = request.headers.authorization ?? '';
  const part = (name: string) => new RegExp(`\\b${name}="?([^",]*)"?`).exec(text)?.[1] ?? '';
  const algorithm = part('algorithm') || 'MD5';
  const name = { md5: 'md5', 'sha-256': 'sha256', 'sha-512-256': 'sha512-256' }[
    algorithm.toLowerCase().replace('-sess', '')
  ];
  if (name === undefined || part('username') !== 'postman' || part('realm') !== 'Users') return false;
  const hash = (content: string | Buffer) => createHash(name).update(content).digest('hex');
  const plain = hash(`postman:${part('realm')}:password`);
  const ha1 = /-sess$/i.test(algorithm) ? hash(`${plain}:${part('nonce')}:${part('cnonce')}`) : plain;
  const qop = part('qop');
  const ha2 = hash(`${request.method}:${part('uri')}${qop === 'auth-int' ? `:${hash(body)}` : ''}`);
  const middle = qop ? `${part('nonce')}:${part('nc')}:${part('cnonce')}:${qop}` : part('nonce');
  return part('response') === hash(`${ha1}:${middle}:${ha2}`);
}

type Reply = (status: number, headers?: http.OutgoingHttpHeaders) => void;

/** A server that greets with NTLM version 2 and lets `postman` of the domain `DOMAIN` in, whatever the password. */
function answerNtlm({ headers: { authorization = '' }, socket }: http.IncomingMessage, url: URL, reply: Reply): void {
  if (url.searchParams.has('keep') && known.has(socket)) return reply(200);
  const status = Number(url.searchParams.get('status') ?? 401);
  const offer = url.searchParams.getAll('offer');
  const message = ntlmMessage(authorization);
  if (message === undefined) return reply(status, { 'www-authenticate': offer.length > 0 ? offer : ['NTLM'] });
  if (message.type === 1) return reply(401, { 'www-authenticate': `NTLM ${challengeMessage()}` });
  const isRight = message.user === 'postman' && message.domain === 'DOMAIN';
  if (isRight) known.add(socket);
  reply(isRight ? 200 : 401, { 'www-authenticate': 'NTLM' });
}
/** The connections on which a user has been let in. */
const known = new WeakSet<object>();

interface NtlmMessage {
  type: number;
  domain: string;
  user: string;
  workstation: string;
}

/** What a message of a client says; undefined where the header is not of NTLM. */
function ntlmMessage(authorization: string): NtlmMessage | undefined {
  const bytes = Buffer.from(/^NTLM (.+)$/.exec(authorization)?.[1] ?? '', 'base64');
  if (bytes.length < 32 || bytes.toString('latin1', 0, 7) !== 'NTLMSSP') return undefined;
  const type = bytes.readUInt32LE(8);
  const field = (at: number, encoding: BufferEncoding) => {
    const start = bytes.readUInt32LE(at + 4);
    return bytes.toString(encoding, start, start + bytes.readUInt16LE(at));
  };
  if (type === 1) return { type, domain: field(16, 'latin1'), user: '', workstation: field(24, 'latin1') };
  const encoding = bytes.readUInt32LE(60) & 1 ? 'utf16le' : 'latin1';
  return { type, domain: field(28, encoding), user: field(36, encoding), workstation: field(44, encoding) };
}

/** The header with the names that a message carries, instead of the hashes, which are new each time. */
export function steadyNtlm(authorization: string): string {
  const message = ntlmMessage(authorization);
  return message?.type === 3 ? `NTLM ${JSON.stringify(message)}` : authorization;
}

function challengeMessage(): string {
  const target = Buffer.from('DOMAIN', 'utf16le');
  const info = Buffer.concat([
    infoBlock(2, 'DOMAIN'),
    infoBlock(1, 'SERVER'),
    infoBlock(4, 'domain.test'),
    infoBlock(3, 'server.domain.test'),
    Buffer.alloc(4),
  ]);
  const head = Buffer.alloc(48);
  head.write('NTLMSSP\0', 'latin1');
  head.writeUInt32LE(2, 8);
  head.writeUInt16LE(target.length, 12);
  head.writeUInt16LE(target.length, 14);
  head.writeUInt32LE(48, 16);
  head.writeUInt32LE(0xa2898205, 20);
  head.write('0123456789abcdef', 24, 'hex');
  head.writeUInt16LE(info.length, 40);
  head.writeUInt16LE(info.length, 42);
  head.writeUInt32LE(48 + target.length, 44);
  return Buffer.concat([head, target, info]).toString('base64');
}

function infoBlock(type: number, value: string): Buffer {
  const bytes = Buffer.from(value, 'utf16le');
  const head = Buffer.alloc(4);
  head.writeUInt16LE(type, 0);
  head.writeUInt16LE(bytes.length, 2);
  return Buffer.concat([head, bytes]);
}
