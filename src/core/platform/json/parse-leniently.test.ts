import { expect, test } from 'vitest';
import * as z from 'zod';
import { parseLeniently } from './parse-leniently.ts';

const schema = z.object({
  theme: z.enum(['light', 'dark']).default('light'),
  list: z.array(z.number()).default([]),
  entries: z.record(z.string(), z.object({ port: z.number(), host: z.string().default('here') })).default({}),
});

test.each([
  ['all of it', { theme: 'dark' }, { theme: 'dark' }, []],
  ['a field that has a default', { theme: 1 }, {}, ['theme']],
  [
    'an entry without a required field',
    { entries: { a: {}, b: { port: 1 } } },
    { entries: { b: { port: 1, host: 'here' } } },
    ['entries.a'],
  ],
  ['an entry with a required field of another type', { entries: { a: { port: 'x' } } }, {}, ['entries.a']],
  [
    'only the field, where it has a default',
    { entries: { a: { port: 1, host: 2 } } },
    { entries: { a: { port: 1, host: 'here' } } },
    ['entries.a.host'],
  ],
  ['an array as a whole', { list: [1, 'x', 2, 'y'] }, {}, ['list']],
  ['several at once', { theme: 1, list: {}, entries: 'x' }, {}, ['entries', 'list', 'theme']],
])('%s', (_title, json, expected, refused) => {
  const before = JSON.stringify(json);
  const result = parseLeniently(schema, json);
  expect(result?.value).toEqual({ theme: 'light', list: [], entries: {}, ...expected });
  expect(result?.refused.map((path) => path.join('.')).sort()).toEqual(refused);
  expect(JSON.stringify(json)).toBe(before);
});

test.each([{ json: null }, { json: [] }, { json: 'text' }, { json: 1 }])(
  'a root of another type is refused: $json',
  ({ json }) => {
    expect(parseLeniently(schema, json)).toBeUndefined();
  },
);

test('many invalid entries take no longer than one pass for each level', () => {
  const entries = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`n${index}`, { port: 'x' }]));
  const result = parseLeniently(schema, { entries: { ...entries, good: { port: 1 } } });
  expect(Object.keys(result?.value.entries ?? {})).toEqual(['good']);
  expect(result?.refused).toHaveLength(10_000);
});
