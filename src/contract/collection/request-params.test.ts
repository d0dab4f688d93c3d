import { expect, test } from 'vitest';
import { completeParams, withParams, withUrl } from './request-params.ts';

const query = (name: string, value: string, disabled?: boolean) => ({
  name,
  value,
  type: 'query' as const,
  ...(disabled ? { disabled } : {}),
});

test('parameters typed in the address appear in the table', () => {
  const disabledParam = query('off', 'kept', true);
  const id = { name: 'id', value: '7', type: 'path' as const };
  const { params } = withUrl('{{base}}/a/:id/:new?x=1&y&z=a=b#h', [disabledParam, id, { ...id, name: 'gone' }]);
  expect(params).toEqual([
    query('x', '1'),
    query('y', ''),
    query('z', 'a=b'),
    disabledParam,
    id,
    { name: 'new', value: '', type: 'path' },
  ]);
});

test('a path parameter may be followed by a suffix', () => {
  expect(withUrl('http://x/:id.json', []).params).toEqual([{ name: 'id', value: '', type: 'path' }]);
});

test('a port or a time is not a path parameter', () => {
  expect(withUrl('http://localhost:8080/a/12:30', []).params).toEqual([]);
});

test('changes of the table appear in the address', () => {
  const params = [query('a', '{{x}}'), query('off', '1', true), query('b', '')];
  expect(withParams('http://x/:id?old=1#h', params).url).toBe('http://x/:id?a={{x}}&b#h');
  expect(withParams('http://x?old', []).url).toBe('http://x');
});

test('a parameter keeps its description while the address is typed, also if its name changes', () => {
  const limit = { ...query('limit', '10'), description: 'how many' };
  const page = { ...query('page', '1'), description: 'which' };
  const typed = (url: string) => withUrl(url, [limit, page, query('off', '', true)]).params.slice(0, -1);
  expect(typed('http://x?limit=1&page=1')).toEqual([{ ...limit, value: '1' }, page]);
  expect(typed('http://x?limi=10&page=1')).toEqual([{ ...limit, name: 'limi' }, page]);
  expect(typed('http://x?page=1&limit=10')).toEqual([page, limit]);
  expect(typed('http://x?page=1')).toEqual([page]);
  expect(typed('http://x?limit=10&page=1&page=2')).toEqual([limit, page, query('page', '2')]);
});

test('parameters of the address that the list lacks are added to it', () => {
  const id = { name: 'id', value: '7', type: 'path' as const };
  const a = { ...query('a', '1'), description: 'first' };
  expect(completeParams('http://x/:id/:new?a=1&a=2&b', [a, id])).toEqual([
    a,
    id,
    query('a', '2'),
    query('b', ''),
    { name: 'new', value: '', type: 'path' },
  ]);
  // Disabled parameters are not in the address.
  expect(completeParams('http://x?a=1', [query('a', '1', true)])).toEqual([query('a', '1', true), query('a', '1')]);
});
