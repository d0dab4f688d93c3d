/** What a program prints is a stranger's: no output makes the search for its error slow. */
import { expect, test } from 'vitest';
import { languages } from './languages.ts';
import { hasWritten, printedLines } from './printed-lines.ts';
import { powershell } from './powershell.ts';

const SIZE = 8 * 1024 * 1024;
const repeat = (text: string) => text.repeat(Math.ceil(SIZE / text.length));
const outputs = {
  'one line': repeat('x'),
  'one line of blanks': repeat(' '),
  'line ends': repeat('\n'),
  places: repeat(' at a line 1 in b:1: '),
  'python frames': repeat('  File "a.py", line 1, in f\n'),
  'python tracebacks': repeat('Traceback (most recent call last):\n'),
  'java frames': repeat('\tat a.b.C.d(E.java:1)\n'),
  'java causes': repeat('Caused by: a.b.C: d\n'),
  'node stacks': repeat('    at f (/a.js:1:1)\n'),
  carets: repeat('a.js:1\n   ^\n'),
  headers: repeat("a.rb:1:in `f': own (E)\n"),
  'php errors': repeat('PHP Fatal error:  Uncaught in in in a in b\n'),
  'launcher notes': repeat('Picked up JAVA_TOOL_OPTIONS: '),
  colours: repeat('\u001b[31'),
};

test.each(Object.entries(outputs))('%s', (_, text) => {
  const start = performance.now();
  const lines = printedLines(text);
  hasWritten(text);
  for (const language of languages) language.findError(lines, lines);
  expect(performance.now() - start).toBeLessThan(3000);
});

test('the error stands at the beginning or at the end', () => {
  const lines = printedLines(`first\n${repeat('x\n')}last`);
  expect([lines[0], lines.at(-1)]).toEqual(['first', 'last']);
  expect(lines.length).toBeLessThan(150_000);
});

test('lines of the Java launcher are not what the program has written', () => {
  expect(hasWritten('Picked up JAVA_TOOL_OPTIONS: -Xmx1g\n')).toBe(false);
  expect(hasWritten('Picked up JAVA_TOOL_OPTIONS: -Xmx1g\nown\n')).toBe(true);
  expect(hasWritten('\n')).toBe(true);
  expect(hasWritten('')).toBe(false);
});

// As PowerShell 7.4 and Windows PowerShell 5.1 print them; where one is installed, its example runs (languages.test.ts).
test.each([
  ['Exception: /w/a.ps1:2\nLine |\n   2 |  throw "own"\n     |  ~~~~~~~~~~~\n     | own\n', 'own', '/w/a.ps1', 2],
  ['own\nAt C:\\w\\a.ps1:3 char:1\n+ throw "own"\n+ ~~~~~~~~~~~\n', 'own', 'C:\\w\\a.ps1', 3],
])('PowerShell: %j', (text, message, file, line) => {
  expect(powershell.findError(printedLines(text), [])).toEqual({ message, places: [{ file, line }] });
});
