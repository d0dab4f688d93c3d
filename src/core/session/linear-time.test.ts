/** Texts of a stranger that are made for regular expressions: the time for each is linear in its length. */
import { expect, test } from 'vitest';
import type { HttpHop } from '../../contract/http/http.ts';
import { visibleText } from '../../contract/visible-text.ts';
import { parseAddress } from '../http/address.ts';
import type { HopTarget } from '../http/auth/hop-auth.ts';
import { createDigest } from '../http/auth/digest.ts';
import { fileName } from '../collection/files/names.ts';
import { importText } from '../interchange/import.ts';
import { maskHeaders, maskUrls } from '../platform/secrets/mask-credentials.ts';
import { nearestName } from '../platform/nearest-name.ts';
import { checkParamTypes } from '../programs/jar/param-types.ts';
import { timeGrowth } from '../testing/time-growth.ts';

const digest = (challenge: string) => {
  const hop = { status: 401, headers: [{ name: 'WWW-Authenticate', value: challenge }] } as unknown as HttpHop;
  const target = { method: 'GET', ...parseAddress('http://a/'), headers: [], body: undefined } satisfies HopTarget;
  return createDigest({ type: 'digest', username: 'ann', password: 'password' }).answer?.(hop, target);
};
const openApi = (path: string) =>
  importText(JSON.stringify({ openapi: '3.0.0', info: { title: 'a' }, paths: { [path]: { get: {} } } }), 'a.json');
const refused = (work: () => unknown) => expect(work).toThrow(/no parameter type/);

test.each<[string, (size: number) => unknown]>([
  ['a Cookie header without a pair', (size) => maskHeaders([{ name: 'Cookie', value: 'a'.repeat(size) }])],
  ['plain output of a program', (size) => visibleText('ordinary text\n'.repeat(size), { lines: true })],
  ['a header with many addresses', (size) => maskUrls('?://a=@'.repeat(size / 7))],
  ['a challenge without a parameter', (size) => digest(`Digest ${'a'.repeat(size)}`)],
  ['a challenge without an end', (size) => digest(`Digest a="${'\\"'.repeat(size / 2)}`)],
  ['the name of a request', (size) => fileName(`a${'.'.repeat(size)}x`)],
  ['a path of an API description', (size) => openApi(`/${'{'.repeat(size)}`)],
  [
    'a name that is like no other',
    (size) => nearestName('x'.repeat(100 * size), Array(100).fill('String[]') as string[]),
  ],
  ['a parameter type', (size) => refused(() => checkParamTypes([`${'[]'.repeat(size / 2)}x`], 'execute'))],
])('%s', async (_name, work) => {
  expect(await timeGrowth(work, { small: 25_000, large: 100_000 })).toBeLessThan(10);
});

test('the names of cookies are shown, and their values are masked, also that of a cookie without a name', () => {
  const [{ value } = { value: '' }] = maskHeaders([{ name: 'Cookie', value: 'a=1; b; c=2=3; =secret' }]);
  expect(value).toBe('a=(masked); b; c=(masked); =(masked)');
});
