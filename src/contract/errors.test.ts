/** What errors say: whose mistake it is, and what to do. */
import { readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { errorCodes, errorTable, toFailure, type TextByPlace } from './errors.ts';

test.each<[string, () => unknown]>([
  ['synchronous', () => readFileSync('a\0b')],
  ['asynchronous', () => stat('a\0b')],
])('a NUL character in a path of a %s call is named', async (_name, work) => {
  const failure = await Promise.try(work).then(() => undefined, toFailure);
  expect(failure).toMatchObject({ code: 'InvalidParams', message: expect.stringContaining('NUL character') as string });
});

test('a remedy in the window names no option or command, and the one on the command line no part of the window', () => {
  const remedies = errorCodes.map((code) => errorTable[code].remedy as string | TextByPlace);
  for (const remedy of remedies) {
    const { window, terminal } = typeof remedy === 'string' ? { window: remedy, terminal: remedy } : remedy;
    expect(window).not.toMatch(/(^|\s)--[a-z]|\boutrigger [a-z]/);
    expect(terminal).not.toMatch(/Settings >|\bview\b|…/);
  }
});
