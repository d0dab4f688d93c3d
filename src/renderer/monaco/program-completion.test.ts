import { expect, test } from 'vitest';
import { completeProgramCall, type ProgramNames } from './program-completion.ts';

const method = (className: string, name: string, ...paramTypes: string[]) => ({
  className,
  method: name,
  paramTypes,
  returns: 'String',
  isStatic: true,
});
const names: ProgramNames = {
  files: () => [
    { path: 'sign.py', language: 'Python' },
    { path: 'a.jar', language: 'Java' },
  ],
  jarMethods: (path) =>
    Promise.resolve(
      path === 'a.jar' ? [method('x.A', 'one', 'int'), method('x.A', 'two'), method('x.B', 'three')] : [],
    ),
};
const labels = async (before: string) => (await completeProgramCall(before, names)).map(({ label }) => label);

test.each([
  ["await pm.executeAsync('", ['sign.py', 'a.jar']],
  ['pm.execute("si', ['sign.py', 'a.jar']],
  ['const a = pm . executeAsync ( `', ['sign.py', 'a.jar']],
  ["pm.executeAsync('a.jar', [1], { className: '", ['x.A', 'x.B']],
  ["pm.executeAsync('a.jar', [1], {\n  className: 'x.A',\n  method: '", ['one(int)', 'two()']],
  ["pm.executeAsync('a.jar', [1], { method: '", ['one(int)', 'two()', 'three()']],
  ["pm.executeAsync('sign.py', [1], { method: '", []],
  ["pm.executeAsync('sign.py', ['", []],
  ["pm.executeAsync('sign.py'); console.log('", []],
  ["console.log('", []],
  ["pm.executeAsync('never closed\n", []],
])('behind %s', async (before, expected) => {
  expect(await labels(before)).toEqual(expected);
});
