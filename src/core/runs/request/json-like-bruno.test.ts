import { expect, test } from 'vitest';
import { withoutComments } from './json-like-bruno.ts';

test.each([
  ['{\n  // a\n  "b": 1\n}', '{\n  "b": 1\n}'],
  ['{"b": 1} // a', '{"b": 1} '],
  ['{"a": "http://b/*c*/"}', '{"a": "http://b/*c*/"}'],
  ['/* a\n b */ {"c": /* d */ 1}', ' {"c":  1}'],
])('%j without comments is %j', (text, expected) => {
  expect(withoutComments(text)).toBe(expected);
});

test('hundreds of thousands of comments in one line are removed', () => {
  expect(withoutComments(`[${'/**/'.repeat(400_000)}]`)).toBe('[]');
});
