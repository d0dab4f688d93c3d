import { expect, test } from 'vitest';
import { moveByKey } from '../../../ui/lists/tree-keys.ts';
import { jsonRows, type JsonChild } from './json-rows.ts';

const child = (key: string, type = 'number', size = 0): JsonChild => ({ key, type, text: '1', size });
const loaded = new Map([
  ['[]', { children: [child('a'), child('list', 'array', 3), child('z\u202e')], total: 3 }],
  ['["list"]', { children: [child('0'), child('1')], total: 3 }],
]);
const rows = jsonRows(loaded, new Set(['[]', '["list"]']));

test('the rows have the places that a tree announces', () => {
  expect(
    rows.map(({ name, level, position, siblings, expanded }) => [name, level, position, siblings, expanded]),
  ).toEqual([
    ['a', 1, 1, 3, undefined],
    ['list', 1, 2, 3, true],
    ['[0]', 2, 1, 3, undefined],
    ['[1]', 2, 2, 3, undefined],
    ['1 more…', 2, 3, 3, undefined],
    ['z\\u{202e}', 1, 3, 3, undefined],
  ]);
});

test('the arrow keys go in and out of a list, and collapse it', () => {
  expect(moveByKey('ArrowRight', rows, 1)).toEqual({ focus: 2 });
  expect(moveByKey('ArrowLeft', rows, 4)).toEqual({ focus: 1 });
  expect(moveByKey('ArrowLeft', rows, 1)).toEqual({ toggle: '["list"]' });
  expect(moveByKey('ArrowLeft', rows, 0)).toEqual({ focus: 0 });
  expect(moveByKey('ArrowRight', jsonRows(loaded, new Set(['[]'])), 1)).toEqual({ toggle: '["list"]' });
});
