import { expect, test } from 'vitest';
import { asCode, referencesIn } from './variable-references.ts';

test('references have the columns of their braces; a name that is cut or broken is none', () => {
  expect(referencesIn('{"id": {{ id }}, "to": "{{to}}", {{a}')).toEqual([
    { name: 'id', startColumn: 8, endColumn: 16 },
    { name: 'to', startColumn: 25, endColumn: 31 },
  ]);
  expect(referencesIn(`${' '.repeat(20_000)}{{far}}`)).toEqual([]);
});

test('a value with backticks stays inside of its block', () => {
  expect(asCode('a: ```` b')).toBe('`````text\na: ```` b\n`````');
  expect(asCode('plain')).toBe('```text\nplain\n```');
});
