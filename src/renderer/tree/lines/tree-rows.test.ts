import { expect, test } from 'vitest';
import type { TreeItem } from '../../../contract/collection/collection.ts';
import { moveByKey, moveByName } from '../../ui/lists/tree-keys.ts';
import { treeRows } from './tree-rows.ts';

const item = (id: string, more: Partial<TreeItem> = {}): TreeItem => ({
  kind: id.endsWith('.yml') ? 'request' : 'folder',
  id,
  name: id.replace('.yml', '').split('/').at(-1) ?? '',
  method: id.endsWith('.yml') ? 'GET' : '',
  parent: id.includes('/') ? id.slice(0, id.lastIndexOf('/')) : '',
  ...more,
});
const items = [
  item('orders'),
  item('orders/old'),
  item('orders/old/a.yml'),
  item('orders/b.yml', { method: 'POST', examples: [{ name: 'created', status: 201 }] }),
  item('c.yml'),
];
const rowsOf = (toggled: string[] = [], search = '') =>
  treeRows({
    items,
    untitled: [{ id: '/untitled/1', name: 'typed', method: 'GET' }],
    toggled: new Set(toggled),
    search,
  });
const shown = (toggled: string[] = [], search = '') =>
  rowsOf(toggled, search).map(({ level, name }) => `${'-'.repeat(level)}${name}`);

test('folders are open until they are closed; examples are shown on request', () => {
  expect(shown()).toEqual(['-typed', '-orders', '--old', '---a', '--b', '-c']);
  expect(shown(['orders'])).toEqual(['-typed', '-orders', '-c']);
  expect(shown(['orders/b.yml', 'orders/old'])).toEqual(['-typed', '-orders', '--old', '--b', '---created', '-c']);
});

test('two examples of one name are two lines', () => {
  const examples = [
    { name: 'order', status: 201 },
    { name: 'order', status: 409 },
  ];
  const rows = treeRows({
    items: [item('a.yml', { examples })],
    untitled: [],
    toggled: new Set(['a.yml']),
    search: '',
  }).slice(1);
  expect(rows.map(({ method, example }) => [method, example])).toEqual([
    ['201', 0],
    ['409', 1],
  ]);
  expect(new Set(rows.map(({ key }) => key)).size).toBe(2);
});

test('a search finds by name, method and path, in closed folders too', () => {
  expect(shown(['orders'], 'post')).toEqual(['-orders', '--b']);
  expect(shown(['orders'], 'old get')).toEqual(['-orders', '--old', '---a']);
  expect(shown([], 'nothing')).toEqual([]);
});

test('arrow keys move between the lines, and open and close folders', () => {
  const rows = rowsOf();
  expect(moveByKey('ArrowDown', rows, 5)).toEqual({ focus: 5 });
  expect(moveByKey('ArrowRight', rows, 1)).toEqual({ focus: 2 });
  expect(moveByKey('ArrowLeft', rows, 1)).toEqual({ toggle: 'orders' });
  expect(moveByKey('ArrowLeft', rows, 3)).toEqual({ focus: 2 });
  expect(moveByKey('ArrowRight', rowsOf(['orders']), 1)).toEqual({ toggle: 'orders' });
  expect(moveByKey('Enter', rows, 1)).toBeUndefined();
  expect(moveByName('o', rows, 1)).toBe(2);
  expect(moveByName('or', rows, 1)).toBe(1);
  expect(moveByName('x', rows, 1)).toBeUndefined();
});

test('each line has its position among those of its parent, because only visible lines are rendered', () => {
  expect(rowsOf(['orders/b.yml']).map(({ name, position, siblings }) => `${name} ${position}/${siblings}`)).toEqual([
    'typed 1/3',
    'orders 2/3',
    'old 1/2',
    'a 1/1',
    'b 2/2',
    'created 1/1',
    'c 3/3',
  ]);
});
