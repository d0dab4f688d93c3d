import { expect, test } from 'vitest';
import { completeVariable } from './variable-completion.ts';

const variable = (name: string, scope: string) => ({ name, value: '1', scope, secret: false });
const all = [
  variable('base', 'Local'),
  variable('token', 'Local, set by a script'),
  variable('shop', 'collection'),
  variable('order', 'folder Orders'),
  variable('everywhere', 'globals'),
];
const names = (before: string) => completeVariable(before, '', all)?.names.map(({ name }) => name);

test('after two braces every name is offered, and the braces are closed once', () => {
  expect(names('{\n  "a": "{{')).toHaveLength(all.length);
  expect(completeVariable('"{{ba', '"', all)).toMatchObject({ typed: 'ba', closing: '}}' });
  expect(completeVariable('"{{ba', '}}"', all)).toMatchObject({ typed: 'ba', closing: '' });
  expect(names('{{base}} {')).toBeUndefined();
  expect(names('{{\n')).toBeUndefined();
});

test('in a script, the names of the scope before the dot are offered', () => {
  expect(names("pm.environment.get('")).toEqual(['base', 'token']);
  expect(names('pm.globals.get("e')).toEqual(['everywhere']);
  expect(names('pm.collectionVariables.has(`')).toEqual(['shop', 'order']);
  expect(names("const a = pm . variables . get('")).toHaveLength(all.length);
  expect(names("pm.environment.get('base')")).toBeUndefined();
});
