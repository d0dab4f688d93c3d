import { expect, test } from 'vitest';
import type { DebugValue } from '../../../contract/debugger/debugger-calls.ts';
import { valueRows } from './value-rows.ts';

const value = (type: string, text: string, handle: number | null = null): DebugValue => ({ type, text, handle });
const roots = [
  { path: 'scope', name: 'Local', handle: 1, absent: '(no value yet)' },
  { path: 'watch', name: 'user', value: value('object', 'Object', 2) },
];
const properties = {
  1: {
    properties: [
      { name: 'user', value: value('object', 'Object', 3) },
      { name: 'later', value: null },
    ],
    more: 0,
  },
  3: { properties: [{ name: 'name', value: value('string', 'A"da') }], more: 7 },
};
const shown = (...expanded: string[]) =>
  valueRows(roots, { properties, expanded: new Set(expanded) }).map(
    ({ depth, name, text }) => `${' '.repeat(depth)}${name} ${text}`,
  );

test('only expanded values are listed', () => {
  expect(shown()).toEqual(['Local ', 'user Object']);
  expect(shown('scope', 'scope / 0 user')).toEqual([
    'Local ',
    ' user Object',
    '  name "A\\"da"',
    '   7 more are not listed',
    ' later (no value yet)',
    'user Object',
  ]);
});

test('getters, functions and proxies have their own notation', () => {
  const order = {
    properties: [
      { name: 'total', value: null },
      { name: 'add', value: value('function', 'add(line) {\n    return line;\n  }') },
      { name: 'proxy', value: value('proxy', 'Proxy(Object)', 2) },
    ],
    more: 0,
  };
  const rows = valueRows([{ path: 'order', name: 'order', value: value('object', 'Order', 1) }], {
    properties: { 1: order, 2: { properties: [], more: 0 } },
    expanded: new Set(['order', 'order / 2 proxy']),
  });
  expect(rows.map(({ text }) => text)).toEqual([
    'Order',
    '(getter)',
    'add(line) { return line; }',
    'Proxy(Object)',
    'what a proxy contains is not shown',
  ]);
});

test('values that are not loaded yet are marked', () => {
  expect(shown('watch')).toEqual(['Local ', 'user Object', '  …']);
});
