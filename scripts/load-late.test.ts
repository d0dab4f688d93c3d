import vm from 'node:vm';
import { expect, test } from 'vitest';
import { loadLate } from './load-late.ts';

const transformed = (code: string) =>
  (loadLate('some-tables').renderChunk as unknown as (code: string) => string)(code);

test('a module is loaded when a function of it is first called, also one that is constructed', () => {
  const code = `let some_tables = require("some-tables");
exports.decode = (text) => (0, some_tables.decode)(text);
exports.make = () => new some_tables.Table();`;
  const loaded: string[] = [];
  const table = { decode: (text: string) => text.toUpperCase(), Table: class {} };
  const exported: { decode?: (text: string) => string; make?: () => object } = {};
  vm.runInNewContext(transformed(code), {
    require: (name: string) => (loaded.push(name), table),
    exports: exported,
  });
  expect(loaded).toEqual([]);
  expect(exported.decode?.('a')).toBe('A');
  expect(loaded).toEqual(['some-tables']);
  expect(exported.make?.()).toBeInstanceOf(table.Table);
});

test('a default import, and a variable of a similar name, are left', () => {
  const code = `let some_tables = require("some-tables");
some_tables = __toESM(some_tables, 1);`;
  expect(transformed(code)).toBe(code);
  expect(transformed('x.awesome_tables.y')).toBe('x.awesome_tables.y');
});
