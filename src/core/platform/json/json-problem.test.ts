import { expect, test } from 'vitest';
import { jsonProblem } from './json-problem.ts';

test.each([
  ['{"a":', 'Value expected at line 1, column 6.'],
  ['{\n  "a": 1,\n  b: 2\n}', 'Invalid symbol at line 3, column 3.'],
  ['{"a":1} x', 'Invalid symbol at line 1, column 9.'],
  ['[1 2]', 'Comma expected at line 1, column 4.'],
  ['// no\n1', 'Invalid comment token at line 1, column 1.'],
])('%s', (text, message) => expect(jsonProblem(text)?.message).toBe(message));

test('valid JSON has no problem', () => expect(jsonProblem('{"a":[1,2.50,"x"]}')).toBeNull());
