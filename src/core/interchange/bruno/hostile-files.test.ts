/** Files of Bruno that were written to freeze or to command whoever opens them. */
import { expect, test, vi } from 'vitest';
import { timeGrowth } from '../../testing/time-growth.ts';
import { loadBrunoLanguage } from './parser.ts';

const { bruToJsonV2: parse } = await loadBrunoLanguage();
const post = 'meta {\n  name: a\n  type: http\n}\n\npost {\n  url: http://x/\n}\n\n';

test('a mistake in a long line is named in time proportional to the length of the line', async () => {
  const refuse = (length: number) =>
    expect(() => parse(`${post}headers {\n  ${'{'.repeat(length)}`)).toThrow(/^Line 11/);
  expect(await timeGrowth(refuse, { small: 20_000, large: 80_000 })).toBeLessThan(10);
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
