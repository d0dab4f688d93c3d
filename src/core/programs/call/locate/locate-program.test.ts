import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { locateProgram } from './locate-program.ts';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';

let base: string;
let directory: string;
beforeEach(() => {
  base = temporaryFolder('locate');
  directory = path.join(base, 'programs');
  mkdirSync(path.join(directory, 'tools'), { recursive: true });
  mkdirSync(path.join(base, 'programs-evil'));
  for (const file of [
    'programs/a.sh',
    'programs/tools/sign.py',
    'secret.sh',
    'programs-evil/a.sh',
    'programs/..a.sh',
  ]) {
    writeFileSync(path.join(base, file), '');
  }
});

test.each(['a.sh', './a.sh', 'tools/sign.py', './tools/../a.sh', '..a.sh'])('%s inside is found', (file) => {
  const located = locateProgram(directory, file);
  expect(located.file).toBe(path.resolve(directory, file));
});

test('an absolute path inside is found, also if the directory is named through a link', () => {
  expect(locateProgram(directory, path.join(directory, 'a.sh')).file).toBe(path.join(directory, 'a.sh'));
  symlinkSync(directory, path.join(base, 'link'));
  expect(locateProgram(path.join(base, 'link'), 'a.sh').file).toBe(path.join(directory, 'a.sh'));
  expect(locateProgram(path.join(base, 'link'), path.join(base, 'link', 'a.sh')).file).toBe(
    path.join(directory, 'a.sh'),
  );
});

test.each(['../secret.sh', 'tools/../../secret.sh', '/etc/hosts', '../programs-evil/a.sh', '.', '..'])(
  '%s is outside',
  (file) => {
    expect(() => locateProgram(directory, file)).toThrow(expect.objectContaining({ code: 'OutsideProgramsDirectory' }));
  },
);

test('a link that leads outside is outside', () => {
  symlinkSync(path.join(base, 'secret.sh'), path.join(directory, 'inner.sh'));
  symlinkSync(base, path.join(directory, 'up'));
  expect(() => locateProgram(directory, 'inner.sh')).toThrow(
    expect.objectContaining({ code: 'OutsideProgramsDirectory' }),
  );
  expect(() => locateProgram(directory, 'up/secret.sh')).toThrow(
    expect.objectContaining({ code: 'OutsideProgramsDirectory' }),
  );
});

test('a missing file, a folder, and a missing directory have different errors', () => {
  expect(() => locateProgram(directory, 'b.sh')).toThrow(expect.objectContaining({ code: 'ProgramNotFound' }));
  expect(() => locateProgram(directory, 'tools')).toThrow(expect.objectContaining({ code: 'ProgramNotFound' }));
  expect(() => locateProgram(path.join(base, 'no'), 'a.sh')).toThrow(
    expect.objectContaining({ code: 'ProgramsDirectoryNotFound' }),
  );
  expect(() => locateProgram(directory, 'a.sh\0.py')).toThrow(expect.objectContaining({ code: 'InvalidCall' }));
});

test('a path that begins with the name of the directory is corrected', () => {
  const remedyOf = (file: string, folder = directory) => {
    try {
      return locateProgram(folder, file).file;
    } catch (error) {
      return (error as { remedy: string }).remedy;
    }
  };
  expect(remedyOf('programs/tools/sign.py')).toBe('Paths begin in this directory: use tools/sign.py.');
  expect(remedyOf('tools/sign.py', base)).toBe(
    'It is in the folder programs: use programs/tools/sign.py, or make this folder the programs directory.',
  );
  expect(remedyOf('programs/none.py')).toMatch(/upper and lower case matter/);
});
