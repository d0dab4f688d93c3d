/** The packages of the project are installed by the real npm, from registries on loopback. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { execa } from 'execa';
import { afterEach, expect, test } from 'vitest';
import { startRegistry, type TestPackage, type TestRegistry } from '../src/core/testing/npm-registry.ts';
import { temporaryFolder } from '../src/core/testing/temporary-folder.ts';

const item: TestPackage = { name: '@scope/tool', version: '1.2.3', files: { 'index.js': "module.exports = 'new';" } };
const former = 'node_modules/former/index.js';
const code = `import { installPackages } from ${JSON.stringify(path.join(import.meta.dirname, 'install-packages.mjs'))};
process.exitCode = installPackages(process.cwd()) ? 0 : 1;`;
let registry: TestRegistry;

afterEach(() => registry.close());

/** Installs into a folder that has a former package. */
async function install(integrity?: string) {
  const folder = temporaryFolder('install');
  const list = (await (await fetch(`${registry.url}/${encodeURIComponent(item.name)}`)).json()) as {
    versions: Record<string, { dist: { integrity: string } }>;
  };
  registry.requestedPaths.length = 0;
  const entry = { version: item.version, integrity: integrity ?? list.versions[item.version]?.dist.integrity };
  const dependencies = { alias: `npm:${item.name}@${item.version}` };
  const manifest = { name: 'project', version: '1.0.0', dependencies };
  const packages = { '': manifest, 'node_modules/alias': { name: item.name, ...entry } };
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(path.join(folder, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, packages }));
  mkdirSync(path.join(folder, path.dirname(former)), { recursive: true });
  writeFileSync(path.join(folder, former), '');
  const env = { npm_config_registry: registry.url, npm_config_cache: path.join(folder, 'cache') };
  const args = ['--input-type=module', '--eval', code];
  const { exitCode, stderr } = await execa('node', args, { cwd: folder, env, reject: false });
  const file = path.join(folder, 'node_modules/alias/index.js');
  const text = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  expect(existsSync(path.join(folder, '.installing'))).toBe(false);
  return { exitCode, stderr, text, hasFormer: existsSync(path.join(folder, former)) };
}

test('archives at the usual address are fetched without the descriptions of their packages', async () => {
  registry = await startRegistry([item], ({ name, version }) => `${name}/-/tool-${version}.tgz`);
  expect(await install()).toMatchObject({ exitCode: 0, text: item.files['index.js'], hasFormer: false });
  expect(registry.requestedPaths).toEqual(['@scope/tool/-/tool-1.2.3.tgz']);
});

test('archives at another address are found by the descriptions', async () => {
  registry = await startRegistry([item]);
  expect(await install()).toMatchObject({ exitCode: 0, text: item.files['index.js'], hasFormer: false });
  expect(registry.requestedPaths).toContain('archives/@scope/tool-1.2.3.tgz');
});

test('an archive that is not the one of the lock file is refused, and npm says so', async () => {
  registry = await startRegistry([item], ({ name, version }) => `${name}/-/tool-${version}.tgz`);
  const { exitCode, stderr, text } = await install(`sha512-${Buffer.alloc(64).toString('base64')}`);
  expect({ exitCode, text }).toEqual({ exitCode: 1, text: undefined });
  expect(stderr).toContain('EINTEGRITY');
});
