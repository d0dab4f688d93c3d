import { expect, test } from 'vitest';
import type { DebugValue } from '../../contract/debugger-calls.ts';
import { valueRows } from './value-rows.ts';

const value = (type: string, text: string, handle: number | null = null): DebugValue => ({ type, text, handle });
const roots = [
  { path: 'scope', name: 'Local', handle: 1 },
  { path: 'watch', name: 'user', value: value('object', 'Object', 2) },
];
const properties = {
  1: {
    properties: [
      { name: 'user', value: value('object', 'Object', 3) },
      { name: 'lazy', value: null },
    ],
    more: 0,
  },
  3: { properties: [{ name: 'name', value: value('string', 'A"da') }], more: 7 },
};
const shown = (...expanded: string[]) =>
  valueRows(roots, { properties, expanded: new Set(expanded) }).map(
    ({ depth, name, text }) => `${' '.repeat(depth)}${name} ${text}`,
  );

test('only what is open is listed', () => {
  expect(shown()).toEqual(['Local ', 'user Object']);
  expect(shown('scope', 'scope / 0 user')).toEqual([
    ...['Local ', ' user Object', '  name "A\\"da"', '   7 more are not listed', ' lazy (getter)', 'user Object'],
  ]);
});

test('what is not read yet says so', () => {
  expect(shown('watch')).toEqual(['Local ', 'user Object', '  …']);
});
