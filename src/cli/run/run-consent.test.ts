/** `--allow-program`, with programs whose code is in more than one file, and other spellings of their path. */
import { mkdirSync, symlinkSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { hashText } from '../../core/platform/files/hash-text.ts';
import { openTrustStore } from '../../core/programs/trust/trust-store.ts';
import { createRunner } from '../../core/testing/run.ts';
import { trustedPrograms, type TrustedPrograms } from '../../core/testing/trusted-programs.ts';
import { authorizeByFlags } from './run-consent.ts';

let runner: ReturnType<typeof createRunner>;
let programs: TrustedPrograms;
beforeAll(() => void (runner = createRunner()));
afterAll(() => runner.sandboxes.close());
beforeEach(() => {
  programs = trustedPrograms(runner);
  programs.write('a.sh', 'echo one');
});

async function run(file: string, allowProgram: string[], env?: Record<string, string>) {
  const { directory, store } = programs;
  const authorize = authorizeByFlags({ allowProgram }, directory, await openTrustStore(store, () => undefined));
  const options = { directory, authorize, ...(env ? { env: { ...process.env, ...env } } : {}) };
  return (await runner.run(`console.log(await pm.executeAsync('${file}'));`, options)) as {
    logged: string[];
    error: { message: string; remedy?: string } | undefined;
  };
}

test('the content that is named covers no other file with code', async () => {
  const flag = `a.sh@${hashText('echo one')}`;
  const loaded = { BASH_ENV: './setup.sh' };
  expect((await run('a.sh', [flag], loaded)).logged).toEqual(['one']);
  programs.write('setup.sh', 'echo other');
  const { error, logged } = await run('a.sh', [flag], loaded);
  expect(logged).toEqual([]);
  expect(error?.message).toBe(
    'a.sh may not run: --allow-program a.sh@… names the content of this file only, and it runs with 1 other file: setup.sh. Nobody can be asked here.',
  );
  expect((await run('a.sh', ['a.sh'], loaded)).error).toBeUndefined();
});

test.each(['./a.sh', 'sub/../a.sh', 'a.sh/', 'link.sh', 'folder/a.sh', 'PLACE/a.sh'])(
  'a program that the flag names as %s is the same program, and no other one',
  async (name) => {
    mkdirSync(programs.place('sub'));
    symlinkSync('a.sh', programs.place('link.sh'));
    symlinkSync('.', programs.place('folder'));
    programs.write('b.sh', 'echo two');
    const flag = name.replace('PLACE', programs.directory);
    expect((await run('a.sh', [flag])).logged).toEqual(['one']);
    expect((await run('b.sh', [flag])).error?.message).toContain('b.sh may not run');
    expect((await run('a.sh', [`${flag}@${hashText('echo two')}`])).error?.message).toContain('another content');
  },
);

const refused = ['../outside.sh', 'out.sh', 'missing.sh'];
/** Other systems take it for the same name. */
const onLinux = process.platform === 'linux' ? ['A.SH'] : [];
test.each([...refused, ...onLinux])('the flag refuses %s', async (name) => {
  programs.write('../outside.sh', 'echo outside');
  symlinkSync('../outside.sh', programs.place('out.sh'));
  await expect(run('a.sh', [name])).rejects.toMatchObject({
    code: expect.stringMatching(/^(OutsideProgramsDirectory|ProgramNotFound)$/) as string,
  });
});
