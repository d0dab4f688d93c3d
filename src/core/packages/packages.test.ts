/** npm packages for scripts: fetched by the real npm from a registry on loopback, and run in real sandbox processes. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { userEnvironment } from '../processes/user-environment.ts';
import { findSandboxRuntime } from '../processes/find-runtime.ts';
import { listProcesses } from '../processes/ending/process-list.ts';
import { readText } from '../session/files/workspace-files.ts';
import { startRegistry, type TestRegistry } from '../testing/npm-registry.ts';
import { createRunner } from '../testing/run.ts';
import { tarArchive, type TarEntry } from '../testing/tar-archive.ts';
import { addPackage } from './add-package.ts';
import { bundlePackage } from './bundle-package.ts';
import { LOCK_FILE, parseLock, type PackageLock } from './package-lock.ts';

const DEPTH = 50_000;
/** Code on which native bundlers overflow their stack. */
const deepSources = {
  'deep-lists': `module.exports = ${'['.repeat(DEPTH)}${']'.repeat(DEPTH)};`,
  'long-sum': `module.exports = ${'1+'.repeat(DEPTH)}1;`,
};
/** A file of the user outside of the workspace. */
const CREDENTIALS = path.join(tmpdir(), 'credentials.json');
const manifestOf = (name: string): TarEntry => ({
  path: 'package/package.json',
  text: JSON.stringify({ name, version: '1.0.0', main: 'index.js' }),
});
/** Archives that no packing tool makes. */
const hostileArchives: Record<string, TarEntry[]> = {
  'leaves-its-folder': [
    { path: 'package/index.js', text: "module.exports = 'stayed inside';" },
    ...[1, 2, 3, 4, 5, 6].map((levels) => ({
      path: `package/${'../'.repeat(levels)}escaped-${levels}`,
      text: 'outside',
    })),
    { path: path.join(tmpdir(), 'escaped-absolute'), text: 'outside' },
    { path: 'package/out', type: 'link', target: tmpdir() },
    { path: 'package/out/escaped-through-link', text: 'outside' },
    { path: 'package/device', type: 'device' },
    { path: 'package/pipe', type: 'pipe' },
  ],
  'links-a-file': [
    { path: 'package/index.js', text: "module.exports = require('./linked.json');" },
    { path: 'package/linked.json', type: 'link', target: CREDENTIALS },
  ],
  'links-a-file-hard': [
    { path: 'package/index.js', text: "module.exports = require('./linked.json');" },
    { path: 'package/linked.json', type: 'hardLink', target: CREDENTIALS },
  ],
  'links-a-folder': [
    { path: 'package/index.js', text: "module.exports = require('./linked/credentials.json');" },
    { path: 'package/linked', type: 'link', target: tmpdir() },
  ],
};
let registry: TestRegistry;
let runner: ReturnType<typeof createRunner>;
let root: string;

beforeAll(async () => {
  runner = createRunner();
  registry = await startRegistry([
    {
      name: 'greets',
      version: '1.0.0',
      files: {
        'index.js': `const word = require('helper'), { EventEmitter } = require('node:events'), { inspect } = require('util');
          let optional; try { optional = require('not-there'); } catch (error) { optional = 'absent'; }
          module.exports = (name) => [word, name, typeof EventEmitter, inspect({ a: 1 }), process.env.NODE_ENV, typeof process.nextTick, typeof global.Map, optional].join(' ');`,
      },
      fields: { dependencies: { helper: '^2.0.0' } },
    },
    { name: 'greets', version: '1.1.0', files: { 'index.js': "module.exports = () => 'newer';" } },
    { name: 'helper', version: '2.3.4', files: { 'index.js': "module.exports = 'hello';" } },
    {
      name: '@scope/modern',
      version: '3.0.0',
      files: {
        'index.js':
          "export const double = (n) => n * 2; export default 'default'; export const later = () => import('./later.js');",
        'later.js': 'export const x = 7;',
      },
      fields: { type: 'module', exports: './index.js' },
    },
    {
      name: 'for-node',
      version: '1.0.0',
      files: {
        'index.js': "const fs = require('fs'); require('./lib/run.js'); module.exports = fs;",
        'lib/run.js': "require('node:child_process');",
      },
    },
    {
      name: 'for-both',
      version: '1.0.0',
      files: {
        'index.js': "module.exports = require('./node.js');",
        'node.js': "module.exports = require('fs');",
        'web.js': "module.exports = 'web';",
      },
      fields: { browser: { './node.js': './web.js' } },
    },
    {
      name: 'with-scripts',
      version: '1.0.0',
      files: {
        'index.js': "module.exports = 'quiet';",
        'attack.js': "require('fs').writeFileSync(process.env.ATTACK_FILE, 'run');",
      },
      fields: { scripts: { preinstall: 'node attack.js', install: 'node attack.js', postinstall: 'node attack.js' } },
    },
    {
      name: 'native',
      version: '1.0.0',
      files: { 'index.js': "module.exports = require('./build/x.node');", 'build/x.node': 'x' },
    },
    {
      name: 'reads-files',
      version: '1.0.0',
      files: { 'index.js': `module.exports = require(${JSON.stringify(CREDENTIALS)});` },
    },
    ...Object.entries(deepSources).map(([name, source]) => ({
      name,
      version: '1.0.0',
      files: { 'index.js': source },
    })),
    ...Object.entries(hostileArchives).map(([name, entries]) => ({
      name,
      version: '1.0.0',
      files: {},
      archive: tarArchive([manifestOf(name), ...entries]),
    })),
    { name: 'damaged', version: '1.0.0', files: { 'index.js': 'module.exports = {' } },
  ]);
});
afterAll(async () => {
  registry.close();
  await runner.sandboxes.close();
});
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'workspace-'));
});

