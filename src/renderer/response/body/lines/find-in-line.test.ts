import { expect, test } from 'vitest';
import { findInLine } from './find-in-line.ts';

test('each place of the text in a line is found, whatever its case', () => {
  const line = 'one Two one';
  expect(findInLine({ line }, 'ONE')).toBe(0);
  expect(findInLine({ line }, 'one', 1)).toBe(8);
  expect(findInLine({ line }, 'one', 9)).toBeUndefined();
});

test('a text is found that begins at the end of a long line and continues in the next one', () => {
  const line = `${'x'.repeat(1998)}ab`;
  expect(findInLine({ line, next: 'cd' }, 'abcd')).toBe(1998);
  expect(findInLine({ line: 'ab', next: 'cd' }, 'abcd')).toBeUndefined();
});
