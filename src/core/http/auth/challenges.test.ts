import { expect, test } from 'vitest';
import type { HttpHop } from '../../../contract/http/http.ts';
import type { AuthDigest, AuthNtlm } from './auth-types.ts';
import { createDigest } from './digest.ts';
import type { HopTarget } from './hop-auth.ts';
import { createNtlm } from './ntlm.ts';

const target: HopTarget = {
  method: 'GET',
  url: new URL('http://127.0.0.1/x'),
  path: '/x',
  headers: [],
  body: undefined,
};
const hopOf = (status: number, ...challenges: string[]): HttpHop => ({
  method: 'GET',
  url: 'http://127.0.0.1/x',
  requestHeaders: [],
  status,
  statusText: '',
  httpVersion: '1.1',
  headers: challenges.map((value) => ({ name: 'WWW-Authenticate', value })),
  timings: { firstByte: 0, download: 0, total: 0 },
});
const offer = 'Digest realm="r", nonce="n", qop="auth"';
const ann = { type: 'digest', username: 'ann', password: 'p' } as const;

async function digestAnswer(auth: Partial<AuthDigest>, hop: HttpHop): Promise<string | undefined> {
  return (await createDigest({ ...ann, ...auth }).answer?.(hop, target))?.[0]?.value;
}

test('Digest insists on an algorithm, and chooses the strongest of several without one', async () => {
  const both = hopOf(401, `${offer}, algorithm=MD5`, `${offer}, algorithm=SHA-256`);
  expect(await digestAnswer({}, both)).toContain('algorithm="SHA-256",');
  expect(await digestAnswer({ algorithm: 'MD5' }, both)).toContain('algorithm="MD5",');
  expect(() => createDigest({ ...ann, algorithm: 'SHA-1' })).toThrow('Digest does not support the algorithm "SHA-1".');
});

test('Digest answers 403 as well, unless it has no user name or is set to leave challenges unanswered', async () => {
  expect(await digestAnswer({}, hopOf(403, offer))).toContain('username="ann"');
  expect(await digestAnswer({ disableRetry: true }, hopOf(401, offer))).toBeUndefined();
  expect(await digestAnswer({ username: '' }, hopOf(401, offer))).toBeUndefined();
});

test('Digest with realm and nonce signs before a challenge, and does not repeat the same answer', async () => {
  const all = { realm: 'r', nonce: 'old', qop: 'auth', clientNonce: 'c', nonceCount: '00000001' };
  const signed = await createDigest({ ...ann, ...all }).sign?.(target);
  expect(signed?.headers[0]?.value).toContain('nonce="old"');
  expect(await digestAnswer(all, hopOf(401, offer))).toBeUndefined();
});

test('a session algorithm of Digest sends the nonce of the client also without protection', async () => {
  const answer = await digestAnswer({}, hopOf(401, 'Digest realm="r", nonce="n", algorithm=MD5-sess'));
  expect(answer).toMatch(/algorithm="MD5-sess", cnonce="[0-9a-f]+"/);
});

test('Digest does not answer a challenge without a nonce', async () => {
  expect(await digestAnswer({}, hopOf(401, 'Digest realm="r", qop="auth"'))).toBeUndefined();
});

test.each<[Partial<AuthNtlm>, string]>([
  [{ username: 'HOME\\ann' }, 'HOME'],
  [{ username: 'ann@home' }, 'HOME'],
  [{ username: 'a\\ann', domain: 'home', workstation: 'desk' }, 'DESKHOME'],
  [{ username: 'a\\ann@b' }, ''],
])('the first message of NTLM for %o carries the domain and the workstation', async (auth, names) => {
  const [header] = (await createNtlm({ type: 'ntlm', ...auth }).answer?.(hopOf(401, 'NTLM'), target)) ?? [];
  expect(Buffer.from(header?.value.slice('NTLM '.length) ?? '', 'base64').toString('latin1', 40)).toBe(names);
});

test('NTLM sends no Authorization header that the person has written, and keeps its own', async () => {
  const ntlm = createNtlm({ type: 'ntlm' });
  const mine = { ...target, headers: [{ name: 'authorization', value: 'mine' }] };
  expect((await ntlm.sign?.(mine))?.headers).toEqual([]);
  const message = (await ntlm.answer?.(hopOf(401, 'NTLM'), target)) ?? [];
  expect((await ntlm.sign?.({ ...target, headers: message }))?.headers).toEqual(message);
});

test('NTLM leaves a challenge of another kind alone', async () => {
  expect(await createNtlm({ type: 'ntlm' }).answer?.(hopOf(401, 'Basic realm="x"'), target)).toBeUndefined();
});