const files = () => ({ root, readFile: async (file: string) => (await readText(file)).content });
function add(spec: string, { env = {}, signal = new AbortController().signal } = {}) {
  const cache = path.join(root, '../npm-cache');
  return addPackage(files(), spec, {
    env: { ...userEnvironment(), npm_config_cache: cache, ...env },
    signal,
    runtime: findSandboxRuntime(),
    registry: registry.url,
    onOutput: () => undefined,
  });
}
async function run(source: string) {
  const resources = { folder: root, readFile: files().readFile };
  const { error, logged } = await runner.runWithContext(source, { resources });
  return error?.message ?? logged;
}
test('a bundler that uses too much memory is ended', async () => {
  const preloaded = path.join(root, 'large.cjs');
  writeFileSync(preloaded, 'globalThis.large = Buffer.alloc(1100 * 1024 * 1024, 1); setInterval(() => {}, 1000);');
  const runtime = findSandboxRuntime();
  const env = { ...runtime.env, NODE_OPTIONS: `--require ${preloaded}` };
  const options = { runtime: { ...runtime, env }, signal: new AbortController().signal };
  await expect(bundlePackage(root, 'greets', options)).rejects.toMatchObject({
    code: 'PackageUnsupported',
    message: expect.stringMatching(
      /^greets could not be made into one file: it used 1\d\d\d MB of memory, and 1024 MB/,
    ) as string,
  });
});
test('a package takes in no file of this computer', async () => {
  writeFileSync(CREDENTIALS, '{"token":"of the user"}');
  await expect(add('reads-files')).rejects.toMatchObject({
    code: 'PackageUnsupported',
    message: expect.stringContaining(CREDENTIALS) as string,
  });
  expect(existsSync(path.join(root, 'scripts'))).toBe(false);
});
test('an archive writes no file outside of its folder', async () => {
  await add('leaves-its-folder');
  expect(await run("console.log(pm.require('npm:leaves-its-folder@1.0.0'));")).toEqual(['stayed inside']);
  const isEscaped = (file: string) => path.basename(file).startsWith('escaped-');
  expect(readdirSync(tmpdir(), { recursive: true, encoding: 'utf8' }).filter(isEscaped)).toEqual([]);
  for (let folder = tmpdir(); folder !== path.dirname(folder); folder = path.dirname(folder)) {
    expect(readdirSync(path.dirname(folder)).filter(isEscaped)).toEqual([]);
  }
});
test.each(['links-a-file', 'links-a-file-hard', 'links-a-folder'])(
  'a package takes in no file of this computer by a link: %s',
  async (name) => {
    writeFileSync(CREDENTIALS, '{"token":"of the user"}');
    await expect(add(name)).rejects.toMatchObject({ code: expect.stringMatching(/^Package/) as string });
    expect(existsSync(path.join(root, 'scripts'))).toBe(false);
  },
);
test.each([
  [
    'wrong packages',
    `{"lockVersion":1,"packages":{${Array.from({ length: 60_000 }, (_, index) => `"a${index}":{}`).join()}}}`,
  ],
  [
    'wrong dependencies',
    `{"lockVersion":1,"packages":{"a":{"from":{${Array.from({ length: 60_000 }, (_, index) => `"a${index}":1`).join()}}}}}`,
  ],
])('a list of packages with many %s is refused before they are looked at', (_name, text) => {
  expect(() => parseLock(text)).toThrow(
    'scripts/packages/packages-lock.json is not a list of packages: it has more than 50000 values.',
  );
});
const lock = () => JSON.parse(readFileSync(path.join(root, LOCK_FILE), 'utf8')) as PackageLock;

