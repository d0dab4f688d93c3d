import { expect, test } from 'vitest';
import { mergeChange } from './merge-json.ts';

test.each([
  ['an unchanged value keeps the document', { a: 'newer' }, { a: 1 }, { a: 1 }, { a: 'newer' }],
  ['a changed field is written', { a: 1, b: 2 }, { a: 1, b: 2 }, { a: 1, b: 3 }, { a: 1, b: 3 }],
  ['an unchanged default is not written', {}, { a: 1, b: 2 }, { a: 1, b: 3 }, { b: 3 }],
  ['a removed field goes, an unknown one stays', { a: 1, x: 9 }, { a: 1 }, {}, { x: 9 }],
  ['undefined removes', { a: 1 }, { a: 1 }, { a: undefined }, {}],
  ['nested', { a: { b: 1, x: 9 } }, { a: { b: 1 } }, { a: { b: 2 } }, { a: { b: 2, x: 9 } }],
  ['a changed array replaces the array', { a: [1, 'x'] }, { a: [1] }, { a: [1, 2] }, { a: [1, 2] }],
  ['a new entry over one that was refused', { a: { b: 'x' } }, {}, { a: { b: 1 } }, { a: { b: 1 } }],
  ['a document of another type', 'text', {}, { a: 1 }, { a: 1 }],
])('%s', (_title, document, before, after, expected) => {
  expect(mergeChange(document, before, after)).toEqual(expected);
});

test('a field named __proto__ is a field', () => {
  const after = JSON.parse('{"__proto__":{"x":1}}') as object;
  expect(JSON.stringify(mergeChange({}, {}, after))).toBe('{"__proto__":{"x":1}}');
  expect(({} as { x?: unknown }).x).toBeUndefined();
});
