import { expect, test } from 'vitest';
import { fillPathParams } from './path-params.ts';

const fill = (url: string, values: Record<string, string>) =>
  fillPathParams({
    method: 'GET',
    url,
    headers: [],
    pathParams: Object.entries(values).map(([name, value]) => ({ name, value })),
  }).url;

test('in a collection of Bruno, a suffix is a part of the name', () => {
  const request = {
    method: 'GET',
    url: 'http://x/:id.json/:id',
    headers: [],
    pathParams: [{ name: 'id', value: '7' }],
  };
  expect(fillPathParams(request, { likeBruno: true }).url).toBe('http://x/:id.json/7');
});

test.each([
  ['http://x/:id/:id?a=:id', { id: '7' }, 'http://x/7/7?a=:id'],
  ['http://x/:id.json', { id: '7' }, 'http://x/7.json'],
  ['http://x/:id.json', { 'id.json': '8' }, 'http://x/8'],
  ['http://x:80/:id/:other', { id: '' }, 'http://x:80/:id/:other'],
  ['http://x/:id', { id: '../a b' }, 'http://x/../a b'],
  ['http://x/paid/aid/:id', { id: '7', aid: '8' }, 'http://x/paid/aid/7'],
])('%s with %j', (url, values, filled) => {
  expect(fill(url, values as Record<string, string>)).toBe(filled);
});