test('a package with its dependencies becomes one file with a hash, and scripts require it', async () => {
  expect(await add('npm:greets@1.0.0')).toMatchObject({
    key: 'greets@1.0.0',
    file: 'scripts/packages/greets@1.0.0.js',
    from: ['greets@1.0.0', 'helper@2.3.4'],
  });
  const listed = lock().packages['greets@1.0.0'];
  expect(listed?.integrity).toMatch(/^sha512-/);
  expect(Object.values(listed?.from ?? {})).toEqual([
    expect.stringMatching(/^sha512-/),
    expect.stringMatching(/^sha512-/),
  ]);
  const requestedPaths = registry.requestedPaths.length;
  expect(
    await run(
      "console.log(pm.require('npm:greets@1.0.0')('you'), pm.require('npm:greets') === pm.require('npm:greets@1.0.0'));",
    ),
  ).toEqual(['hello you function { a: 1 } production function function absent true']);
  expect(registry.requestedPaths).toHaveLength(requestedPaths);
});

test('an ES module has its exports; its dynamic imports are part of the file', async () => {
  await add('npm:@scope/modern');
  expect(
    await run(
      "const m = pm.require('npm:@scope/modern@3.0.0'); console.log(m.double(2), m.default, (await m.later()).x);",
    ),
  ).toEqual(['4 default 7']);
});

test('several versions can exist, and one has to be named', async () => {
  await add('greets@1.0.0');
  expect((await add('npm:greets')).key).toBe('greets@1.1.0');
  expect(Object.keys(lock().packages)).toEqual(['greets@1.0.0', 'greets@1.1.0']);
  expect(await run("console.log(pm.require('npm:greets@1.1.0')());")).toEqual(['newer']);
  expect(await run("require('greets');")).toBe("Cannot find module 'greets'");
  expect(await run("pm.require('npm:greets');")).toMatch(/several versions of greets: greets@1.0.0, greets@1.1.0/);
});

test('a package that was not added is refused with the command that adds it', async () => {
  expect(await run("pm.require('npm:greets@1.0.0');")).toMatch(/nothing is downloaded .* Add npm:greets@1\.0\.0 once/);
  await add('npm:greets@1.1.0');
  expect(await run("pm.require('npm:greets@1.0.0');")).toMatch(/There is greets@1\.1\.0\. Add npm:greets@1\.0\.0 once/);
});

test('a file that was deleted is an error that says how to get it again', async () => {
  const { file } = await add('npm:helper');
  rmSync(path.join(root, file));
  expect(await run("pm.require('npm:helper');")).toMatch(
    /helper@2\.3\.4\.js is missing, although .*packages-lock\.json lists it\. Add npm:helper@2\.3\.4 again/,
  );
});

test('a changed file is refused', async () => {
  const { file } = await add('npm:helper');
  writeFileSync(path.join(root, file), "module.exports = 'changed';");
  expect(await run("console.log(pm.require('npm:helper'));")).toMatch(
    /helper@2\.3\.4\.js is not the file that was added/,
  );
  await add('npm:helper@2.3.4');
  expect(await run("console.log(pm.require('npm:helper'));")).toEqual(['hello']);
  expect(await run("console.log(require('helper'), require('helper') === pm.require('npm:helper'));")).toEqual([
    'hello true',
  ]);
});

test.each([
  'npm:../../outside',
  'npm:a/../../b@1.0.0',
  'npm:--global',
  'npm:@scope/../x',
  'npm:x@file:..',
  'jsr:@std/x',
  'npm:',
  `npm:${'x'.repeat(400)}`,
])('%s is not a valid package name, in a command and in a script', async (name) => {
  await expect(add(name)).rejects.toMatchObject({ code: 'InvalidParams' });
  if (name.startsWith('npm:'))
    expect(await run(`pm.require(${JSON.stringify(name)});`)).toMatch(/is not the name of an npm package/);
});

test('a link in place of the folder of packages is not followed', async () => {
  const outside = mkdtempSync(path.join(tmpdir(), 'outside-'));
  mkdirSync(path.join(root, 'scripts'));
  symlinkSync(outside, path.join(root, 'scripts/packages'));
  await expect(add('npm:helper')).rejects.toMatchObject({ code: 'OutsideWorkspace' });
  expect(readdirSync(outside)).toEqual([]);
  expect(await run("pm.require('npm:helper');")).toMatch(/leads through a link out/);
});

