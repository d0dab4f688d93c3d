import { expect, test } from 'vitest';
import { MAX_JSON_DEPTH, MAX_JSON_VALUES, parseBoundedJson } from './bounded-json.ts';

const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const list = (items: number) => `[${'1,'.repeat(items - 1)}1]`;

test('JSON at the limits of depth and size is parsed, one level or value more is refused', () => {
  expect(parseBoundedJson(nested(MAX_JSON_DEPTH))).toHaveProperty('json');
  expect(parseBoundedJson(nested(MAX_JSON_DEPTH + 1))).toEqual({ problem: 'is nested more than 200 levels deep' });
  expect(parseBoundedJson(list(MAX_JSON_VALUES))).toHaveProperty('json.length', MAX_JSON_VALUES);
  expect(parseBoundedJson(list(MAX_JSON_VALUES + 1))).toEqual({ problem: 'has more than 100000 values' });
});

test('brackets inside strings and consecutive brackets do not count as depth', () => {
  const inText = { text: '[{'.repeat(1000), escaped: '"[' };
  expect(parseBoundedJson(JSON.stringify(inText))).toEqual({ json: inText });
  const sideBySide = Array.from({ length: 1000 }, () => [{}]);
  expect(parseBoundedJson(JSON.stringify(sideBySide))).toEqual({ json: sideBySide });
});

test('invalid JSON has no value, however many brackets it has', () => {
  for (const text of ['', '{', '[[', 'x', '{"a":1', '}{'.repeat(300)]) {
    expect(parseBoundedJson(text)).toEqual({ json: undefined });
  }
});
