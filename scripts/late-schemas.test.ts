import vm from 'node:vm';
import { expect, test } from 'vitest';
import { makeSchemasLate } from './late-schemas.ts';

interface Schema {
  of?: Schema;
  value?: { self?: Schema };
}

/** Transforms and evaluates a built file, with a stand-in for zod that records which schemas are created. */
function load(code: string) {
  const created: string[] = [];
  const zod = new Proxy(
    {},
    {
      get: (_, type: string) => (value?: unknown) => {
        created.push(type);
        const schema = {
          type,
          value,
          shape: value,
          optional: () => ({ type: 'optional', of: schema }),
          refine: () => schema,
          parse: () => 'parsed',
        };
        return schema;
      },
    },
  );
  const changed = makeSchemasLate(`const z = require("./zod.cjs");\n${code}`, 'zod.cjs');
  const exported: Record<string, (value?: number) => unknown> = {};
  const run = vm.compileFunction(changed ?? '', ['require', 'exports']) as (
    require: () => object,
    into: object,
  ) => void;
  run(() => zod, exported);
  const call = (name: string, value?: number) => exported[name]?.(value);
  return {
    created,
    changed,
    call,
    schema: () => call('get') as Schema,
    table: () => call('get') as Record<string, Schema>,
  };
}

test('a schema is created once, when it is first used', () => {
  const { created, schema } = load(`
    var text = z.string();
    var named = z.object({ name: text, get self() { return named; } });
    exports.get = () => named;`);
  expect(created).toEqual([]);
  const named = schema();
  expect(created).toEqual(['string', 'object']);
  expect(schema()).toBe(named);
  expect(named.value?.self).toBe(named);
  expect(created).toHaveLength(2);
});

test('a table of schemas, the result of a function, and a derived schema are created when they are first used', () => {
  const { created, table } = load(`
    var list = (item) => z.array(item);
    function short() { return z.string(); }
    var names = list(short());
    var table = { names, more: names.optional() };
    exports.get = () => table;`);
  expect(created).toEqual([]);
  expect(table()['more']?.of).toBe(table()['names']);
  expect(created).toEqual(['string', 'array']);
});

test('of a table of calls, only the schemas that are read are created, once, also where another table contains its calls', () => {
  const { created, call } = load(`
    var none = z.object({});
    var calls = { "a.get": { params: none, result: z.string() }, "a.set": { params: z.number(), result: none } };
    var contract = { calls: { ...calls, "b.get": { params: none, result: z.boolean() } }, events: { e: z.date() } };
    exports.get = () => contract;`);
  const contract = call('get') as { calls: Record<string, { params: Schema; result: Schema }>; events: object };
  expect(Object.keys(contract.calls)).toEqual(['a.get', 'a.set', 'b.get']);
  expect(created).toEqual([]);
  const set = contract.calls['a.set'];
  expect(set?.params).toBe(set?.params);
  expect(created).toEqual(['number']);
  expect(set?.result).toBe(contract.calls['b.get']?.params);
  expect(contract).toMatchObject({
    calls: { 'a.get': { result: { type: 'string' } } },
    events: { e: { type: 'date' } },
  });
  expect(created).toEqual(['number', 'object', 'string', 'date']);
});

test('the result of any method of a schema, and a table with computed names, are created when they are first used', () => {
  const { created, call } = load(`
    var text = z.string();
    var named = text.refine().optional();
    var table = Object.fromEntries(["a", "b"].map((name) => [name, named]));
    var whole = z.object({ ...table });
    var checked = text.parse(5);
    exports.checked = () => checked;
    exports.get = () => whole;`);
  expect(created).toEqual(['string']);
  expect(call('checked')).toBe('parsed');
  expect(call('get')).toMatchObject({ value: { a: { type: 'optional' }, b: { type: 'optional' } } });
  expect(created).toEqual(['string', 'object']);
});

test('a table with computed names that has side effects is created while the file is loaded', () => {
  const { created, call } = load(`
    var count = 0;
    var table = Object.fromEntries(["a", "b"].map((name) => [name, z.literal(++count)]));
    exports.get = () => count;
    exports.table = () => table;`);
  expect(created).toEqual(['literal', 'literal']);
  expect(call('get')).toBe(2);
});

test('the value of a variable that is reassigned is created while the file is loaded; a variable of the same name in a function or block is another one', () => {
  const { created, call } = load(`
    var late = z.string();
    var set = z.number();
    exports.get = () => { let late; { late = 5; } for (let late = 0; late < 1; late++) {} return late; };
    exports.set = () => { { let set = 1; set = 2; } set = 3; return set; };`);
  expect(created).toEqual(['number']);
  expect([call('get'), call('set')]).toEqual([5, 3]);
});

test('a variable of an inner scope is not replaced', () => {
  const { created, call } = load(`
    var text = z.string();
    exports.own = (text) => { const other = { text }; return other.text; };
    exports.caught = () => { try { throw 7; } catch (text) { return text; } };
    exports.member = () => ({ text: 5 }).text;`);
  expect([call('own', 6), call('caught'), call('member')]).toEqual([6, 7, 5]);
  expect(created).toEqual([]);
});

test('statements with other effects run while the file is loaded', () => {
  const { created, call } = load(`
    var count = 0;
    const next = () => ++count;
    var table = { schema: z.string(), at: next() };
    var checked = z.number().parse(5);
    let current = z.boolean();
    exports.change = () => { current = undefined; };
    exports.get = () => ({ count, table, checked, current });`);
  expect(created).toEqual(['string', 'number', 'boolean']);
  expect(call('get')).toMatchObject({ count: 1, table: { at: 1 }, checked: 'parsed' });
  call('change');
  expect(call('get')).toMatchObject({ current: undefined });
});

test('a schema that nothing refers to is removed, and a file without zod is not changed', () => {
  const { created, changed } = load('z.object({ name: z.string() }), z.number();');
  expect(created).toEqual([]);
  expect(changed).not.toContain('object');
  expect(makeSchemasLate('var text = other.string();', 'zod.cjs')).toBeUndefined();
});
