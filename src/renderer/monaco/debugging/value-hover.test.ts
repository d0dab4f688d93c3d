import { expect, test } from 'vitest';
import { expressionAt } from './value-hover.ts';

test.each([
  ['const total = 1;', 'total', 'total'],
  ['console.log(user.name, total);', 'name', 'user.name'],
  ['console.log(user.name, total);', 'user', 'user'],
  ['pm.response?.headers.one', 'headers', 'pm.response?.headers'],
  ['load().value', 'value', undefined],
  ['$a._b', '_b', '$a._b'],
  ['größe + 1', 'größe', 'größe'],
])('%s at %s', (line, word, expected) => {
  const expression = expressionAt(line, line.indexOf(word) + 1);
  expect(expression?.text).toBe(expected);
  if (expression) expect(line.slice(expression.startColumn - 1, expression.endColumn - 1)).toBe(expected);
});

test('there is no value between names, nor in a line that is too long to be parsed', () => {
  expect(expressionAt('a + b', 3)).toBeUndefined();
  expect(expressionAt('a'.repeat(20_000), 1)).toBeUndefined();
});
