/** The smallest edit that converts one text to another. */
import { expect, test } from 'vitest';
import { smallestChange, type TextChange } from './smallest-change.ts';

/** Applies the edit to a text. */
function applied(text: string, { range, text: inserted }: TextChange): string {
  const lines = text.split('\n');
  const offset = (line: number, column: number) =>
    lines.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0) + column - 1;
  const start = offset(range.startLineNumber, range.startColumn);
  return text.slice(0, start) + inserted + text.slice(offset(range.endLineNumber, range.endColumn));
}

test.each([
  ['', 'one\ntwo'],
  ['one\ntwo', ''],
  ['{"a":1}', '{\n  "a": 1\n}'],
  ['one\ntwo\nthree', 'one\ntwo and a half\nthree'],
  ['aaa', 'aa'],
  ['aa', 'aaa'],
  ['\n\n', '\n'],
  ['same start, other end', 'same start, another end'],
  ['😀 and 😁', '😁 and 😀'],
  ['😀', '😁'],
])('%j becomes %j', (before, after) => {
  const change = smallestChange(before, after);
  expect(change && applied(before, change)).toBe(after);
});

test('common beginnings and ends are not changed, and no character is split', () => {
  expect(smallestChange('one\ntwo\nthree', 'one\nTWO\nthree')).toEqual({
    range: { startLineNumber: 2, startColumn: 1, endLineNumber: 2, endColumn: 4 },
    text: 'TWO',
  });
  expect(smallestChange('x😀y', 'x😁y')?.text).toBe('😁');
  expect(smallestChange('one', 'one')).toBeUndefined();
});
