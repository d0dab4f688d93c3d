import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'vite';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../src/core/testing/temporary-folder.ts';
import { libraryPatches, patchLibraries } from './library-patches.ts';

const modules = path.join(import.meta.dirname, '../node_modules');

test.each(libraryPatches)('$file has the text that is changed; without it the build ends', ({ file, change }) => {
  const source = readFileSync(path.join(modules, file), 'utf8');
  expect(change(source)).not.toBe(source);
  expect(() => change('module.exports = {};')).toThrow(/no longer has the text|in another way than before/);
});

test('a build without a file whose text is changed ends with its name', async () => {
  const folder = temporaryFolder('patches');
  mkdirSync(path.join(folder, 'node_modules/known'), { recursive: true });
  writeFileSync(path.join(folder, 'node_modules/known/index.js'), 'export default 1;');
  writeFileSync(path.join(folder, 'entry.js'), "export { default } from './node_modules/known/index.js';");
  const buildWith = (...files: string[]) =>
    build({
      configFile: false,
      logLevel: 'silent',
      root: folder,
      plugins: [patchLibraries(files.map((file) => ({ file, change: (source) => source.replace('1', '2') })))],
      build: { write: false, lib: { entry: path.join(folder, 'entry.js'), formats: ['es'] } },
    });
  await expect(buildWith('known/index.js', 'gone/index.js')).rejects.toThrow(/no longer bundled: gone\/index\.js\./);
  expect(JSON.stringify(await buildWith('known/index.js'))).toContain('2');
});
