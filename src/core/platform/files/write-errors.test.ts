import { expect, test } from 'vitest';
import { codedError } from '../../../contract/errors.ts';
import { writeFailure } from './write-errors.ts';

const systemError = (code: string, message: string) => Object.assign(new Error(`${code}: ${message}`), { code });

test.each([
  ['EACCES', 'permission denied', 'the permissions of the file or of its folder do not allow it (EACCES).'],
  ['EROFS', 'read-only file system', 'the file system is read-only (EROFS).'],
  ['ENOSPC', 'no space left on device', 'the disk is full (ENOSPC).'],
  ['EIO', 'i/o error', 'EIO: i/o error.'],
])('an error of the system is about the file that a person knows: %s', (code, text, reason) => {
  for (const suffix of [`open '/w/a.yml.123'`, `rename '/w/a.yml.123' -> '/w/a.yml'`, 'write']) {
    const first = writeFailure('/w/a.yml', systemError(code, `${text}, ${suffix}`));
    expect(first).toMatchObject({ code: 'WriteFailed', message: `/w/a.yml could not be written: ${reason}` });
    expect(first.remedy).toMatch(/\.$/);
    // Whoever calls may name the file in other words.
    const second = writeFailure('The report a.yml', first);
    expect(second).toMatchObject({ message: `The report a.yml could not be written: ${reason}`, remedy: first.remedy });
  }
});

test('an error with a code of the application is kept', () => {
  const error = codedError('FileChangedOnDisk', 'a.yml was changed.');
  expect(writeFailure('a.yml', error)).toBe(error);
});
