import type { Runtime } from 'node:inspector';
import { expect, test } from 'vitest';
import { previewText } from './value-preview.ts';

const remote = (preview: unknown, more: object = {}) =>
  ({ type: 'object', description: 'Object', preview, ...more }) as Runtime.RemoteObject;

test.each([
  ['nothing', null, undefined],
  ['a text', 'x', undefined],
  ['members that are none', { properties: [null, 1, 'x'] }, '{}'],
  ['members that are no list', { properties: { length: 1e9 } }, '{}'],
  ['entries without a value', { properties: [], entries: [{ key: { type: 'string', description: 'a' } }] }, '{"a" → }'],
])('a hostile process sends %s as the preview', (_what, preview, expected) => {
  expect(previewText(remote(preview))).toBe(expected);
});

test('long previews are truncated', () => {
  const properties = Array.from({ length: 10_000 }, () => ({ name: 'n'.repeat(1000), type: 'number', value: '1' }));
  expect(previewText(remote({ properties }))).toHaveLength(200);
});
