import { expect, test } from 'vitest';
import { withParams, withUrl } from './request-params.ts';

const query = (name: string, value: string, disabled?: boolean) => ({
  name,
  value,
  type: 'query' as const,
  ...(disabled ? { disabled } : {}),
});

test('what is typed into the address stands in the table', () => {
  const off = query('off', 'kept', true);
  const id = { name: 'id', value: '7', type: 'path' as const };
  const { params } = withUrl('{{base}}/a/:id/:new?x=1&y&z=a=b#h', [off, id, { ...id, name: 'gone' }]);
  expect(params).toEqual([
    ...[query('x', '1'), query('y', ''), query('z', 'a=b'), off, id],
    { name: 'new', value: '', type: 'path' },
  ]);
});

test('a path parameter may have an ending', () => {
  expect(withUrl('http://x/:id.json', []).params).toEqual([{ name: 'id', value: '', type: 'path' }]);
});

test('a port or a time is no path parameter', () => {
  expect(withUrl('http://localhost:8080/a/12:30', []).params).toEqual([]);
});

test('what is changed in the table stands in the address', () => {
  const params = [query('a', '{{x}}'), query('off', '1', true), query('b', '')];
  expect(withParams('http://x/:id?old=1#h', params).url).toBe('http://x/:id?a={{x}}&b#h');
  expect(withParams('http://x?old', []).url).toBe('http://x');
});
