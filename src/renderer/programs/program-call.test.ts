import vm from 'node:vm';
import { expect, test } from 'vitest';
import { callExpression, emptyCall } from './program-call.ts';

test('only filled fields are written', () => {
  expect(callExpression(emptyCall('sign.py'))).toBe("await pm.executeAsync('sign.py')");
  expect(callExpression({ ...emptyCall('a.py'), args: 'one\ntwo words' })).toBe(
    "await pm.executeAsync('a.py', ['one', 'two words'])",
  );
  expect(
    callExpression({
      ...emptyCall('a.py'),
      command: 'python3',
      cwd: 'x',
      env: 'A=1=2\nB-C=',
      timeout: '500',
      stdin: 'in',
    }),
  ).toBe(
    "await pm.executeAsync('a.py', [], { command: 'python3', cwd: 'x', env: { A: '1=2', 'B-C': '' }, stdin: 'in', timeout: 500 })",
  );
});

test.each(["it's", 'say "hi"', 'back\\slash', 'tab\there', '😀', '${x}', '\u2028'])(
  '%s means the same in the script',
  (text) => {
    const expression = callExpression({ ...emptyCall('a.py'), args: text });
    const [, list] = /\[(.*)\]/s.exec(expression) ?? [];
    expect(vm.runInNewContext(list ?? '')).toBe(text);
  },
);

test('a method is called with its types, and numbers as numbers', () => {
  const method = { className: 'a.B', method: 'm', paramTypes: ['int', 'String', 'long', 'int[]'] };
  expect(callExpression({ ...emptyCall('a.jar'), method, args: '1\n2\n9007199254740993\n[1,2]' })).toBe(
    "await pm.executeAsync('a.jar', [1, '2', '9007199254740993', [1,2]], { className: 'a.B', method: 'm', paramTypes: ['int', 'String', 'long', 'int[]'] })",
  );
});

test.each([
  ['7', 'char', "'7'", 'char'],
  ['true', 'CharSequence', "'true'", 'CharSequence'],
  ['RED', 'acme.Colour', "'RED'", 'acme.Colour'],
  ['{"a":1}', 'Map', '{"a":1}', 'Map'],
  ['[1,-2]', 'byte[]', '[1,-2]', 'byte[]'],
  ['text', 'byte[]', "'text'", 'byte[]:text'],
])('%s for %s', (args, type, written, named) => {
  const method = { className: 'a.B', method: 'm', paramTypes: [type] };
  expect(callExpression({ ...emptyCall('a.jar'), method, args })).toBe(
    `await pm.executeAsync('a.jar', [${written}], { className: 'a.B', method: 'm', paramTypes: ['${named}'] })`,
  );
});
