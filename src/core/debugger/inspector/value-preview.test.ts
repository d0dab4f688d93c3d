import type { Runtime } from 'node:inspector';
import { expect, test } from 'vitest';
import { previewText, textFrom } from './value-preview.ts';

const remote = (preview: unknown, more: object = {}) =>
  ({ type: 'object', description: 'Object', preview, ...more }) as Runtime.RemoteObject;

test.each([
  ['nothing', null, undefined],
  ['a text', 'x', undefined],
  ['members that are none', { properties: [null, 1, 'x'] }, '{}'],
  ['members that are not a list', { properties: { length: 1e9 } }, '{}'],
  ['entries without a value', { properties: [], entries: [{ key: { type: 'string', description: 'a' } }] }, '{"a" → }'],
  ['a member whose text is an object', { properties: [{ name: 'a', type: 'number', value: {} }] }, '{a: }'],
  ['a string that is a list', { properties: [{ name: 'a', type: 'string', value: ['x'] }] }, '{a: ""}'],
  ['a name that is an object without methods', { properties: [{ name: { toString: null }, value: '1' }] }, '{: 1}'],
  ['members that are none of an object', { properties: [], entries: [{ key: 7, value: 8 }] }, '{ → }'],
])('a hostile process sends %s as the preview', (_what, preview, expected) => {
  expect(previewText(remote(preview))).toBe(expected);
});

test('a description that is not text is ignored', () => {
  expect(previewText(remote({ properties: [] }, { description: 1 }))).toBe(' {}');
  expect([7, null, ['x'], { length: 9 }].map((value) => textFrom(value, 5))).toEqual(['', '', '', '']);
});

test('one long text of a member is cut before it is written as JSON', () => {
  const value = '\u0000'.repeat(1_000_000);
  expect(previewText(remote({ properties: [{ name: 'a', type: 'string', value }] }))).toHaveLength(200);
});

test('long previews are truncated', () => {
  const properties = Array.from({ length: 10_000 }, () => ({ name: 'n'.repeat(1000), type: 'number', value: '1' }));
  expect(previewText(remote({ properties }))).toHaveLength(200);
});
