import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { crc32 } from 'node:zlib';
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
  'XDG_CACHE_HOME',
  'FPATH',
  'CDPATH',
  'OPENJ9_JAVA_OPTIONS',
  'PERL5SHELL',
  'PKG_CONFIG',
  'C_INCLUDE_PATH',
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
  test.runIf(hasInterpreter('bash'))('folders for cd in bash', () => {
    mkdirSync(path.join(folder, 'tools'));
    writeFileSync(path.join(folder, 'tools/start.sh'), 'echo other code');
    expect(outputOf('bash', 'cd tools >&2 && . ./start.sh', { CDPATH: folder })).toBe('other code\n');
    expect(canChangeCode('CDPATH')).toBe(true);
  });
  test('a folder with compiled code for node', () => {
    const [source, other] = ['console.log("program   ")', 'console.log("other code")'];
    const file = path.join(folder, 'program.js');
    const cache = path.join(folder, 'cache');
    const run = (content: string) => {
      writeFileSync(file, content);
      return spawnSync(process.execPath, [file], { env: { NODE_COMPILE_CACHE: cache }, encoding: 'utf8' }).stdout;
    };
    run(other);
    for (const name of readdirSync(cache, { recursive: true, encoding: 'utf8' })) {
      const compiled = path.join(cache, name);
      if (statSync(compiled).isDirectory()) continue;
      const bytes = readFileSync(compiled);
      const checksum = Buffer.alloc(4);
      checksum.writeUInt32LE(crc32(other));
      bytes.writeUInt32LE(crc32(source), bytes.indexOf(checksum));
      writeFileSync(compiled, bytes);
    }
    expect(run(source)).toBe('other code\n');
    expect(canChangeCode('NODE_COMPILE_CACHE')).toBe(true);
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
