import { expect, test } from 'vitest';
import { lineAfterRemoval, placeOf, type MoveDirection } from './move-place.ts';

const item = (id: string, kind: 'folder' | 'request' = 'request') => ({
  id,
  kind,
  parent: id.split('/').slice(0, -1).join('/'),
});
const items = [
  item('empty', 'folder'),
  item('orders', 'folder'),
  item('orders/create.yml'),
  item('orders/paid', 'folder'),
  item('orders/paid/list.yml'),
  item('login.yml'),
  item('logout.yml'),
];

test.each<[string, MoveDirection, unknown]>([
  ['login.yml', 'up', { parent: '', before: 'orders' }],
  ['login.yml', 'down', { parent: '', before: null }],
  ['login.yml', 'into', { parent: 'orders', before: null }],
  ['login.yml', 'out', undefined],
  ['logout.yml', 'down', undefined],
  ['empty', 'up', undefined],
  ['empty', 'down', { parent: '', before: 'login.yml' }],
  ['empty', 'into', undefined],
  ['orders', 'into', { parent: 'empty', before: null }],
  ['orders/create.yml', 'up', undefined],
  ['orders/create.yml', 'down', { parent: 'orders', before: null }],
  ['orders/create.yml', 'out', { parent: '', before: 'login.yml' }],
  ['orders/paid/list.yml', 'out', { parent: 'orders', before: null }],
  ['removed.yml', 'up', undefined],
])('%s moves %s', (id, direction, expected) => {
  expect(placeOf(items, id, direction)).toEqual(expected);
});

test.each([
  ['orders/create.yml', 'orders/paid'],
  ['orders', 'login.yml'],
  ['orders/paid', 'login.yml'],
  ['logout.yml', 'login.yml'],
  ['removed.yml', undefined],
])('after %s is deleted, %s has the focus', (id, expected) => {
  expect(lineAfterRemoval(items, id)).toBe(expected);
});

test('the focus goes to the folder whose last item is deleted, and nowhere from the last item of all', () => {
  expect(lineAfterRemoval([item('a', 'folder'), item('a/b.yml')], 'a/b.yml')).toBe('a');
  expect(lineAfterRemoval([item('b.yml')], 'b.yml')).toBeUndefined();
});
