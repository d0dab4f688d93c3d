import vm from 'node:vm';
import { expect, test } from 'vitest';
import { makeExportsPlain } from './plain-exports.ts';

const getter = (name: string) =>
  `Object.defineProperty(exports, "${name}", {\n\tenumerable: true,\n\tget: function() {\n\t\treturn ${name};\n\t}\n});`;

/** Transforms and evaluates a built file that exports these variables by getters. */
function load(code: string, names: string[]): Record<string, unknown> {
  const exported: Record<string, unknown> = {};
  const source = makeExportsPlain([code, ...names.map(getter)].join('\n'));
  (vm.compileFunction(source, ['exports']) as (into: object) => void)(exported);
  return exported;
}
const isPlain = (exported: object, name: string) => 'value' in (Object.getOwnPropertyDescriptor(exported, name) ?? {});

test('functions, classes and constants are exported as plain members', () => {
  const exported = load('function first() { return 1; }\nclass Second {}\nvar third = () => 3;', [
    'first',
    'Second',
    'third',
  ]);
  for (const name of ['first', 'Second', 'third']) expect(isPlain(exported, name)).toBe(true);
  expect((exported['first'] as () => number)()).toBe(1);
  expect((exported['third'] as () => number)()).toBe(3);
});

test.each([
  ['assigned', 'value = 2;'],
  ['incremented', 'value++;'],
  ['assigned by a pattern', '({ value } = { value: 2 });'],
  ['assigned by a list', '[, value] = [1, 2];'],
  ['the variable of a loop', 'for (value of [2]);'],
])('a variable that is %s later keeps its getter', (_how, change) => {
  const exported = load(`var value = 1;\nfunction change() { ${change} }`, ['value', 'change']);
  expect(isPlain(exported, 'value')).toBe(false);
  (exported['change'] as () => void)();
  expect(exported['value']).toBe(2);
});

test('a variable of the same name in a function is another one', () => {
  expect(isPlain(load('var value = 1;\nfunction other() { let value; value = 2; }', ['value']), 'value')).toBe(true);
});

test('a getter that computes its value is kept', () => {
  const computed = getter('value').replace('return value', 'return value$get()');
  expect(makeExportsPlain(computed)).toBe(computed);
});

test('what is exported without a getter stays as it is', () => {
  const code = 'Object.defineProperty(exports, Symbol.toStringTag, { value: "Module" });\nexports.value = 1;';
  expect(makeExportsPlain(code)).toBe(code);
});
