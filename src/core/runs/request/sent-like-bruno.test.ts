/** What only newer versions of Bruno's command line do; the others are compared by `npm run compare`. */
import { expect, test } from 'vitest';
import { beforeAuth } from './sent-like-bruno.ts';

const fail = (text: string) => expect.fail(text);

test('a request that leaves out Accept does not get it again', () => {
  const request = { method: 'GET', url: 'http://x', headers: [] };
  expect(beforeAuth(request, {}, fail).headers.map(({ name }) => name)).toEqual(['Accept']);
  expect(beforeAuth(request, { omitHeaders: ['accept', 'User-Agent'] }, fail).headers).toEqual([]);
});
