import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { hasInterpreter } from '../../testing/interpreters.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { canChangeCode } from './code-variables.ts';

test.each(['LANG', 'LC_ALL', 'TZ', 'DEBUG', 'API_URL', 'PATHS', 'HOMEPAGE', 'CCX', 'GOOD_NAME'])(
  '%s changes no code',
  (name) => {
    expect(canChangeCode(name)).toBe(false);
  },
);

test.each([
  'Path',
  'LD_PRELOAD',
  'PSModulePath',
  'GOWORK',
  'CC',
  'LUA_PATH_5_4',
  'OPENSSL_CONF',
  'DOTNET_STARTUP_HOOKS',
  'GOCACHEPROG',
  'BUNDLE_GEMFILE',
  'GCC_EXEC_PREFIX',
])('%s can', (name) => {
  expect(canChangeCode(name)).toBe(true);
});

describe('a variable by which an interpreter really runs other code is recognised', () => {
  /** The output of a program that consists of `source`, with the variables. */
  function outputOf(command: string, source: string, env: Record<string, string>): string {
    const file = path.join(temporaryFolder('code-variables'), 'program');
    writeFileSync(file, source);
    return spawnSync(command, [file], { env: { PATH: process.env['PATH'], ...env }, encoding: 'utf8' }).stdout;
  }
  const folder = temporaryFolder('code-variables');

  test.runIf(hasInterpreter('bash'))('a function for bash', () => {
    const env = { 'BASH_FUNC_date%%': '() { echo other code; }' };
    expect(outputOf('bash', 'date', env)).toBe('other code\n');
    for (const name of Object.keys(env)) expect(canChangeCode(name)).toBe(true);
  });
  test.runIf(hasInterpreter('perl'))('a folder of modules for perl', () => {
    writeFileSync(path.join(folder, 'strict.pm'), 'print "other code\\n"; 1;');
    expect(outputOf('perl', 'use strict;', { PERLLIB: folder })).toBe('other code\n');
    expect(canChangeCode('PERLLIB')).toBe(true);
  });
  test.runIf(hasInterpreter('python3'))('the home folder, which has packages for python', () => {
    const { stdout } = spawnSync('python3', ['-c', 'import site; print(site.getusersitepackages())'], {
      env: { PATH: process.env['PATH'], HOME: folder },
      encoding: 'utf8',
    });
    mkdirSync(stdout.trim(), { recursive: true });
    writeFileSync(path.join(stdout.trim(), 'usercustomize.py'), 'print("other code")');
    expect(outputOf('python3', 'print("program")', { HOME: folder })).toBe('other code\nprogram\n');
    expect(canChangeCode('HOME')).toBe(true);
  });
});
