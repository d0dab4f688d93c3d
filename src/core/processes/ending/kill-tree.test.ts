import { expect, test } from 'vitest';
import { newTree, updateTree } from './kill-tree.ts';
import type { ProcessEntry } from './process-list.ts';

const entry = (pid: number, parent: number, group: number, zombie = false): ProcessEntry => ({
  pid,
  parent,
  group,
  zombie,
});
const init = entry(1, 0, 1);

test('a tree has the group of its leader and the descendants that have left it, also without their parents', () => {
  const tree = newTree(10);
  expect(updateTree(tree, [init, entry(10, 1, 10), entry(11, 10, 10), entry(12, 11, 12), entry(13, 1, 13)])).toBe(true);
  expect([...tree.members]).toEqual([10, 11, 12]);
  expect(updateTree(tree, [init, entry(10, 1, 10, true), entry(12, 1, 12), entry(14, 12, 14)])).toBe(true);
  expect([...tree.members]).toEqual([10, 12, 14]);
  expect(updateTree(tree, [init, entry(10, 1, 10, true)])).toBe(false);
});

test('an id of the tree that the system has used again belongs to another program', () => {
  const tree = newTree(10);
  updateTree(tree, [init, entry(10, 1, 10), entry(11, 10, 10), entry(12, 11, 12)]);
  expect(updateTree(tree, [init, entry(12, 1, 12)])).toBe(true);
  expect(updateTree(tree, [init, entry(10, 1, 10), entry(11, 1, 11), entry(12, 1, 12)])).toBe(true);
  expect([tree.hasGroup, ...tree.members]).toEqual([false, 12]);
  expect(updateTree(tree, [init, entry(10, 1, 10), entry(11, 1, 11)])).toBe(false);
});
