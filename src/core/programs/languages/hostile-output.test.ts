/** The output of a program comes from a stranger: no output makes the search for its error slow. */
import { expect, test } from 'vitest';
import { timeGrowth } from '../../testing/time-growth.ts';
import { languages } from './languages.ts';
import { hasWritten, printedLines } from './printed-lines.ts';
import { powershell } from './powershell.ts';

const SIZES = { small: 2 * 1024 * 1024, large: 8 * 1024 * 1024 };
const repeat = (text: string, size: number) => text.repeat(Math.ceil(size / text.length));
const outputs = {
  'one line': 'x',
  'one line of blanks': ' ',
  'line ends': '\n',
  places: ' at a line 1 in b:1: ',
  'python frames': '  File "a.py", line 1, in f\n',
  'python tracebacks': 'Traceback (most recent call last):\n',
  'java frames': '\tat a.b.C.d(E.java:1)\n',
  'java causes': 'Caused by: a.b.C: d\n',
  'node stacks': '    at f (/a.js:1:1)\n',
  carets: 'a.js:1\n   ^\n',
  headers: "a.rb:1:in `f': own (E)\n",
  'php errors': 'PHP Fatal error:  Uncaught in in in a in b\n',
  'launcher notes': 'Picked up JAVA_TOOL_OPTIONS: ',
  colours: '\u001b[31',
};

test.each(Object.entries(outputs))('%s', async (_, text) => {
  const search = (size: number) => {
    const output = repeat(text, size);
    const lines = printedLines(output);
    hasWritten(output);
    for (const language of languages) language.findError(lines, lines);
  };
  expect(await timeGrowth(search, SIZES)).toBeLessThan(10);
});

test('the error is at the beginning or at the end', () => {
  const lines = printedLines(`first\n${repeat('x\n', SIZES.large)}last`);
  expect([lines[0], lines.at(-1)]).toEqual(['first', 'last']);
  expect(lines.length).toBeLessThan(150_000);
});

test("lines of the Java launcher are not the program's own output", () => {
  expect(hasWritten('Picked up JAVA_TOOL_OPTIONS: -Xmx1g\n')).toBe(false);
  expect(hasWritten('Picked up JAVA_TOOL_OPTIONS: -Xmx1g\nown\n')).toBe(true);
  expect(hasWritten('\n')).toBe(true);
  expect(hasWritten('')).toBe(false);
});

// Output of PowerShell 7.4 and Windows PowerShell 5.1. Where one is installed, its example also runs
// (languages.test.ts).
test.each([
  ['Exception: /w/a.ps1:2\nLine |\n   2 |  throw "own"\n     |  ~~~~~~~~~~~\n     | own\n', 'own', '/w/a.ps1', 2],
  ['own\nAt C:\\w\\a.ps1:3 char:1\n+ throw "own"\n+ ~~~~~~~~~~~\n', 'own', 'C:\\w\\a.ps1', 3],
])('PowerShell: %j', (text, message, file, line) => {
  expect(powershell.findError(printedLines(text), [])).toEqual({ message, places: [{ file, line }] });
});
