/** `outrigger add` as a user runs it, with the real npm and a registry on loopback. Needs `npm run build` first. */
import { existsSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startRegistry, type TestRegistry } from '../core/testing/npm-registry.ts';

const bin = path.join(import.meta.dirname, '../../bin/outrigger.cjs');
const folder = mkdtempSync(path.join(tmpdir(), 'workspace-'));
let registry: TestRegistry;
beforeAll(async () => {
  registry = await startRegistry([
    { name: 'sum', version: '1.0.0', files: { 'index.js': 'module.exports = (a, b) => a + b;' } },
    {
      name: 'greets',
      version: '2.0.0',
      files: { 'index.js': "module.exports = 'hello ' + require('sum')(1, 2);" },
      fields: { dependencies: { sum: '1' } },
    },
  ]);
});
afterAll(() => registry.close());

const outrigger = (...args: string[]) =>
  execa(process.execPath, [bin, ...args], {
    cwd: folder,
    env: { npm_config_cache: path.join(folder, '../npm-cache') },
    stdin: 'ignore',
    reject: false,
  });

test('packages are added, and a script that runs afterwards uses them without a registry', async () => {
  const { exitCode, stdout, stderr } = await outrigger(
    'add',
    'npm:sum@1.0.0',
    'npm:greets',
    '--registry',
    registry.url,
  );
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('GET 200') as string });
  expect(stdout).toContain("Use it in scripts: pm.require('npm:sum@1.0.0')");
  expect(stdout).toMatch(/greets@2\.0\.0 with 1 others? is now .*greets@2\.0\.0\.js \(1 KB\)/);
  writeFileSync(
    path.join(folder, 'uses.js'),
    "console.log(pm.require('npm:greets'), pm.require('npm:sum@1.0.0')(3, 4));",
  );
  const run = await outrigger('run', 'uses.js');
  expect(run.stdout).toContain('hello 3 7');
  expect(run.exitCode).toBe(0);
});

test("a package that cannot be fetched is an error with npm's message, and nothing is written", async () => {
  const empty = mkdtempSync(path.join(tmpdir(), 'workspace-'));
  const absent = await outrigger('add', 'npm:absent@1.0.0', '--to', empty, '--registry', registry.url);
  expect(absent.exitCode).toBe(1);
  expect(absent.stderr).toMatch(/npm could not fetch absent@1\.0\.0: the registry has no package absent\.\n[\s\S]*404/);
  expect((await outrigger('add', 'left pad', '--to', empty)).stderr).toMatch(/is not the name of an npm package/);
  expect((await outrigger('add', 'npm:sum', '--to', path.join(empty, 'none'))).exitCode).toBe(2);
  expect(readdirSync(empty)).toEqual([]);
});

test.skipIf(process.platform === 'win32')('Ctrl+C ends npm', async () => {
  const before = readdirSync(tmpdir());
  const command = outrigger('add', 'npm:never-answers', '--registry', registry.url);
  await vi.waitFor(() => expect(registry.requestedPaths).toContain('never-answers'), { timeout: 20_000 });
  command.kill('SIGINT');
  const { exitCode, stderr } = await command;
  expect({ exitCode, stderr }).toMatchObject({
    exitCode: 130,
    stderr: expect.stringContaining('Adding never-answers was stopped') as string,
  });
  expect(
    readdirSync(tmpdir()).filter((name) => name.startsWith('outrigger-package-') && !before.includes(name)),
  ).toEqual([]);
  expect(existsSync(path.join(folder, 'scripts/packages/never-answers.js'))).toBe(false);
});
