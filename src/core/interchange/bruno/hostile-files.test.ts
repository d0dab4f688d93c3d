/** Files of Bruno that were written to freeze or to command whoever opens them. */
import { expect, test, vi } from 'vitest';
import { timeGrowth } from '../../testing/time-growth.ts';
import type { Json } from '../imported/imported.ts';
import { loadBrunoLanguage } from './parser.ts';
import { readWithoutTexts } from './text-blocks.ts';

const { bruToJsonV2: parse } = await loadBrunoLanguage();
const post = 'meta {\n  name: a\n  type: http\n}\n\npost {\n  url: http://x/\n}\n\n';

test('a mistake in a long line is named in time proportional to the length of the line', async () => {
  const refuse = (length: number) =>
    expect(() => parse(`${post}headers {\n  ${'{'.repeat(length)}`)).toThrow(/^Line 11/);
  expect(await timeGrowth(refuse, { small: 15_000, large: 60_000 })).toBeLessThan(10);
});

test('the error shows only the part of the line around the mistake', () => {
  expect(() => parse(`${post}headers {\n  ${'{'.repeat(5000)}`)).toThrow(/^Line 11, col 5003: \{{50,100}\n/);
});

test('many spaces in a row are refused, because the parser searches them again and again', () => {
  const file = (spaces: number) => `${post}body:multipart-form {\n  a: x${' '.repeat(spaces)}y\n}\n`;
  expect(() => parse(file(1001))).toThrow('more than 1000 spaces or empty lines in a row');
  expect(() => parse(file(1000))).not.toThrow();
  expect(() => parse(post + '\n'.repeat(2000))).not.toThrow();
});

test('a damaged example prints nothing', () => {
  const printed = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const log = vi.spyOn(console, 'log').mockReturnValue();
  const error = vi.spyOn(console, 'error').mockReturnValue();
  parse(`${post}example {\n  name: x\n  ::error::\u001B[2J {\n  }\n}\n`);
  expect([...printed.mock.calls, ...log.mock.calls, ...error.mock.calls]).toEqual([]);
  expect(console).toMatchObject({ log, error });
  vi.restoreAllMocks();
});

test('a file takes less than a second: what the parser reads of it has a limit of length', () => {
  const file = (rows: number) => `${post}headers {\n${'  a: b\n'.repeat(rows)}}\n`;
  expect(() => parse(file(10_000))).toThrow('more than 64 KiB besides scripts, bodies, documentation');
  expect(() => parse(file(100))).not.toThrow();
});

test('texts do not count, and a mistake beside long ones is named with its line', () => {
  const texts = `docs {\n${'  line\n'.repeat(20_000)}}\n\ntests {\n${'  a();\n'.repeat(20_000)}}\n`;
  const read = (content: string): Json => readWithoutTexts(content, parse);
  expect(read(post + texts)).toHaveProperty('docs', 'line\n'.repeat(20_000).trimEnd());
  // Nine lines of the request, 20,003 of the docs and 20,002 of the tests; the header is in the third line after those.
  expect(() => read(`${post}${texts}\nheaders {\n  a\n}\n`)).toThrow(/^Line 40017, col 4/);
});
