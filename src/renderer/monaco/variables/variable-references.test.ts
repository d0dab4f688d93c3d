import { expect, test } from 'vitest';
import { asCode, referencesIn } from './variable-references.ts';

test('references have the columns of their braces; an incomplete or malformed name is not a reference', () => {
  expect(referencesIn('{"id": {{ id }}, "to": "{{to}}", {{a}')).toEqual([
    { name: 'id', startColumn: 8, endColumn: 16 },
    { name: 'to', startColumn: 25, endColumn: 31 },
  ]);
  expect(referencesIn(`${' '.repeat(20_000)}{{far}}`)).toEqual([]);
});

test('a value with backticks stays inside of its code block', () => {
  expect(asCode('a: ```` b')).toBe('`````text\na: ```` b\n`````');
  expect(asCode('plain')).toBe('```text\nplain\n```');
});
