/** A path that no system accepts is a mistake of whoever gave it, not of the application. */
import { readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { toFailure } from './errors.ts';

test.each<[string, () => unknown]>([
  ['synchronous', () => readFileSync('a\0b')],
  ['asynchronous', () => stat('a\0b')],
])('a NUL character in a path of a %s call is named', async (_name, work) => {
  const failure = await Promise.try(work).then(() => undefined, toFailure);
  expect(failure).toMatchObject({ code: 'InvalidParams', message: expect.stringContaining('NUL character') as string });
});
