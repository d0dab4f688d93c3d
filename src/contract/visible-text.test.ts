import { expect, test } from 'vitest';
import { visibleBeginning, visibleJson, visibleText } from './visible-text.ts';

test.each([
  ['plain text, ünïcode, 日本語 and a\ttab', 'plain text, ünïcode, 日本語 and a\ttab'],
  ['\x1b[2J\x1b[1;1HAllow?', '\\x1b[2J\\x1b[1;1HAllow?'],
  ['\x1b]0;title\x07', '\\x1b]0;title\\x07'],
  ['a\x7fb\x9bc\x85', 'a\\x7fb\\x9bc\\x85'],
  ['one\rtwo\nthree', 'one\\x0dtwo\\x0athree'],
  ['gpj\u202eexe.sh', 'gpj\\u{202e}exe.sh'],
  ['\u2066a\u2069\u200e\u200f\u061c', '\\u{2066}a\\u{2069}\\u{200e}\\u{200f}\\u{61c}'],
  ['a\u2028b\u2029', 'a\\u{2028}b\\u{2029}'],
  ['pa\u200byments\ufeff\u2060\u00ad\u3164', 'pa\\u{200b}yments\\u{feff}\\u{2060}\\xad\\u{3164}'],
  ['tags \u{e0041}', 'tags \\u{e0041}'],
  ['half \ud83d of one', 'half \\u{d83d} of one'],
  ['👩🏽‍💻 ✔️ but a\u200db', '👩🏽‍💻 ✔️ but a\\u{200d}b'],
])('%j is shown as %j', (text, shown) => {
  expect(visibleText(text)).toBe(shown);
});

test('where lines are allowed, only line ends stay: a lone carriage return would overwrite its line', () => {
  expect(visibleText('a\r\nb\n👩‍💻\rc\u2028', { lines: true })).toBe('a\nb\n👩‍💻\\x0dc\\u{2028}');
});

test.each([
  ['four', 'four'],
  ['fives', 'five…'],
  ['\x1b[2J', '\\x1b…'],
  ['x'.repeat(10_000_000), 'xxxx…'],
])('the beginning of a text has at most the given number of characters', (text, shown) => {
  expect(visibleBeginning(text, 4)).toBe(shown);
});

test('JSON keeps its value, and contains no control sequence', () => {
  const value = { 'k\u202e': ['\x1b[2J\x9b\x7f', '\u2028\u{e0041}\u200b', 'line\nline', '\ud83d'] };
  for (const indent of [undefined, 2]) {
    const json = visibleJson(value, indent);
    expect(JSON.parse(json)).toEqual(value);
    expect(json).toMatch(/^[\x20-\x7e\n]*$/);
  }
});
