/** Auth that fails, where the settings say that the request is sent without it. */
import { expect, test } from 'vitest';
import { authorize, type AuthorizeOptions } from './add-auth.ts';
import type { RequestAuth } from './auth-types.ts';
import { createHttpClient } from '../http-client.ts';
import { noTokens } from '../oauth2/oauth2.ts';

const request = { method: 'GET', url: 'http://127.0.0.1/a?b=c', headers: [{ name: 'X', value: '1' }] };

function options(more: Partial<AuthorizeOptions> = {}) {
  const warnings: string[] = [];
  const all: AuthorizeOptions = {
    oauth2: { http: createHttpClient(), send: {}, tokens: noTokens() },
    onWarning: (text) => warnings.push(text),
    signal: new AbortController().signal,
    omitFailedAuth: true,
    ...more,
  };
  return { all, warnings };
}

const brokenKey = 'no key, but s3cret';
test.each<[string, RequestAuth]>([
  ['a JWT in the query', { type: 'jwt', algorithm: 'RS256', privateKey: brokenKey, placement: 'query' }],
  ['ASAP', { type: 'asap', issuer: 'i', audience: 'a', keyId: 'k', privateKey: brokenKey }],
  ['a kind that does not exist', { type: 'nonsense' } as unknown as RequestAuth],
])('%s: the request stays as it is, with one warning that does not quote the key', async (_name, auth) => {
  const { all, warnings } = options();
  expect(await authorize(request, auth, all)).toEqual({ request, hopAuth: undefined });
  expect(warnings).toEqual([expect.stringMatching(/^The request is sent without its auth: /)]);
  expect(warnings[0]).not.toContain('s3cret');
  await expect(authorize(request, auth, { ...all, omitFailedAuth: null })).rejects.toThrow();
});

test('a signature that fails for one exchange leaves out its header, with a warning', async () => {
  const { all, warnings } = options();
  const auth = {
    type: 'oauth1',
    signatureMethod: 'RSA-SHA1',
    consumerKey: 'c',
    privateKey: { type: 'text', value: brokenKey },
  } as unknown as RequestAuth;
  const { hopAuth } = await authorize(request, auth, all);
  const { method, url, headers } = request;
  const target = { method, url: new URL(url), path: '/a?b=c', headers, body: undefined };
  expect(await hopAuth?.sign?.(target)).toEqual(target);
  expect(warnings).toHaveLength(1);
});

test('a run that is stopped sends nothing instead', async () => {
  const stop = new AbortController();
  stop.abort();
  const { all, warnings } = options({ signal: stop.signal });
  await expect(authorize(request, { type: 'nonsense' } as unknown as RequestAuth, all)).rejects.toThrow();
  expect(warnings).toEqual([]);
});
