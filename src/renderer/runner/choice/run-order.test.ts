import { expect, test } from 'vitest';
import type { TreeItem } from '../../../contract/collection/collection.ts';
import { checkedFolders, inRunOrder, movedBefore, movedBy, requestsOf } from './run-order.ts';

const item = (id: string): TreeItem => ({
  kind: id.endsWith('.yml') ? 'request' : 'folder',
  id,
  name: id,
  method: 'GET',
  parent: id.split('/').slice(0, -1).join('/'),
});
const items = ['f', 'f/a.yml', 'f/b.yml', 'g', 'g/c.yml', 'd.yml'].map(item);
const ids = (all: readonly TreeItem[]) => all.map(({ id }) => id);

test('an item is moved among its siblings, a folder with its content', () => {
  const up = movedBy(items, {}, 'g', -1);
  expect(ids(inRunOrder(items, up))).toEqual(['g', 'g/c.yml', 'f', 'f/a.yml', 'f/b.yml', 'd.yml']);
  const down = movedBy(items, up, 'f/a.yml', 1);
  expect(ids(inRunOrder(items, down))).toEqual(['g', 'g/c.yml', 'f', 'f/b.yml', 'f/a.yml', 'd.yml']);
  expect(movedBy(items, down, 'd.yml', 1)).toEqual(down);
  const dragged = movedBefore(items, {}, 'd.yml', 'f');
  expect(ids(inRunOrder(items, dragged))[0]).toBe('d.yml');
  expect(movedBefore(items, {}, 'd.yml', 'f/a.yml')).toEqual({});
});

test('a request that the stored order does not contain follows those that it contains', () => {
  const order = { f: ['f/b.yml', 'f/gone.yml'] };
  expect(ids(inRunOrder(items, order)).slice(0, 3)).toEqual(['f', 'f/b.yml', 'f/a.yml']);
});

test('a folder is checked completely, partly or not', () => {
  expect(Object.fromEntries(checkedFolders(items, new Set(['f/a.yml', 'g/c.yml'])))).toEqual({
    '': 'some',
    f: 'some',
    g: 'all',
  });
  expect(requestsOf(items, 'f')).toEqual(['f/a.yml', 'f/b.yml']);
  expect(requestsOf(items, 'd.yml')).toEqual(['d.yml']);
  expect(requestsOf(items, '')).toHaveLength(4);
});
