/** Requests in the form of Postman, which scripts see and change. */
import { expect, test } from 'vitest';
import type { HttpRequest } from '../../../contract/http/http.ts';
import { fromPostman, toPostman, urlText } from './postman-request.ts';

test('disabled parameters keep their places from one script to the next, and are not part of the address', () => {
  const request: HttpRequest = {
    method: 'GET',
    url: 'http://x/y?b=2',
    disabledQuery: [
      { name: 'a', value: '1', place: 0 },
      { name: 'c', value: '3', place: 2 },
    ],
    headers: [],
  };
  expect(fromPostman(toPostman(request))).toEqual(request);
  const query = [
    { key: 'a', value: '1', disabled: true },
    { key: 'b', value: '2' },
    { key: 'c', value: '3', disabled: true },
  ];
  expect(fromPostman({ url: { protocol: 'http', host: ['x'], path: ['y'], query } })).toEqual(request);
});

test.each([
  ['http://x/a ', 'http://x/a%20'],
  ['{{base}}/a?b=c\n', '{{base}}/a?b=c%0A'],
  ['http://x:80 ', 'http://x:80 '],
  ['{{url}} ', '{{url}} '],
  ['http://x/a', 'http://x/a'],
])('blanks at the end of the path or query of %j are encoded', (url, text) => {
  expect(urlText(url)).toBe(text);
});

test('the empty parts of a path are kept, and a path that is a text may begin with its slash', () => {
  expect(urlText({ host: ['x'], path: ['', 'a', ''] })).toBe('x//a/');
  expect(urlText({ host: ['x'], path: '/a/b' })).toBe('x/a/b');
});

test('a language that is named like a member of every object has no content type', () => {
  const body = { mode: 'raw', raw: 'x', options: { raw: { language: 'constructor' } } };
  expect(fromPostman({ url: 'http://x', body }).body).toEqual({ mode: 'raw', text: 'x' });
});
