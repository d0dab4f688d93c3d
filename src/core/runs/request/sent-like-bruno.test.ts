/**
 * What only newer versions of Bruno's command line do, and the spelling of names, which `npm run compare` does not compare;
 * it compares the rest.
 */
import { expect, test } from 'vitest';
import { beforeAuth, headersLikeBruno, sentHeadersLikeBruno } from './sent-like-bruno.ts';

const fail = (text: string) => expect.fail(text);

test('a request that leaves out Accept does not get it again', () => {
  const request = { method: 'GET', url: 'http://x', headers: [] };
  expect(beforeAuth(request, {}, fail).headers.map(({ name }) => name)).toEqual(['Accept']);
  expect(beforeAuth(request, { omitHeaders: ['accept', 'User-Agent'] }, fail).headers).toEqual([]);
});

test('headers of one name are one, in the first spelling with the last value', () => {
  const headers = [
    { name: 'x-Own', value: '1' },
    { name: 'content-TYPE', value: 'text/plain' },
    { name: 'ACCEPT', value: 'a/b' },
    { name: 'user-agent', value: 'mine' },
    { name: 'X-OFF', value: '0', disabled: true },
    { name: 'X-own', value: '2' },
  ];
  expect(headersLikeBruno(headers).map(({ name, value }) => `${name}: ${value}`)).toEqual([
    'x-Own: 2',
    'Content-Type: text/plain',
    'Accept: a/b',
    'User-Agent: mine',
  ]);
});

test('scripts see the headers that were sent in the spellings of the request', () => {
  const headers = [
    { name: 'x-Own', value: '1' },
    { name: 'content-TYPE', value: 'text/plain' },
    { name: 'accept', value: 'a/b' },
    { name: 'X-own', value: '2' },
  ];
  const sent = { method: 'GET', url: 'http://x', headers };
  const hop = {
    url: sent.url,
    method: sent.method,
    httpVersion: '1.1',
    requestHeaders: headersLikeBruno(headers),
    status: 200,
    statusText: 'OK',
    headers: [],
    timings: { firstByte: 1, download: 1, total: 2 },
  };
  expect(sentHeadersLikeBruno(sent, hop)).toEqual(headers);
});
