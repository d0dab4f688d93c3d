import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'vite';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../src/core/testing/temporary-folder.ts';
import { replaceModules, type Replacement } from './replaced-modules.ts';

test('the order of the replacements has no meaning: a build ends where two apply, or where one is not needed', async () => {
  const folder = temporaryFolder('replaced');
  mkdirSync(path.join(folder, 'src'));
  const entry = path.join(folder, 'src/entry.js');
  writeFileSync(entry, "export { default } from 'known';");
  const replace = (pattern: RegExp, text: string): Replacement => ({
    applies: ({ source }) => pattern.test(source),
    by: () => ({ code: () => `export default '${text}';` }),
  });
  const buildWith = (...replacements: Replacement[]) =>
    build({
      configFile: false,
      logLevel: 'silent',
      root: folder,
      plugins: [replaceModules(folder, replacements)],
      build: { write: false, lib: { entry, formats: ['es'] } },
    });
  const known = replace(/^known$/, 'the replacement');
  expect(JSON.stringify(await buildWith(known))).toContain('the replacement');
  await expect(buildWith(known, replace(/^kno/, 'b'))).rejects.toThrow(/Two replacements apply to known/);
  await expect(buildWith(known, replace(/^gone$/, 'c'))).rejects.toThrow(/No import is replaced .*: 2\./);
});
