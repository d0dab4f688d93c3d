import { chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { createInterpreters } from '../programs/languages/interpreters.ts';
import { withLoginShellPath } from './login-shell-path.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';

const folder = temporaryFolder('shell');
function program(name: string, text: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, `#!/bin/sh\n${text}\n`);
  chmodSync(file, 0o755);
  return file;
}

describe.runIf(process.platform !== 'win32')('the login shell', () => {
  test('returns its PATH, whatever its startup files print', async () => {
    const shell = program(
      'chatty',
      'echo "Welcome! PATH=$PATH"; PATH=/opt/own/bin:/usr/bin; export PATH; [ "$1" = -ilc ] && eval "$2"; echo bye',
    );
    const env = await withLoginShellPath({ SHELL: shell, PATH: '/usr/bin:/sbin', LANG: 'C' });
    expect(env).toEqual({ SHELL: shell, PATH: '/opt/own/bin:/usr/bin:/sbin', LANG: 'C' });
  });
  test.each([
    ['fails', 'exit 1'],
    ['says nothing', 'true'],
  ])('changes nothing if it %s', async (_name, text) => {
    const env = { SHELL: program('broken', text), PATH: '/usr/bin' };
    expect(await withLoginShellPath(env)).toEqual(env);
  });
  test.each([
    ['never ends', 'exec sleep 60'],
    ['waits for what it has started', 'sleep 60'],
  ])('is aborted if it %s', async (name, text) => {
    const env = { SHELL: program(name, text), PATH: '/usr/bin:/bin' };
    expect(await withLoginShellPath(env, { timeoutMs: 300 })).toEqual(env);
  });
  test('changes nothing if it does not exist', async () => {
    expect(await withLoginShellPath({ SHELL: '/none', PATH: '/a' })).toEqual({ SHELL: '/none', PATH: '/a' });
    expect(await withLoginShellPath({ PATH: '/a' })).toEqual({ PATH: '/a' });
  });
});

test.runIf(process.platform !== 'win32')(
  'interpreters are looked up once with path and version, and again on demand',
  async () => {
    const interpreters = createInterpreters({ PATH: folder });
    program('ruby', 'echo "ruby 9.9"');
    program('java', 'echo "Picked up JAVA_TOOL_OPTIONS: x" >&2; echo "openjdk version 99" >&2');
    const of = async (language: string, again = false) =>
      (await interpreters.list(again)).find((item) => item.language === language);
    expect(await of('Ruby')).toMatchObject({ command: 'ruby', path: path.join(folder, 'ruby'), version: 'ruby 9.9' });
    expect(await of('Java')).toMatchObject({ command: 'java -jar', version: 'openjdk version 99' });
    expect(await of('PHP')).toMatchObject({ path: null, version: null });
    program('php', 'echo "PHP 9"');
    expect(await of('PHP')).toMatchObject({ path: null });
    expect(await of('PHP', true)).toMatchObject({ version: 'PHP 9' });
  },
);
