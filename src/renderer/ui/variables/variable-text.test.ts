import { expect, test } from 'vitest';
import { completeReference, describeVariable, matching, namesIn, openReference } from './variable-text.ts';

const token = { name: 'token', value: 'very-secret', scope: 'Local', secret: true };
const base = { name: 'base', value: 'http://a', scope: 'collection', secret: false };

test('a reference is open from its braces to the cursor', () => {
  expect(openReference('{{', 2)).toEqual({ from: 2, typed: '' });
  expect(openReference('a {{ba/x', 6)).toEqual({ from: 4, typed: 'ba' });
  expect(openReference('{{a}}/b', 6)).toBeUndefined();
  expect(openReference('{a', 2)).toBeUndefined();
});

test('a completed reference has its braces once, wherever the cursor was in it', () => {
  expect(completeReference('x{{ba', { from: 3, cursor: 5, name: 'base' })).toEqual({ text: 'x{{base}}', cursor: 9 });
  expect(completeReference('{{ba}}/y', { from: 2, cursor: 4, name: 'base' }).text).toBe('{{base}}/y');
  expect(completeReference('{{baXX}}/y', { from: 2, cursor: 4, name: 'base' }).text).toBe('{{base}}/y');
  expect(completeReference('{{ba/{{id}}', { from: 2, cursor: 4, name: 'base' }).text).toBe('{{base}}/{{id}}');
});

test('the value of a secret is not shown, other values are, with their origin', () => {
  expect(describeVariable('token', [token])).not.toContain('very-secret');
  expect(describeVariable('token', [token])).toContain('Local');
  expect(describeVariable('base', [base])).toBe('http://a · collection');
  expect(describeVariable('gone', [base])).toBe('has no value');
  expect(describeVariable('vault:key', [base])).toBe('a secret that scripts store with pm.vault');
});

test('names are listed once; those that begin with the typed text come first', () => {
  expect(namesIn('{{a}}{{ b }}{{a}}')).toEqual(['a', 'b']);
  const all = ['my-id', 'id', 'ID2', 'x'].map((name) => ({ name }));
  expect(matching(all, 'id').map(({ name }) => name)).toEqual(['id', 'ID2', 'my-id']);
});