test('a lock file of another form is an error, and is not overwritten', async () => {
  mkdirSync(path.join(root, 'scripts/packages'), { recursive: true });
  writeFileSync(path.join(root, LOCK_FILE), '{"lockVersion":1,"packages":{"a":7}}');
  await expect(add('npm:helper')).rejects.toMatchObject({ code: 'InvalidData' });
  expect(await run("pm.require('npm:helper');")).toMatch(/packages-lock.json is not a list of packages/);
  expect(readFileSync(path.join(root, LOCK_FILE), 'utf8')).toContain('"a":7');
});

test('modules that the sandbox lacks are reported, and nothing is written', async () => {
  await expect(add('npm:for-node')).rejects.toMatchObject({
    code: 'PackageUnsupported',
    message: expect.stringMatching(
      /for-node needs .*fs \(in node_modules.for-node.index\.js\), node:child_process \(in .*run\.js\)/,
    ) as string,
  });
  await expect(add('npm:native')).rejects.toMatchObject({
    message: expect.stringMatching(/native code \(x\.node\)/) as string,
  });
  await expect(add('npm:damaged')).rejects.toMatchObject({
    code: 'PackageUnsupported',
    message: expect.stringMatching(/PARSE_ERROR[^\u001b]*$/) as string,
  });
  await expect(add('npm:not-published')).rejects.toMatchObject({
    code: 'PackageNotFetched',
    message: expect.stringContaining('404') as string,
  });
  expect(existsSync(path.join(root, 'scripts'))).toBe(false);
  await add('npm:for-both');
  expect(await run("console.log(pm.require('npm:for-both'));")).toEqual(['web']);
});

test.each(Object.keys(deepSources))(
  '%s, which crashes the bundler, is an error, and this process goes on',
  async (name) => {
    await expect(add(name)).rejects.toMatchObject({
      code: 'PackageUnsupported',
      message: expect.stringContaining('could not be made into one file') as string,
    });
    expect(existsSync(path.join(root, 'scripts'))).toBe(false);
  },
);

test('adding a package runs none of its code', async () => {
  const file = path.join(root, 'attacked');
  await add('npm:with-scripts', { env: { ATTACK_FILE: file } });
  expect(existsSync(file)).toBe(false);
  expect(await run("console.log(pm.require('npm:with-scripts'));")).toEqual(['quiet']);
});

test('stopping ends npm and removes its files', async () => {
  const stop = new AbortController();
  const adding = add('npm:never-answers', { signal: stop.signal });
  await vi.waitFor(() => expect(registry.requestedPaths).toContain('never-answers'), { timeout: 20_000 });
  const mine = (await listProcesses()).filter(({ parent }) => parent === process.pid).map(({ pid }) => pid);
  stop.abort();
  await expect(adding).rejects.toMatchObject({ code: 'Cancelled' });
  const npm = mine.length;
  expect((await listProcesses()).filter(({ parent, zombie }) => parent === process.pid && !zombie).length).toBeLessThan(
    npm,
  );
  expect(readdirSync(tmpdir()).filter((name) => name.startsWith('outrigger-package-'))).toEqual([]);
  expect(existsSync(path.join(root, 'scripts'))).toBe(false);
  rmSync(root, { recursive: true });
});

test.skipIf(process.platform === 'win32').each([
  ['{"packages": {"node_modules/helper": 1}}', 'packages["node_modules/helper"] must be an object, not 1'],
  ['{"lockfileVersion": 1}', 'packages is missing: it must be an object'],
  ['{', 'Expected property name'],
  [undefined, 'the file is missing'],
])('an npm that writes the package-lock %s is an error in words', async (lock, problem) => {
  const bin = mkdtempSync(path.join(tmpdir(), 'other-npm-'));
  const write = lock === undefined ? '' : `printf '%s' '${lock}' > package-lock.json`;
  writeFileSync(path.join(bin, 'npm'), `#!/bin/sh\n${write}\n`, { mode: 0o755 });
  await expect(add('npm:helper', { env: { PATH: `${bin}:/usr/bin:/bin` } })).rejects.toMatchObject({
    code: 'PackageNotFetched',
    message: expect.stringMatching(/^npm has written a package-lock\.json that cannot be read: /) as string,
    remedy: 'Update npm, and add the package again.',
  });
  await expect(add('npm:helper', { env: { PATH: `${bin}:/usr/bin:/bin` } })).rejects.toThrow(problem);
});

test('without npm, the error says what to install', async () => {
  await expect(add('npm:helper', { env: { PATH: root, Path: root } })).rejects.toMatchObject({
    message: 'npm is not on the PATH.',
  });
});
