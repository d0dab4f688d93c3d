import { expect, test } from 'vitest';
import { fillPathParams } from './path-params.ts';

const fill = (url: string, values: Record<string, string>) =>
  fillPathParams({
    method: 'GET',
    url,
    headers: [],
    pathParams: Object.entries(values).map(([name, value]) => ({ name, value })),
  }).url;

test.each([
  ['http://x/:id/:id?a=:id', { id: '7' }, 'http://x/7/7?a=:id'],
  ['http://x/:id.json', { id: '7' }, 'http://x/7.json'],
  ['http://x/:id.json', { 'id.json': '8' }, 'http://x/8'],
  ['http://x:80/:id/:other', { id: '' }, 'http://x:80/:id/:other'],
  ['http://x/:id', { id: '../a b' }, 'http://x/../a b'],
])('%s with %j', (url, values, filled) => {
  expect(fill(url, values as Record<string, string>)).toBe(filled);
});
