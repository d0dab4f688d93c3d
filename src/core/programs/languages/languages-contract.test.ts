/** The guarantees of the contract for a call, in each language: arguments, stderr, failure, cwd, env. */
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { canRun } from '../../testing/interpreters.ts';
import { writeProgram, type WrittenProgram } from '../../testing/language-program.ts';
import { languages } from './languages.ts';
import { sharedRunner } from '../../testing/fixtures.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

const runner = sharedRunner();

/** The program that examples/languages/README.md describes. */
function contractProgram(extension: string): string {
  const name = extension === '.jar' ? 'Main.java' : `all${extension}`;
  return readFileSync(path.join(import.meta.dirname, '../../../../examples/languages', name), 'utf8');
}
const unusualArguments = [
  'a b',
  '"q"',
  "it's",
  '$HOME',
  '`id`',
  '%PATH%',
  'new\nline',
  '😀ü',
  '',
  '-x',
  '--',
  '\\',
  '*',
  'last',
];

describe.each(languages.map((language) => ({ ...language, language })))('$name', ({ extension, language }) => {
  const isThere = canRun(language);
  const isRust = extension === '.rs';
  const directory = temporaryFolder('contract');
  mkdirSync(path.join(directory, 'sub'));
  let program: WrittenProgram;
  test('has this program', () => {
    expect(contractProgram(extension)).toContain('GIVEN');
  });
  beforeAll(() => {
    if (isThere) program = writeProgram(directory, language, contractProgram(extension));
  }, 60_000);

  const call = async (args: unknown, cwd = program.cwd) => {
    const env = JSON.stringify({ GIVEN: 'x y', LC_ALL: 'C.UTF-8', ...program.env });
    const finished = await runner.run(
      `console.log(await pm.executeAsync('${program.file}', ${JSON.stringify(args)}, { cwd: '${cwd}', env: ${env} }));`,
      { directory },
    );
    const [shownCwd, variable, ...printed] = (finished.logged[0] ?? '').split('\u0001');
    // cargo passes the file as the first argument.
    return { ...finished, cwd: shownCwd, variable, args: printed.slice(isRust ? 1 : 0) };
  };

  test.runIf(isThere)(
    'gets every argument unchanged, its folder and its variables',
    async () => {
      const called = await call(unusualArguments);
      expect(called.error).toBeUndefined();
      expect(called.args).toEqual(unusualArguments);
      expect(called.cwd).toBe(path.join(directory, program.cwd));
      expect(called.variable).toBe('x y');
      const notes = called.of('program.output').filter(({ stream }) => stream === 'stderr');
      expect(notes.map(({ text }) => text).join('')).toContain('note');
    },
    120_000,
  );

  test.runIf(isThere)(
    'accepts two hundred arguments, one of them of 100 kB',
    async () => {
      const many = [...Array.from({ length: 199 }, (_, index) => `n${index}`), 'y'.repeat(100_000)];
      expect((await call(many)).args).toEqual(many);
    },
    120_000,
  );

  test.runIf(isThere && !isRust)(
    'runs in another folder',
    async () => {
      expect((await call([], 'sub')).cwd).toBe(path.join(directory, 'sub'));
    },
    120_000,
  );

  test.runIf(isThere)(
    'fails with an error of its language, with which the error of the call begins',
    async () => {
      const failed = await call(['fail']);
      expect(failed.error).toMatchObject({ code: 'ProgramFailed', line: 1 });
      // A shell and BeanShell have no error objects: their programs print a text and exit.
      const expectedError = ['.sh', '.bsh'].includes(extension)
        ? /^all\S+ failed with exit code \d: own error$/
        : /^\W*[\w.: ]*own error/;
      expect(failed.error?.message).toMatch(expectedError);
    },
    120_000,
  );
});
